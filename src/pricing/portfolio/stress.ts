/**
 * Price × volatility stress of a book: what it would gain or lose if every underlying moved by the same part of its price and every
 * volatility by the same points, at once or some time on. By Black-76 line by line against the model's own value now, so nothing moved at
 * once is zero exactly, and bases add up. Assumptions as in `payoff-before.ts`. Lines that cannot be priced are named, not zero.
 */
import { payoffBefore } from '../payoff-before.ts'
import { type BookLine, modelLeg } from './book-line.ts'
import { type UnderlyingPrice, groupLines } from './net-greeks.ts'

export interface StressAxes {
  /** Parts of the price: -0.1 is ten percent down. */
  readonly moves: readonly number[]
  /** Added to every volatility: 0.05 is five points. */
  readonly shifts: readonly number[]
  readonly nowMs: number
  /** Time that passes before. */
  readonly laterMs: number
}

export interface StressTable {
  /** Row by row, a row a move, a column a shift; in USD. */
  readonly values: Float64Array
  /** Place in `values` of the least; undefined where nothing is priced. */
  readonly worst: number | undefined
  readonly priced: number
  readonly of: number
  readonly leftOut: readonly string[]
}

/** Adds the outcome of the lines of one base to `into`; names the lines that it could not. */
function addBase(lines: readonly BookLine[], underlying: number | undefined, axes: StressAxes, into: Float64Array): string[] {
  const legs = lines.map(line => (underlying === undefined ? undefined : modelLeg(line, underlying)))
  const known = legs.filter(leg => leg !== undefined)
  const leftOut = lines.filter((_, at) => legs[at] === undefined).map(line => line.name)
  if (underlying === undefined) return leftOut
  const { moves, shifts, nowMs, laterMs } = axes
  const now = payoffBefore(known, 0, { atMs: nowMs, volatilityShift: 0 }, Float64Array.of(underlying))[0] ?? 0
  const prices = Float64Array.from(moves, move => underlying * (1 + move))
  shifts.forEach((volatilityShift, column) => {
    // Not with `now` as the cost: added in another order, the same floats do not give the same sum.
    const values = payoffBefore(known, 0, { atMs: nowMs + laterMs, volatilityShift }, prices)
    values.forEach((value, row) => {
      const place = row * shifts.length + column
      into[place] = (into[place] ?? 0) + (value - now)
    })
  })
  return leftOut
}

export function stressTable(
  lines: readonly BookLine[],
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
  axes: StressAxes,
): StressTable {
  const values = new Float64Array(axes.moves.length * axes.shifts.length)
  const leftOut = [...groupLines(lines, line => line.base)].flatMap(([base, members]) =>
    addBase(members, underlyingOf(base)?.price, axes, values),
  )
  const priced = lines.length - leftOut.length
  const least = values.reduce((worst, value, place) => (value < (values[worst] ?? 0) ? place : worst), 0)
  return { values, worst: priced === 0 ? undefined : least, priced, of: lines.length, leftOut }
}
