/** Realised P&L as the page's own model computes it, only of what a store has. */
import { type SeenRealised, seenRealised } from '../../account/realised-model.ts'
import { seenFills, timesAround } from '../../account/seen-fills.ts'
import { type Decimal, roundTo, sub } from '../../domain/decimal.ts'
import type { Owner } from '../../domain/owner.ts'
import { dayMs } from '../../domain/time.ts'
import type { Store } from '../../recorder/store/store.ts'

/** `held`: what the venue holds now, signed. */
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

/** By how much realised P&L is off what the ledger moved by, to the cent: average entry prices are divided, and rounded far behind it. */
export const offLedger = (realised: SeenRealised, ledger: Decimal): Decimal => roundTo(sub(realised.total, ledger), 2)
