import { toNumber } from '../domain/decimal.ts'
import { parseInstrumentName, valuedProduct } from '../domain/instrument.ts'
import type { PackageLeg } from '../domain/package/package-leg.ts'
import { type BreakEven, type ExpiryLeg, expiryPayoff } from './payoff.ts'

export type DatedLeg =
  | {
      readonly kind: 'call' | 'put'
      readonly symbol: string
      readonly strike: number
      readonly ratio: number
      readonly expiryMs: number
    }
  | { readonly kind: 'linear'; readonly symbol: string; readonly ratio: number; readonly expiryMs: number | undefined }

export type PackageShape =
  | {
      readonly kind: 'priced'
      readonly base: string
      readonly legs: readonly DatedLeg[]
      readonly expiries: readonly number[]
    }
  /** A payoff over one price needs a single underlying. */
  | { readonly kind: 'several_bases'; readonly bases: readonly string[] }
  | { readonly kind: 'unreadable'; readonly symbols: readonly string[] }

export function packageShape(legs: readonly PackageLeg[]): PackageShape {
  const read = legs.map(leg => ({ leg, name: parseInstrumentName(leg.symbol) }))
  const unreadable = read.filter(
    ({ leg, name }) =>
      name === undefined ||
      valuedProduct(leg.symbol) === undefined ||
      (name.product === 'option' && toNumber(name.strike) <= 0),
  )
  if (unreadable.length > 0 || legs.length === 0)
    return { kind: 'unreadable', symbols: unreadable.map(({ leg }) => leg.symbol) }
  const bases = [...new Set(read.flatMap(({ name }) => (name === undefined ? [] : [name.base])))]
  const [base] = bases
  if (base === undefined || bases.length > 1) return { kind: 'several_bases', bases }
  const dated = read.flatMap(({ leg, name }): DatedLeg[] => {
    if (name?.product === 'option')
      return [
        {
          kind: name.right,
          symbol: leg.symbol,
          strike: toNumber(name.strike),
          ratio: leg.ratio,
          expiryMs: name.expiryMs,
        },
      ]
    return [
      {
        kind: 'linear',
        symbol: leg.symbol,
        ratio: leg.ratio,
        expiryMs: name?.product === 'future' ? name.expiryMs : undefined,
      },
    ]
  })
  const expiries = [...new Set(dated.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.expiryMs])))].sort(
    (a, b) => a - b,
  )
  return { kind: 'priced', base, legs: dated, expiries }
}

/** True if there are no options and the coins of several instruments cancel: the result depends on their basis only. */
export function isBasisOnly(legs: readonly DatedLeg[]): boolean {
  const [net, gross] = legs.reduce(([sum, all], { ratio }) => [sum + ratio, all + Math.abs(ratio)], [0, 0])
  return (
    legs.every(leg => leg.kind === 'linear') &&
    new Set(legs.map(leg => leg.symbol)).size > 1 &&
    Math.abs(net) <= gross * 1e-9
  )
}

export const expiryLegs = (legs: readonly DatedLeg[]): ExpiryLeg[] =>
  legs.map(leg =>
    leg.kind === 'linear'
      ? { kind: 'linear', ratio: leg.ratio }
      : { kind: leg.kind, strike: leg.strike, ratio: leg.ratio },
  )

/**
 * Prices at which open positions break even at their expiry, from their average entry. Exact, from the kinks. Only for
 * legs of one base that expire together or never: before a later expiry the value depends on a model.
 */
export interface EnteredLeg {
  readonly symbol: string
  readonly size: number
  readonly entry: number
}

export const breakEvensOf = (legs: readonly EnteredLeg[]): readonly BreakEven[] | undefined =>
  breakEvensAtCost(
    legs.map(({ symbol, size }) => ({ symbol, ratio: size })),
    legs.reduce((total, { size, entry }) => total + size * entry, 0),
  )

export function breakEvensAtCost(legs: readonly PackageLeg[], cost: number): readonly BreakEven[] | undefined {
  const shape = packageShape(legs)
  if (shape.kind !== 'priced' || shape.expiries.length > 1) return undefined
  const [expiryMs] = shape.expiries
  const linear = shape.legs.filter(leg => leg.kind === 'linear')
  if (
    expiryMs === undefined
      ? linear.length > 1
      : linear.some(leg => leg.expiryMs !== undefined && leg.expiryMs !== expiryMs)
  )
    return undefined
  return expiryPayoff(expiryLegs(shape.legs), cost).breakEvens
}

/** In the quote asset, above zero. Undefined if unlimited, if no profit is possible, or if a model is needed. */
export function mostProfit(legs: readonly EnteredLeg[]): number | undefined {
  const shape = packageShape(legs.map(({ symbol, size }) => ({ symbol, ratio: size })))
  if (shape.kind !== 'priced' || shape.expiries.length !== 1 || shape.legs.some(leg => leg.kind === 'linear'))
    return undefined
  const cost = legs.reduce((total, { size, entry }) => total + size * entry, 0)
  const { value } = expiryPayoff(expiryLegs(shape.legs), cost).maxProfit
  return value === 'unlimited' || value <= 0 ? undefined : value
}

/** Least and most that a package of options of one expiry can pay. With zero rates its price must be between them. */
export interface StructureBounds {
  readonly least: number | 'unlimited'
  readonly most: number | 'unlimited'
}

/** Undefined if options expire at different times or a leg is linear: then the price moves with the market. */
export function structureBounds(legs: readonly PackageLeg[]): StructureBounds | undefined {
  const shape = packageShape(legs)
  if (shape.kind !== 'priced' || shape.expiries.length !== 1 || shape.legs.some(leg => leg.kind === 'linear'))
    return undefined
  const { maxProfit, maxLoss } = expiryPayoff(expiryLegs(shape.legs), 0)
  return { least: maxLoss.value, most: maxProfit.value }
}

/**
 * Profit bounds at the first expiry of each base that hold for any volatility: a later option is worth at least its
 * settlement value, a call at most the coin, a put at most its strike (zero rates and carry). Exact if all options of a
 * base expire together. Bases are added, each at its own worst or best.
 */
export interface Bounds {
  readonly greatest: number | 'unlimited'
  readonly least: number | 'unlimited'
}

/**
 * Bounds of the profit after paying `cost` (negative: received). Undefined if a name cannot be parsed, or if the result
 * depends on the basis only.
 */
export function volatilityFreeBounds(legs: readonly PackageLeg[], cost: number): Bounds | undefined {
  const whole = packageShape(legs)
  if (whole.kind === 'unreadable') return undefined
  if (whole.kind === 'priced') return boundsOf(whole.legs, whole.expiries[0], cost)
  const each = whole.bases.map(base => {
    const shape = packageShape(legs.filter(leg => leg.symbol.startsWith(`${base}-`)))
    return shape.kind === 'priced' ? boundsOf(shape.legs, shape.expiries[0], 0) : undefined
  })
  const known = each.flatMap(bounds => bounds ?? [])
  if (known.length !== each.length) return undefined
  const total = (of: keyof Bounds): number | 'unlimited' =>
    known.reduce<number | 'unlimited'>((sum, bounds) => {
      const value = bounds[of]
      return sum === 'unlimited' || value === 'unlimited' ? 'unlimited' : sum + value
    }, -cost)
  return { greatest: total('greatest'), least: total('least') }
}

export function endsTogether(legs: readonly PackageLeg[]): boolean {
  const whole = packageShape(legs)
  if (whole.kind === 'unreadable') return false
  if (whole.kind === 'priced') return whole.expiries.length < 2
  return whole.bases.every(base => endsTogether(legs.filter(leg => leg.symbol.startsWith(`${base}-`))))
}

function boundsOf(legs: readonly DatedLeg[], firstMs: number | undefined, cost: number): Bounds | undefined {
  if (isBasisOnly(legs)) return undefined
  const extreme = (sign: 1 | -1) => {
    let paid = cost
    const held = legs.flatMap((leg): ExpiryLeg[] => {
      if (leg.kind === 'linear') return [{ kind: 'linear', ratio: leg.ratio }]
      const { kind, strike, ratio } = leg
      if (leg.expiryMs === firstMs || ratio * sign < 0) return [{ kind, strike, ratio }]
      if (kind === 'call') return [{ kind: 'linear', ratio }]
      paid -= ratio * strike
      return []
    })
    return expiryPayoff(held, paid)
  }
  return { greatest: extreme(1).maxProfit.value, least: extreme(-1).maxLoss.value }
}
