/**
 * Where a book stands in one place: the share of each group in the gross of all lines, |value|, |delta in USD| or |vega| line by line, so that a long and a
 * short of one group do not hide one another. Shares of a measure add up to one.
 */
import type { PortfolioLine } from './portfolio-line.ts'
import { type UnderlyingPrice, groupLines } from './net-greeks.ts'

export type Measure = 'value' | 'delta' | 'vega'

export interface Share {
  readonly name: string
  /** USD (of delta, USD of delta; of vega, USD a volatility point). */
  readonly gross: number
  /** Signed sum of the same. */
  readonly net: number
  /** Of the gross of all; 0 where that is 0. */
  readonly share: number
  readonly lines: number
}

export interface Concentration {
  readonly gross: number
  /** Largest first. */
  readonly shares: readonly Share[]
  /** Lines that have no such figure. */
  readonly leftOut: readonly string[]
}

/** Of one line; undefined where it cannot be known. Value is the market value of an option, the notional of what is linear. */
export function measureOf(line: PortfolioLine, measure: Measure, underlying: number | undefined): number | undefined {
  if (line.kind === 'other') return undefined
  if (measure === 'value') return line.size * line.mark
  if (measure === 'vega') return line.greeks?.vegaPerVolPoint
  return line.greeks === undefined || underlying === undefined ? undefined : line.greeks.delta * underlying
}

export function concentration(
  lines: readonly PortfolioLine[],
  groupOf: (line: PortfolioLine) => string,
  measure: Measure,
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
): Concentration {
  const measured = lines.map(line => ({ line, value: measureOf(line, measure, underlyingOf(line.base)?.price) }))
  const known = measured.flatMap(({ line, value }) => (value === undefined ? [] : [{ line, value }]))
  const gross = known.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const shares = [...groupLines(known, ({ line }) => groupOf(line))].map(([name, members]): Share => {
    const own = members.reduce((sum, { value }) => sum + Math.abs(value), 0)
    return {
      name,
      gross: own,
      net: members.reduce((sum, { value }) => sum + value, 0),
      share: gross === 0 ? 0 : own / gross,
      lines: members.length,
    }
  })
  return {
    gross,
    shares: shares.sort((a, b) => b.gross - a.gross),
    leftOut: measured.filter(({ value }) => value === undefined).map(({ line }) => line.name),
  }
}
