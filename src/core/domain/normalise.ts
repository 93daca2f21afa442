/**
 * Converts a trader's legs to the contract's canonical form (conventions 4, contract rule 10). Invariants: the signed
 * quantity per instrument and the total cash are unchanged. A single remaining instrument uses the single-leg form.
 * Nothing is rounded: an indivisible price is rejected with the nearest valid ones.
 */
import { dec, type Decimal, divExact, gcd, isZero, mul, neg, roundToStep, sum } from './decimal.ts'
import { compareIds } from './ids.ts'
import { type Leg, opposite, type Side, sideSign } from './order.ts'

export interface PackageIntent {
  readonly legs: readonly Leg[]
  readonly side: Side
  readonly quantity: Decimal
  /** Per package, signed: buying at a positive price pays. */
  readonly price?: Decimal | undefined
  readonly minimum_quantity?: Decimal | undefined
}

/** Wire form. A single instrument keeps one leg with ratio 1 and has no minimum quantity (rule 11). */
export interface WirePackage {
  readonly kind: 'single' | 'package'
  readonly legs: readonly Leg[]
  readonly side: Side
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly minimum_quantity?: Decimal | undefined
  /** Greatest common divisor removed from the ratios. */
  readonly divisor: number
  readonly mirrored: boolean
}

export type NormaliseFailure =
  | { readonly reason: 'no_legs' }
  | { readonly reason: 'ratio_not_integer'; readonly symbol: string }
  /** The quotient price / divisor does not terminate. `nearest`: valid package prices below and above. */
  | { readonly reason: 'price_not_divisible'; readonly divisor: number; readonly nearest: readonly [Decimal, Decimal] }

export type NormaliseResult =
  | { readonly ok: true; readonly value: WirePackage }
  | ({ readonly ok: false } & NormaliseFailure)

export function mergeLegs(legs: readonly Leg[]): Leg[] {
  const merged = new Map<string, Leg>()
  for (const leg of legs) {
    const known = merged.get(leg.tradeable_entity_id)
    merged.set(leg.tradeable_entity_id, known === undefined ? leg : { ...known, ratio: known.ratio + leg.ratio })
  }
  return [...merged.values()]
    .filter(leg => leg.ratio !== 0)
    .sort((a, b) => compareIds(a.tradeable_entity_id, b.tradeable_entity_id))
}

/** Package prices just below and above `price` whose share per wire package is a multiple of `step`. */
export function nearestPackagePrices(price: Decimal, divisor: number, step: Decimal): readonly [Decimal, Decimal] {
  const grid = mul(step, dec(divisor))
  return [roundToStep(price, grid, 'down'), roundToStep(price, grid, 'up')]
}

const finestFallback = dec('0.00000001')

/** `priceStep` is the grid for nearest prices if the division does not terminate. */
export function normalise(intent: PackageIntent, priceStep: Decimal = finestFallback): NormaliseResult {
  const fraction = intent.legs.find(leg => !Number.isSafeInteger(leg.ratio))
  if (fraction !== undefined) return { ok: false, reason: 'ratio_not_integer', symbol: fraction.symbol }
  const merged = mergeLegs(intent.legs)
  const first = merged[0]
  if (first === undefined) return { ok: false, reason: 'no_legs' }
  const divisor = gcd(merged.map(leg => leg.ratio))
  const mirrored = first.ratio < 0
  const factor = mirrored ? -divisor : divisor
  const price = intent.price === undefined ? undefined : divExact(intent.price, dec(factor))
  if (intent.price !== undefined && price === undefined) {
    return {
      ok: false,
      reason: 'price_not_divisible',
      divisor,
      nearest: nearestPackagePrices(intent.price, divisor, priceStep),
    }
  }
  const kind = merged.length === 1 ? 'single' : 'package'
  const minimum = kind === 'package' ? intent.minimum_quantity : undefined
  return {
    ok: true,
    value: {
      kind,
      legs: merged.map(leg => ({ ...leg, ratio: leg.ratio / factor })),
      side: mirrored ? opposite(intent.side) : intent.side,
      quantity: divisor === 1 ? intent.quantity : mul(intent.quantity, dec(divisor)),
      ...(price === undefined
        ? {}
        : { price: divisor === 1 && !mirrored && intent.price !== undefined ? intent.price : price }),
      ...(minimum === undefined ? {} : { minimum_quantity: divisor === 1 ? minimum : mul(minimum, dec(divisor)) }),
      divisor,
      mirrored,
    },
  }
}

/** Cash to the trader: -(+1 buy, -1 sell) × price × quantity. */
export function cashToTrader(side: Side, price: Decimal, quantity: Decimal): Decimal {
  const flow = mul(price, quantity)
  return sideSign(side) === 1 ? neg(flow) : flow
}

export function legTotals(order: Pick<PackageIntent, 'legs' | 'side' | 'quantity'>): Map<string, Decimal> {
  const totals = new Map<string, Decimal>()
  for (const leg of mergeLegs(order.legs)) {
    totals.set(leg.tradeable_entity_id, mul(order.quantity, dec(leg.ratio * sideSign(order.side))))
  }
  return totals
}

export type Effect = 'debit' | 'credit' | 'even'

export function effectOf(side: Side, price: Decimal): Effect {
  if (isZero(price)) return 'even'
  return (side === 'buy') === price.startsWith('-') ? 'credit' : 'debit'
}

export function packagePrice(legs: readonly { readonly ratio: number; readonly price: Decimal }[]): Decimal {
  return sum(legs.map(leg => mul(dec(leg.ratio), leg.price)))
}
