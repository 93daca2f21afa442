/**
 * Single legs that would offset the loss in one cell of a stress table: at most one linear instrument, one call and one
 * put; options are only bought. Each is sized to bring the cell to zero at the current quote, rounded up to a step.
 * They are ranked by the worst cell that remains, because a leg that fixes one cell may worsen another.
 */
import {
  abs,
  add,
  type Decimal,
  decimalFromNumber,
  gt,
  isZero,
  lt,
  neg,
  roundToStep,
  sign,
  sub,
  zero,
} from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { Side } from '../../domain/order.ts'
import type { PortfolioLine, UnderlyingPrice } from '../portfolio/net-greeks.ts'
import { type StressAxes, stressTable } from '../portfolio/stress.ts'

export interface Hedge {
  readonly side: Side
  readonly quantity: Decimal
  readonly leaves: Decimal
  readonly bound: 'minimum' | 'maximum' | undefined
}

type Rules = Pick<Instrument, 'quantity_step' | 'minimum_quantity' | 'maximum_quantity'>

const digits = 8
const closer = (a: Decimal, b: Decimal, target: Decimal): Decimal =>
  lt(abs(sub(target, b)), abs(sub(target, a))) ? b : a

export function hedgeSize(delta: number, rules: Rules): Hedge | undefined {
  const exact = decimalFromNumber(Math.round(delta * 10 ** digits) / 10 ** digits)
  if (exact === undefined) return undefined
  const wanted = abs(exact)
  const { quantity_step: step, minimum_quantity: least, maximum_quantity: most } = rules
  const stepped = isZero(step) ? wanted : roundToStep(wanted, step, 'nearest')
  const [isSmall, isLarge] = [lt(stepped, least), sign(most) > 0 && gt(stepped, most)]
  const quantity = isSmall ? closer(zero, least, wanted) : isLarge ? most : stepped
  const side: Side = sign(exact) > 0 ? 'sell' : 'buy'
  return {
    side,
    quantity,
    leaves: add(exact, side === 'sell' ? neg(quantity) : quantity),
    bound: isLarge ? 'maximum' : isSmall && !isZero(wanted) ? 'minimum' : undefined,
  }
}

export interface HedgeCandidate {
  readonly line: PortfolioLine
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly step: number
}

export interface CellHedge {
  readonly line: PortfolioLine
  readonly side: 'buy' | 'sell'
  readonly size: number
  readonly price: number
  readonly premium: number
  /** USD lost against the mid. */
  readonly spread: number
  readonly after: Float64Array
  readonly worstAfter: number
}

interface Cell {
  readonly index: number
  readonly values: Float64Array
}

const leastOf = (values: Float64Array): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)

function hedgeBy(
  { line, bid, ask, step }: HedgeCandidate,
  { index, values }: Cell,
  axes: Omit<StressAxes, 'coins'>,
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
): CellHedge | undefined {
  const lost = -(values[index] ?? 0)
  if (lost <= 0 || bid === undefined || ask === undefined || !(ask >= bid)) return undefined
  const unit = stressTable([line], underlyingOf, axes)
  const won = unit.values[index] ?? 0
  const side = won > 0 ? 'buy' : 'sell'
  if (unit.priced === 0 || (side === 'sell' && line.kind !== 'linear')) return undefined
  const half = (ask - bid) / 2
  const each = Math.abs(won) - half
  if (each <= 0) return undefined
  const size = Math.ceil(lost / each / step - 1e-9) * step
  const sign = side === 'buy' ? 1 : -1
  const after = values.map((value, at) => value + size * (sign * (unit.values[at] ?? 0) - half))
  const price = side === 'buy' ? ask : bid
  const premium = line.kind === 'linear' ? 0 : size * price
  return { line, side, size, price, premium, spread: size * half, after, worstAfter: leastOf(after) }
}

/** The best hedge of each kind, the one with the smallest remaining loss first. Empty if the cell is not a loss. */
export function cellHedges(
  candidates: readonly HedgeCandidate[],
  cell: Cell,
  axes: Omit<StressAxes, 'coins'>,
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
): readonly CellHedge[] {
  const best = new Map<PortfolioLine['kind'], CellHedge>()
  for (const candidate of candidates) {
    const hedge = hedgeBy(candidate, cell, axes, underlyingOf)
    if (hedge === undefined) continue
    const known = best.get(hedge.line.kind)
    if (known === undefined || hedge.worstAfter > known.worstAfter) best.set(hedge.line.kind, hedge)
  }
  return [...best.values()].sort((a, b) => b.worstAfter - a.worstAfter)
}
