/** Hours of random trading in the sandbox as a recorder stored them, with the exchange's own books at each sample. */
import { type SeenRealised, type SeenTrades, seenRealised, seenTrades } from '../../core/account/realised-model.ts'
import { seenFills, timesAround } from '../../core/account/seen-fills.ts'
import { signedSize } from '../../core/domain/account.ts'
import { add, type Decimal, mul, sub, sum } from '../../core/domain/decimal.ts'
import { must } from '../../core/domain/must.ts'
import type { Sample } from '../../core/domain/sample.ts'
import { dayMs, minuteMs } from '../../core/domain/time.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import { type Random, createRandom } from '../order-desk/virtual-time.sim.ts'
import { askAndTake } from './ask-and-take.ts'
import { startTimeLapse, type TimeLapse } from './time-lapse.ts'

interface RandomHistory {
  readonly samples: readonly Sample[]
  readonly trades: SeenTrades
  readonly realised: SeenRealised
  /** By sample time: profit in USD from the exchange's cash and positions. */
  readonly made: ReadonlyMap<number, Decimal>
}

type Follower = Parameters<typeof askAndTake>[1]

const sizes = ['0.1', '0.3', '0.5', '1'] as const

async function tradeSomething(lapse: TimeLapse, follower: Follower, random: Random, id: number): Promise<void> {
  const pick = <Of>(of: readonly Of[]): Of => must(of[Math.floor(random() * of.length)], 'a choice')
  const side = pick(['buy', 'sell'] as const)
  // Some expire within the history, some later.
  const leastMs = pick([60 * minuteMs, 5 * dayMs])
  const kind = pick(['perpetual', 'call', 'put', 'package', 'close'] as const)
  if (kind === 'package') return askAndTake(lapse, follower, { id, side, isSpread: pick([true, false]), leastMs })
  if (kind === 'perpetual') return lapse.trade(lapse.perpetual, side, pick(sizes))
  if (kind !== 'close') return lapse.trade(lapse.nearOption(kind, leastMs), side, pick(sizes))
  const positions = lapse.positions()
  if (positions.length === 0) return
  const position = pick(positions)
  await lapse.trade(
    position.symbol,
    signedSize(position).startsWith('-') ? 'buy' : 'sell',
    pick([position.size, '0.1']).replace('-', ''),
  )
}

const cashOf = (lapse: TimeLapse): Decimal => must(lapse.cashOf('USD'), 'USD')
const worthOf = (lapse: TimeLapse): Decimal =>
  sum(
    lapse
      .positions()
      .map(each => (each.product_type === 'option' ? mul(each.mark_price, signedSize(each)) : each.upnl)),
  )

/** From 05:30, across settlement and funding at 08:00. */
export async function randomHistory(seed: number, sampleCount: number, stepMs: number): Promise<RandomHistory> {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: `history ${seed}` })
  const recorder = must(await lapse.record(store, 'one'), 'a recorder')
  await recorder.step()
  const random = createRandom(seed)
  const begun = cashOf(lapse)
  const made = new Map<number, Decimal>()
  for (let step = 0; step < sampleCount; step += 1) {
    // Not at a sample's own moment, when before and after are ambiguous.
    await lapse.pass(stepMs / 2)
    await tradeSomething(lapse, recorder.follower, random, step)
    await lapse.pass(stepMs / 2)
    await recorder.step()
    made.set(lapse.nowMs(), add(sub(cashOf(lapse), begun), worthOf(lapse)))
  }
  const orders = await store.orders(lapse.owner, { which: 'filled', most: 10_000 })
  const light = await store.samples(lapse.owner, 0, lapse.nowMs() + dayMs)
  const { rows } = await store.rows(lapse.owner, { limit: 10_000, kinds: ['cash'] })
  const inputs = {
    seen: seenFills(orders, await store.fullSamples(lapse.owner, timesAround(orders, light))),
    first: await store.firstPositions(lapse.owner),
    samples: light,
    held: new Map(lapse.positions().map(each => [each.symbol, signedSize(each)])),
    cash: rows,
    nowMs: lapse.nowMs(),
  }
  const samples = await store.fullSamples(
    lapse.owner,
    light.map(each => each.atMs),
  )
  return { samples, trades: seenTrades(inputs), realised: seenRealised(inputs), made }
}
