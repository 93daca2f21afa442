/**
 * The prices of an underlying at which an account's money no longer covers the maintenance margin of its positions, so that the venue begins
 * to close them: the nearest below and above the present price. One underlying moves, at once; all others, and every volatility, stay.
 * Between two prices looked at the shortfall is taken to begin once. Open orders are left out: they end before a position is touched.
 */
import type { Steps } from '../../domain/steps.ts'
import { holdingsBounds, maintenanceRules, type MarginHolding } from './scenario-margin.ts'

export interface LiquidationInputs {
  /** All of one base. */
  readonly holdings: readonly MarginHolding[]
  /** Of the base, now. */
  readonly index: number
  /** Collateral less the maintenance of all other bases. */
  readonly money: number
  /** Marks of the holdings where the underlying is at each of `prices`, holding by holding; equal to their own at the present one. */
  readonly marksAt: (prices: Float64Array) => Float64Array
}

export interface LiquidationPrices {
  /** Undefined where there is none from a tenth of the present price on. */
  readonly below: number | undefined
  /** Undefined where there is none up to five times the present price. */
  readonly above: number | undefined
  /** Maintenance is not covered at the present price. */
  readonly isNow: boolean
}

/** Parts of the present price that are searched. */
export const searchedRange = { least: 0.1, most: 5 } as const
const gridStep = 0.02

/** Money that is left over the maintenance margin with the underlying at each of `prices`; below zero the venue closes. */
export function maintenanceExcess({ holdings, money, marksAt }: LiquidationInputs, prices: Float64Array): Float64Array {
  return holdingsBounds(holdings, prices, marksAt(prices), maintenanceRules).map(bound => money - bound)
}

const isCovered = (inputs: LiquidationInputs, price: number): boolean => !((maintenanceExcess(inputs, Float64Array.of(price))[0] ?? 0) < 0)

/** Prices worth looking at, from the present one outwards: even steps, and where a strike comes into the range or leaves it. */
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

/** Prices are checked in batches: one at a time would visit every holding for each. */
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

/** The edge between a price that is covered and one that is not. */
function crossing(inputs: LiquidationInputs, from: number, to: number): number {
  let [covered, short] = [from, to]
  for (let round = 0; round < 50; round += 1) {
    const middle = (covered + short) / 2
    if (isCovered(inputs, middle)) covered = middle
    else short = middle
  }
  return short
}

/** In steps: of many positions it takes longer than a frame. */
export function* liquidationSteps(inputs: LiquidationInputs): Steps<LiquidationPrices> {
  if (!isCovered(inputs, inputs.index)) return { below: undefined, above: undefined, isNow: true }
  const below = yield* nearest(inputs, -1)
  const above = yield* nearest(inputs, 1)
  return { below, above, isNow: false }
}
