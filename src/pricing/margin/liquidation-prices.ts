/**
 * The prices of an underlying at which an account's money no longer covers the maintenance margin of its positions, so that the venue begins
 * to close them: the nearest below and above the present price. One underlying moves, at once; all others, and every volatility, stay.
 * Between two prices looked at the shortfall is taken to begin once. Open orders are left out: they end before a position is touched.
 */
import { type MarginHolding, holdingsBinding, maintenanceRules } from './scenario-margin.ts'

export interface LiquidationInputs {
  /** All of one base. */
  readonly holdings: readonly MarginHolding[]
  /** Of the base, now. */
  readonly index: number
  /** Collateral less the maintenance of all other bases. */
  readonly money: number
  /** Mark of a holding where the underlying is at `price`; equal to its mark at the present one. */
  readonly markAt: (holding: MarginHolding, price: number) => number
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

/** Holdings as they stand with the underlying at `price`. */
const movedTo = ({ holdings, markAt }: LiquidationInputs, price: number): MarginHolding[] =>
  holdings.map(holding => {
    const mark = markAt(holding, price)
    return { ...holding, mark, upnl: holding.upnl + holding.size * (mark - holding.mark) }
  })

/** Money that is left over the maintenance margin with the underlying at `price`; below zero the venue closes. */
export const maintenanceExcess = (inputs: LiquidationInputs, price: number): number =>
  inputs.money - holdingsBinding(movedTo(inputs, price), price, maintenanceRules).bound

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

function nearest(inputs: LiquidationInputs, direction: 1 | -1): number | undefined {
  let covered = inputs.index
  for (const price of looksFrom(inputs, direction)) {
    if (maintenanceExcess(inputs, price) < 0) return crossing(inputs, covered, price)
    covered = price
  }
  return undefined
}

/** The edge between a price that is covered and one that is not. */
function crossing(inputs: LiquidationInputs, from: number, to: number): number {
  let [covered, short] = [from, to]
  for (let round = 0; round < 50; round += 1) {
    const middle = (covered + short) / 2
    if (maintenanceExcess(inputs, middle) < 0) short = middle
    else covered = middle
  }
  return short
}

export function liquidationPrices(inputs: LiquidationInputs): LiquidationPrices {
  if (maintenanceExcess(inputs, inputs.index) < 0) return { below: undefined, above: undefined, isNow: true }
  return { below: nearest(inputs, -1), above: nearest(inputs, 1), isNow: false }
}
