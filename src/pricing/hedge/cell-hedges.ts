/**
 * Single legs that would make up for the loss of one cell of a stress table: one what is linear, one call and one put at most, options
 * bought only. Each is sized to bring the cell to nothing at the quote it takes, rounded up to a step; they are ranked by the worst cell that
 * is left, since a leg that mends one cell may open another.
 */
import type { PortfolioLine } from '../portfolio/portfolio-line.ts'
import type { UnderlyingPrice } from '../portfolio/net-greeks.ts'
import { type StressAxes, stressTable } from '../portfolio/stress.ts'

export interface HedgeCandidate {
  /** One unit, held long. */
  readonly line: PortfolioLine
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly step: number
}

export interface CellHedge {
  readonly line: PortfolioLine
  readonly side: 'buy' | 'sell'
  readonly size: number
  /** The quote that it takes. */
  readonly price: number
  /** USD: the premium of an option; nothing for what is linear. */
  readonly premium: number
  /** USD lost against the mid. */
  readonly spread: number
  readonly after: Float64Array
  readonly worstAfter: number
}

interface Cell {
  /** Place in the table's values. */
  readonly index: number
  /** The table as it is. */
  readonly values: Float64Array
}

const leastOf = (values: Float64Array): number => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)

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

/** The best of each kind, the one that leaves the least to lose first; none where the cell is no loss. */
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
