/**
 * The prices of an underlying at which the account's money no longer covers its maintenance margin, so that the venue
 * begins to liquidate: the nearest below and above the present price. One underlying moves instantly; all others and
 * every volatility stay. Between two sampled prices the shortfall is assumed to begin only once. Open orders are
 * ignored, because the venue cancels them first.
 */
import type { Steps } from '../../domain/steps.ts'
import { holdingsBounds, maintenanceRules, type MarginHolding } from './scenario-margin.ts'

export interface LiquidationInputs {
  readonly holdings: readonly MarginHolding[]
  readonly index: number
  /** Collateral minus the maintenance margin of all other bases. */
  readonly money: number
  /**
   * Marks of the holdings with the underlying at each of `prices`, holding by holding. At the present price they equal
   * the current marks.
   */
  readonly marksAt: (prices: Float64Array) => Float64Array
}

export interface LiquidationPrices {
  /** Undefined if none exists down to a tenth of the present price. */
  readonly below: number | undefined
  /** Undefined if none exists up to five times the present price. */
  readonly above: number | undefined
  readonly isNow: boolean
}

/** Search range as a multiple of the present price. */
export const searchedRange = { least: 0.1, most: 5 } as const
const gridStep = 0.02

/** Money left above the maintenance margin with the underlying at each of `prices`. Below zero the venue liquidates. */
export function maintenanceExcess({ holdings, money, marksAt }: LiquidationInputs, prices: Float64Array): Float64Array {
  return holdingsBounds(holdings, prices, marksAt(prices), maintenanceRules).map(bound => money - bound)
}

const isCovered = (inputs: LiquidationInputs, price: number): boolean =>
  !((maintenanceExcess(inputs, Float64Array.of(price))[0] ?? 0) < 0)

/**
 * Prices to sample, from the present one outwards: even steps, and the prices at which a strike enters or leaves the
 * shock range.
 */
function looksFrom({ holdings, index }: LiquidationInputs, direction: 1 | -1): number[] {
  const end = index * (direction === 1 ? searchedRange.most : searchedRange.least)
  const steps = Math.ceil(Math.abs(Math.log(end / index)) / gridStep)
  const even = Array.from({ length: steps }, (_, at) => index * Math.exp(direction * gridStep * (at + 1)))
  const strikes = new Set(holdings.flatMap(holding => holding.strike ?? []))
  const { shock } = maintenanceRules
  const kinks = [...strikes].flatMap(strike => [strike, strike / (1 + shock), strike / (1 - shock)])
  const isOutward = (price: number): boolean => (price - index) * direction > 0 && (end - price) * direction >= 0
  return [...even, ...kinks].filter(isOutward).sort((a, b) => (a - b) * direction)
}

/** Prices are evaluated in batches, so that the holdings are not visited for each price. */
const looksAtOnce = 32

function* nearest(inputs: LiquidationInputs, direction: 1 | -1): Steps<number | undefined> {
  const looks = looksFrom(inputs, direction)
  for (let from = 0; from < looks.length; from += looksAtOnce) {
    yield undefined
    const prices = Float64Array.from(looks.slice(from, from + looksAtOnce))
    const short = maintenanceExcess(inputs, prices).findIndex(excess => excess < 0)
    if (short !== -1) return crossing(inputs, looks[from + short - 1] ?? inputs.index, looks[from + short] as number)
  }
  return undefined
}

function crossing(inputs: LiquidationInputs, from: number, to: number): number {
  let [covered, short] = [from, to]
  for (let round = 0; round < 50; round += 1) {
    const middle = (covered + short) / 2
    if (isCovered(inputs, middle)) covered = middle
    else short = middle
  }
  return short
}

/** A generator, because many positions take longer than a frame. */
export function* liquidationSteps(inputs: LiquidationInputs): Steps<LiquidationPrices> {
  if (!isCovered(inputs, inputs.index)) return { below: undefined, above: undefined, isNow: true }
  const below = yield* nearest(inputs, -1)
  const above = yield* nearest(inputs, 1)
  return { below, above, isNow: false }
}
