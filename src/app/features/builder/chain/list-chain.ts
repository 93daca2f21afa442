/**
 * The visible chain: the chosen base and expiry, else the draft's, else the largest position's, else BTC, else the
 * first with options.
 */
import { abs, type Decimal, gt } from '../../../../core/domain/decimal.ts'
import {
  type ChainStrike,
  type ListedUniverse,
  usualBase,
  usualExpiry,
} from '../../../../core/domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../../../../core/domain/instrument.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'

export interface ChainListing {
  readonly bases: readonly string[]
  readonly base: string
  readonly expiries: readonly number[]
  readonly expiryMs: number | undefined
  readonly strikes: readonly ChainStrike[]
  readonly linear: readonly Instrument[]
}

export interface ChainChoice {
  readonly base: string | undefined
  readonly expiryMs: number | undefined
  readonly held?: string | undefined
}

export function largestHeld(
  positions: readonly { readonly symbol: string; readonly value: Decimal }[],
): string | undefined {
  const [first, ...others] = positions
  const largest = others.reduce(
    (best, one) => (best !== undefined && gt(abs(one.value), abs(best.value)) ? one : best),
    first,
  )
  return largest === undefined ? undefined : parseInstrumentName(largest.symbol)?.base
}

export function listChain(
  universe: ListedUniverse,
  choice: ChainChoice,
  legs: readonly PackageLeg[],
  nowMs: number,
): ChainListing {
  const bases = universe.bases()
  const names = legs.flatMap(leg => parseInstrumentName(leg.symbol) ?? [])
  const drafted = names.find(name => bases.includes(name.base))?.base
  const listed = (one: string | undefined): one is string => one !== undefined && bases.includes(one)
  const withOptions = [choice.held, usualBase, ...bases].find(one => listed(one) && universe.expiries(one).length > 0)
  const base = (listed(choice.base) ? choice.base : undefined) ?? drafted ?? withOptions ?? bases[0] ?? ''
  const expiries = universe.expiries(base).filter(expiryMs => expiryMs > nowMs)
  const ofDraft = names.flatMap(name => (name.base === base && 'expiryMs' in name ? [name.expiryMs] : []))
  const asked = [choice.expiryMs, ...ofDraft].find(expiryMs => expiryMs !== undefined && expiries.includes(expiryMs))
  const expiryMs = asked ?? usualExpiry(expiries, nowMs)
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
