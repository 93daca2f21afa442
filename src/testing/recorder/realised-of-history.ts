/** Realised P&L by the page's model from stored data only. */
import { type SeenRealised, seenRealised } from '../../core/account/realised-model.ts'
import { seenFills, timesAround } from '../../core/account/seen-fills.ts'
import { type Decimal, roundTo, sub } from '../../core/domain/decimal.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { dayMs } from '../../core/domain/time.ts'
import type { Store } from '../../recorder/store/store.ts'

export async function realisedOfHistory(
  store: Store,
  owner: Owner,
  nowMs: number,
  held: ReadonlyMap<string, Decimal>,
): Promise<SeenRealised> {
  const orders = await store.orders(owner, { which: 'filled', most: 10_000 })
  const samples = await store.samples(owner, 0, nowMs + dayMs)
  const near = await store.fullSamples(owner, timesAround(orders, samples))
  const { rows } = await store.rows(owner, { limit: 10_000, kinds: ['cash'] })
  const first = await store.firstPositions(owner)
  return seenRealised({ seen: seenFills(orders, near), first, samples, held, cash: rows, nowMs })
}

export const offLedger = (realised: SeenRealised, ledger: Decimal): Decimal => roundTo(sub(realised.total, ledger), 2)
