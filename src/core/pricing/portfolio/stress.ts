/**
 * Price × volatility stress of a portfolio: gain or loss if every underlying moves by the same percentage and every
 * volatility by the same points, now or later; or scaled by betas and weights. By Black-76 line by line against the
 * model's own present value, so that an unmoved portfolio is exactly zero and bases can be added. Assumptions as in
 * `payoff-before.ts`. Lines that cannot be priced are named, not zero.
 */
import { dayMs, yearMs } from '../../domain/time.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'
import { groupLines, modelLeg, type PortfolioLine, type UnderlyingPrice } from './net-greeks.ts'

export interface StressWeights {
  /** By base: multiple of the table's move; 1 if missing. */
  readonly betas?: Readonly<Record<string, number>> | undefined
  /** Shifts are multiplied by (30 days / time left) to this power: 0 is parallel, 0.5 moves short expiries more. */
  readonly termPower?: number | undefined
  /** Shifts grow by this share per standard deviation that a strike is below its forward, and shrink above it. */
  readonly skew?: number | undefined
}

export interface HeldCoins {
  readonly base: string
  readonly amount: number
  readonly price: number
}

export interface StressAxes {
  readonly weights?: StressWeights | undefined
  readonly coins?: readonly HeldCoins[] | undefined
  /** Relative moves: -0.1 is ten percent down. */
  readonly moves: readonly number[]
  /** Added to every volatility: 0.05 is five points. */
  readonly shifts: readonly number[]
  readonly nowMs: number
  readonly laterMs: number
}

export interface StressTable {
  /** Row by row, one row per move, one column per shift; USD. */
  readonly values: Float64Array
  readonly worst: number | undefined
  readonly priced: number
  readonly of: number
  readonly leftOut: readonly string[]
}

const usualTermMs = 30 * dayMs
const mostDeviations = 3

export function shiftWeight(
  leg: ModelLeg,
  underlying: number,
  nowMs: number,
  { termPower = 0, skew = 0 }: StressWeights,
): number {
  if (leg.kind === 'linear') return 0
  const left = Math.max(dayMs, leg.expiryMs - nowMs)
  const term = (usualTermMs / left) ** termPower
  if (skew === 0) return term
  const deviation = leg.volatility * Math.sqrt(left / yearMs)
  const below = deviation === 0 ? 0 : Math.log(((leg.forwardRatio ?? 1) * underlying) / leg.strike) / deviation
  return Math.max(0, term * (1 + skew * Math.min(mostDeviations, Math.max(-mostDeviations, below))))
}

function shifted(
  legs: readonly ModelLeg[],
  underlying: number,
  shift: number,
  { nowMs, weights }: StressAxes,
): readonly ModelLeg[] {
  if (weights === undefined || shift === 0) return legs
  return legs.map(leg => {
    if (leg.kind === 'linear') return leg
    // The table applies `shift` to all legs; the leg carries the weight's difference from one.
    return { ...leg, volatility: leg.volatility + shift * (shiftWeight(leg, underlying, nowMs, weights) - 1) }
  })
}

const betaOf = ({ weights }: StressAxes, base: string): number => weights?.betas?.[base] ?? 1

function addCoins(axes: StressAxes, into: Float64Array): void {
  for (const { base, amount, price } of axes.coins ?? []) {
    axes.moves.forEach((move, row) => {
      const won = amount * price * Math.max(-1, move * betaOf(axes, base))
      axes.shifts.forEach((_, column) => {
        const index = row * axes.shifts.length + column
        into[index] = (into[index] ?? 0) + won
      })
    })
  }
}

function addBase(
  lines: readonly PortfolioLine[],
  underlying: number | undefined,
  axes: StressAxes,
  into: Float64Array,
): string[] {
  const legs = lines.map(line => (underlying === undefined ? undefined : modelLeg(line, underlying)))
  const known = legs.filter(leg => leg !== undefined)
  const leftOut = lines.filter((_, at) => legs[at] === undefined).map(line => line.name)
  if (underlying === undefined) return leftOut
  const { moves, shifts, nowMs, laterMs } = axes
  const now = payoffBefore(known, 0, { atMs: nowMs, volatilityShift: 0 }, Float64Array.of(underlying))[0] ?? 0
  const beta = lines[0] === undefined ? 1 : betaOf(axes, lines[0].base)
  const prices = Float64Array.from(moves, move => underlying * Math.max(0, 1 + beta * move))
  shifts.forEach((volatilityShift, column) => {
    // The present value is subtracted afterwards, not passed as the cost: floats summed in another order differ.
    const values = payoffBefore(
      shifted(known, underlying, volatilityShift, axes),
      0,
      { atMs: nowMs + laterMs, volatilityShift },
      prices,
    )
    values.forEach((value, row) => {
      const index = row * shifts.length + column
      into[index] = (into[index] ?? 0) + (value - now)
    })
  })
  return leftOut
}

export function stressTable(
  lines: readonly PortfolioLine[],
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
  axes: StressAxes,
): StressTable {
  const values = new Float64Array(axes.moves.length * axes.shifts.length)
  const leftOut = [...groupLines(lines, line => line.base)].flatMap(([base, members]) =>
    addBase(members, underlyingOf(base)?.price, axes, values),
  )
  addCoins(axes, values)
  const priced = lines.length - leftOut.length
  const least = values.reduce((worst, value, index) => (value < (values[worst] ?? 0) ? index : worst), 0)
  const isEmpty = priced === 0 && (axes.coins ?? []).length === 0
  return { values, worst: isEmpty ? undefined : least, priced, of: lines.length, leftOut }
}
