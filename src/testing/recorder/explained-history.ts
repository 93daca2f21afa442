/** Explains a change of equity from stored data only, to compare with the exchange's own books. */
import { explainedBy } from '../../core/account/realised-model.ts'
import { seenFills, timesAround } from '../../core/account/seen-fills.ts'
import { usdReference } from '../../core/domain/account.ts'
import { add, type Decimal, mul, sum } from '../../core/domain/decimal.ts'
import { explain, type Explanation } from '../../core/domain/explain.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { spanTimes, thinnedOut } from '../../core/domain/thinning.ts'
import { dayMs } from '../../core/domain/time.ts'
import type { Store } from '../../recorder/store/store.ts'
import type { TimeLapse } from './time-lapse.ts'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export async function explanationOf(
  store: Store,
  owner: Owner,
  { fromMs, toMs }: Span,
  nowMs: number,
): Promise<Explanation> {
  const all = (await store.samples(owner, 0, nowMs + dayMs)).map(sample => sample.atMs)
  const gone = new Set(thinnedOut(all, nowMs))
  const times = all.filter(atMs => !gone.has(atMs))
  const within = times.filter(atMs => atMs >= fromMs && atMs <= toMs)
  const samples = await store.fullSamples(owner, spanTimes(times, within[0] ?? fromMs, within.at(-1) ?? toMs))
  const orders = await store.orders(owner, { which: 'filled', most: 10_000 })
  const light = await store.samples(owner, 0, nowMs + dayMs)
  const { fills, orders: byId } = seenFills(orders, await store.fullSamples(owner, timesAround(orders, light)))
  const { rows } = await store.rows(owner, { limit: 10_000, kinds: ['cash'] })
  return explain(samples, fills, explainedBy(rows, samples, byId))
}

export function equityAtExchange(lapse: TimeLapse): Decimal {
  const coins = lapse.balances().filter(each => each.symbol !== usdReference)
  const cash = sum(
    coins.map(each => (each.symbol === 'USD' ? each.cash_balance : mul(each.cash_balance, lapse.indexOf(each.symbol)))),
  )
  const held = sum(
    lapse.positions().map(each => (each.product_type === 'option' ? mul(each.mark_price, each.size) : each.upnl)),
  )
  return add(cash, held)
}
