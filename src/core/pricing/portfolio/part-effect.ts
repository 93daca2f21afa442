/**
 * Greeks and worst outcome of a part of the portfolio until a horizon, within three standard deviations. Parts are
 * compared over one horizon: worst cases of a day and of a month are not comparable.
 */
import { type Position, signedSize } from '../../domain/account.ts'
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import { parseInstrumentName, valuedProduct } from '../../domain/instrument.ts'
import { type Side, sideSign } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { dayMs } from '../../domain/time.ts'
import { priceAtSigma } from '../chance.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { payoffBefore, type Scenario } from '../payoff-before.ts'
import { payoffScene, presentScenario } from './payoff-model.ts'
import { noGreeks, type PositionGreeks, positionGreeks } from './unit-greeks.ts'

/** Displayed legs: the draft (one package), the portfolio of its base, or both. */
export type PayoffView = 'draft' | 'book' | 'both'

/** A closing order alone would look like the opposite, naked position, so the portfolio after it is shown instead. */
export const viewShown = (asked: PayoffView, isClosing: boolean): PayoffView =>
  isClosing && asked === 'draft' ? 'both' : asked

export interface PayoffPart {
  readonly legs: readonly PackageLeg[]
  readonly cost: number | undefined
}

export function portfolioPart(positions: readonly Position[], base: string): PayoffPart {
  const own = positions.filter(
    ({ symbol, product_type }) =>
      parseInstrumentName(symbol)?.base === base && valuedProduct(symbol, undefined, product_type) !== undefined,
  )
  const legs = own
    .map(position => ({ symbol: position.symbol, ratio: toNumber(signedSize(position)) }))
    .filter(leg => leg.ratio !== 0)
  const cost = own.reduce((sum, position) => sum + toNumber(signedSize(position)) * toNumber(position.mark_price), 0)
  return { legs, cost }
}

export function combinedPart(book: PayoffPart, draft: PayoffPart, quantity: number | undefined): PayoffPart {
  const ratios = new Map<string, number>()
  for (const { symbol, ratio } of book.legs) ratios.set(symbol, (ratios.get(symbol) ?? 0) + ratio)
  for (const { symbol, ratio } of draft.legs) ratios.set(symbol, (ratios.get(symbol) ?? 0) + ratio * (quantity ?? 0))
  const known =
    book.cost !== undefined && quantity !== undefined && (draft.cost !== undefined || draft.legs.length === 0)
  return {
    legs: [...ratios].filter(([, ratio]) => ratio !== 0).map(([symbol, ratio]) => ({ symbol, ratio })),
    cost: known ? (book.cost ?? 0) + (draft.cost ?? 0) * (quantity ?? 0) : undefined,
  }
}

export interface PartEffect {
  readonly greeks: PositionGreeks
  /** Least profit at the horizon for prices within ±3σ. Undefined without a horizon or a volatility. */
  readonly worst: number | undefined
}

const nothing: PartEffect = { greeks: { ...noGreeks, value: 0 }, worst: 0 }
const points = 181
const usualHorizonMs = 30 * dayMs

/**
 * The common horizon of the compared parts: the first expiry among all their options, including offsetting ones;
 * without options the listed expiry nearest to thirty days. Undefined if none is listed.
 */
export function commonHorizon(parts: readonly PayoffPart[], surface: BaseSurface, nowMs: number): number | undefined {
  const names = parts.flatMap(part => part.legs.map(leg => parseInstrumentName(leg.symbol)))
  const options = names.flatMap(name => (name?.product === 'option' && name.expiryMs > nowMs ? [name.expiryMs] : []))
  if (options.length > 0) return Math.min(...options)
  const off = (expiryMs: number): number => Math.abs(expiryMs - nowMs - usualHorizonMs)
  const listed = [...surface.expiries.values()].filter(
    each => each.expiryMs > nowMs && each.atmVolatility !== undefined,
  )
  return listed.map(each => each.expiryMs).sort((a, b) => off(a) - off(b))[0]
}

export function partEffect(
  part: PayoffPart,
  surface: BaseSurface,
  nowMs: number,
  horizonMs: number | undefined,
  /** Scenario of the greeks; the worst case uses present volatilities. */
  scenario: Scenario = { atMs: nowMs, volatilityShift: 0 },
): PartEffect | undefined {
  if (part.legs.length === 0) return nothing
  if (surface.underlying === undefined) return undefined
  const scene = payoffScene({ ...part, cost: part.cost ?? 0, surface, nowMs, scenario: presentScenario })
  if (scene === undefined) return undefined
  const greeks = positionGreeks(scene.legs, toNumber(surface.underlying.price), scenario)
  const at = horizonMs === undefined ? undefined : surface.expiries.get(horizonMs)
  if (part.cost === undefined || horizonMs === undefined || at?.forward === undefined || at.atmVolatility === undefined)
    return { greeks, worst: undefined }
  const law = { forward: at.forward.price, deviation: at.atmVolatility * Math.sqrt(at.years) }
  const [low, high] = [priceAtSigma(-3, law), priceAtSigma(3, law)]
  const strikes = scene.legs.flatMap(leg =>
    leg.kind !== 'linear' && leg.strike > low && leg.strike < high ? [leg.strike] : [],
  )
  const even = Array.from({ length: points }, (_, index) => low + ((high - low) * index) / (points - 1))
  const values = payoffBefore(
    scene.legs,
    scene.cost,
    { atMs: horizonMs, volatilityShift: 0 },
    Float64Array.from([...even, ...strikes]),
  )
  return { greeks, worst: values.reduce((least, value) => Math.min(least, value)) }
}

export interface OrderParts {
  readonly whole: PayoffPart
  readonly book: PayoffPart
  readonly both: PayoffPart
}

export interface OrderEffect {
  readonly horizonMs: number | undefined
  readonly order: PartEffect | undefined
  readonly before: PartEffect | undefined
  readonly after: PartEffect | undefined
}

export interface EffectMarket {
  readonly surface: BaseSurface
  readonly nowMs: number
  readonly isBookKnown: boolean
  readonly chosen?: Scenario | undefined
}

export function effectOfParts(
  { whole, book, both }: OrderParts,
  { surface, nowMs, isBookKnown, chosen }: EffectMarket,
): OrderEffect {
  const horizonMs = commonHorizon([whole, book], surface, nowMs)
  const of = (part: PayoffPart) => partEffect(part, surface, nowMs, horizonMs, chosen)
  return {
    horizonMs,
    order: of(whole),
    before: isBookKnown ? of(book) : undefined,
    after: isBookKnown ? of(both) : undefined,
  }
}

export interface EffectInputs {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly positions: readonly Position[]
  readonly surface: BaseSurface
  readonly nowMs: number
}

export function orderEffect({ legs, side, quantity, price, positions, surface, nowMs }: EffectInputs): OrderEffect {
  const sign = sideSign(side)
  const own = {
    legs: legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign })),
    cost: price === undefined ? undefined : sign * toNumber(price),
  }
  const times = toNumber(quantity)
  const book = portfolioPart(positions, surface.base)
  const parts = { whole: combinedPart({ legs: [], cost: 0 }, own, times), book, both: combinedPart(book, own, times) }
  return effectOfParts(parts, { surface, nowMs, isBookKnown: true })
}
