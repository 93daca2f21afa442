/** Which chain is shown: the base and expiry chosen, else those of the draft, else the first with options. */
import { type Instrument, parseInstrumentName } from '../../domain/instrument.ts'
import { dayMs } from '../../domain/time.ts'
import type { DraftLeg } from './draft.ts'
import type { ChainStrike, ListedChains } from './move-legs.ts'

/** The part of the instrument index that the chain needs. */
export interface ListedUniverse extends ListedChains {
  readonly bases: () => readonly string[]
  readonly spot: (base: string) => Instrument | undefined
  readonly perpetual: (base: string) => Instrument | undefined
}

export interface ChainListing {
  readonly bases: readonly string[]
  readonly base: string
  /** Still running, nearest first. */
  readonly expiries: readonly number[]
  readonly expiryMs: number | undefined
  readonly strikes: readonly ChainStrike[]
  /** Spot, perpetual, futures. */
  readonly linear: readonly Instrument[]
}

export interface ChainChoice {
  readonly base: string | undefined
  readonly expiryMs: number | undefined
}

export function listChain(universe: ListedUniverse, choice: ChainChoice, legs: readonly DraftLeg[], nowMs: number): ChainListing {
  const bases = universe.bases()
  const names = legs.flatMap(leg => parseInstrumentName(leg.symbol) ?? [])
  const drafted = names.find(name => bases.includes(name.base))?.base
  const withOptions = bases.find(one => universe.expiries(one).length > 0)
  const base =
    (choice.base !== undefined && bases.includes(choice.base) ? choice.base : undefined) ?? drafted ?? withOptions ?? bases[0] ?? ''
  const expiries = universe.expiries(base).filter(expiryMs => expiryMs > nowMs)
  const ofDraft = names.flatMap(name => (name.base === base && 'expiryMs' in name ? [name.expiryMs] : []))
  const asked = [choice.expiryMs, ...ofDraft].find(expiryMs => expiryMs !== undefined && expiries.includes(expiryMs))
  const expiryMs = asked ?? monthAhead(expiries, nowMs)
  const linear = [universe.spot(base), universe.perpetual(base), ...universe.futures(base)]
  return {
    bases,
    base,
    expiries,
    expiryMs,
    strikes: expiryMs === undefined ? [] : universe.chain(base, expiryMs),
    linear: linear.flatMap(one => (one === undefined ? [] : [one])),
  }
}

const monthMs = 30 * dayMs

/** The expiry nearest to a month ahead: the one most looked at. */
function monthAhead(expiries: readonly number[], nowMs: number): number | undefined {
  const distance = (expiryMs: number) => Math.abs(expiryMs - nowMs - monthMs)
  return expiries.reduce<number | undefined>((best, one) => (best === undefined || distance(one) < distance(best) ? one : best), undefined)
}
