/** Marks of positions of one base with the underlying at other prices: each its own, moved as its model moves. */
import { intrinsicValue } from '../black.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'
import type { MarginHolding } from './scenario-margin.ts'

/** Of one holding at each of `prices`. `leg`: the model of one of it; `index`: the present price. */
function writeMarks(
  { kind, strike = 0, mark }: MarginHolding,
  leg: ModelLeg | undefined,
  index: number,
  atMs: number,
  prices: Float64Array,
  marks: Float64Array,
  offset: number,
): void {
  if (kind === 'linear') {
    for (let at = 0; at < prices.length; at++) marks[offset + at] = (mark * (prices[at] as number)) / index
    return
  }
  const isCall = kind === 'call'
  if (leg === undefined) {
    const timeValue = Math.max(0, mark - intrinsicValue(index, strike, isCall))
    for (let at = 0; at < prices.length; at++) marks[offset + at] = timeValue + intrinsicValue(prices[at] as number, strike, isCall)
    return
  }
  const present = { atMs, volatilityShift: 0 }
  const [now = 0] = payoffBefore([leg], 0, present, Float64Array.of(index))
  payoffBefore([leg], now - mark, present, prices, marks, offset)
  for (let at = offset; at < offset + prices.length; at++) marks[at] = Math.max(0, marks[at] as number)
}

/**
 * Marks of each of `holdings` at each price, those of holding n from n × the number of prices on. `legs` are the models of one of each, undefined for what is
 * linear and for options without a volatility: these keep their time value. `index` is the present price.
 */
export const createMarksAt =
  (holdings: readonly MarginHolding[], legs: readonly (ModelLeg | undefined)[], index: number, atMs: number) =>
  (prices: Float64Array): Float64Array => {
    const marks = new Float64Array(holdings.length * prices.length)
    for (const [at, holding] of holdings.entries()) writeMarks(holding, legs[at], index, atMs, prices, marks, at * prices.length)
    return marks
  }
