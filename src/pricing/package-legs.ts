/** The legs of an order as the payoff functions take them: read from instrument names, strikes as floats. */
import type { PackageLeg } from '../domain/package/package-leg.ts'
import { toNumber } from '../domain/decimal.ts'
import { parseInstrumentName, valuedProduct } from '../domain/instrument.ts'
import type { ExpiryLeg } from './payoff.ts'

export type DatedLeg =
  | { readonly kind: 'call' | 'put'; readonly symbol: string; readonly strike: number; readonly ratio: number; readonly expiryMs: number }
  | { readonly kind: 'linear'; readonly symbol: string; readonly ratio: number; readonly expiryMs: number | undefined }

export type PackageShape =
  | {
      readonly kind: 'priced'
      readonly base: string
      readonly legs: readonly DatedLeg[]
      /** Expiries of the options, ascending; none for a package of spot, perpetual and futures. */
      readonly expiries: readonly number[]
    }
  /** A payoff over one price needs one underlying. */
  | { readonly kind: 'several_bases'; readonly bases: readonly string[] }
  | { readonly kind: 'unreadable'; readonly symbols: readonly string[] }

/** What a package is made of. */
export function packageShape(legs: readonly PackageLeg[]): PackageShape {
  const read = legs.map(leg => ({ leg, name: parseInstrumentName(leg.symbol) }))
  const unreadable = read.filter(
    ({ leg, name }) =>
      name === undefined || valuedProduct(leg.symbol) === undefined || (name.product === 'option' && toNumber(name.strike) <= 0),
  )
  if (unreadable.length > 0 || legs.length === 0) return { kind: 'unreadable', symbols: unreadable.map(({ leg }) => leg.symbol) }
  const bases = [...new Set(read.flatMap(({ name }) => (name === undefined ? [] : [name.base])))]
  const [base] = bases
  if (base === undefined || bases.length > 1) return { kind: 'several_bases', bases }
  const dated = read.flatMap(({ leg, name }): DatedLeg[] => {
    if (name?.product === 'option')
      return [{ kind: name.right, symbol: leg.symbol, strike: toNumber(name.strike), ratio: leg.ratio, expiryMs: name.expiryMs }]
    return [{ kind: 'linear', symbol: leg.symbol, ratio: leg.ratio, expiryMs: name?.product === 'future' ? name.expiryMs : undefined }]
  })
  const expiries = [...new Set(dated.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.expiryMs])))].sort((a, b) => a - b)
  return { kind: 'priced', base, legs: dated, expiries }
}

/** Legs for `expiryPayoff`; every option must expire together. */
export const expiryLegs = (legs: readonly DatedLeg[]): ExpiryLeg[] =>
  legs.map(leg => (leg.kind === 'linear' ? { kind: 'linear', ratio: leg.ratio } : { kind: leg.kind, strike: leg.strike, ratio: leg.ratio }))
