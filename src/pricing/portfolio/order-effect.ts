/** What an order does to the book of its base: greeks and worst case of the order, of the book before and of the book after, over one horizon. */
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import type { Position } from '../../domain/account.ts'
import { type Side, sideSign } from '../../domain/order.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import type { Scenario } from '../payoff-before.ts'
import { type PartEffect, commonHorizon, partEffect } from './part-effect.ts'
import { type PayoffPart, portfolioPart, combinedPart } from './payoff-parts.ts'

export interface OrderParts {
  /** The whole order. */
  readonly whole: PayoffPart
  readonly book: PayoffPart
  readonly both: PayoffPart
}

export interface OrderEffect {
  /** Undefined where no expiry is listed. */
  readonly horizonMs: number | undefined
  readonly order: PartEffect | undefined
  readonly before: PartEffect | undefined
  readonly after: PartEffect | undefined
}

export interface EffectMarket {
  readonly surface: BaseSurface
  readonly nowMs: number
  /** False while some position is not: then nothing is said of the book. */
  readonly isBookKnown: boolean
  /** Greeks are of this moment and volatility; of now where none is chosen. */
  readonly chosen?: Scenario | undefined
}

export function effectOfParts({ whole, book, both }: OrderParts, { surface, nowMs, isBookKnown, chosen }: EffectMarket): OrderEffect {
  const horizonMs = commonHorizon([whole, book], surface, nowMs)
  const of = (part: PayoffPart) => partEffect(part, surface, nowMs, horizonMs, chosen)
  return { horizonMs, order: of(whole), before: isBookKnown ? of(book) : undefined, after: isBookKnown ? of(both) : undefined }
}

export interface EffectInputs {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly quantity: Decimal
  /** Per package, signed as bought; undefined where it is not known. */
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
