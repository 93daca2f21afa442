/**
 * Concentration of a portfolio: each group's share of the gross of all lines, summed over |value|, |delta in USD| or
 * |vega| per line, so that a long and a short in one group do not offset. The shares of a measure add up to one.
 */
import { groupLines, type NetGreeks, netGreeks, type PortfolioLine, type UnderlyingPrice } from './net-greeks.ts'

export type Measure = 'value' | 'delta' | 'vega'

export interface Share {
  readonly name: string
  /** USD (for delta USD of delta, for vega USD per volatility point). */
  readonly gross: number
  readonly net: number
  readonly share: number
  readonly lines: number
}

export interface Concentration {
  readonly gross: number
  readonly shares: readonly Share[]
  readonly leftOut: readonly string[]
}

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

/**
 * Greeks of a portfolio by expiry or by strike. Every line is in exactly one bucket, so the buckets of either layout
 * add up to the portfolio. Delta and gamma in USD as in `net-greeks.ts`, so that bases can be added; undefined if the
 * base has no price.
 */
export type BucketLayout = 'expiry' | 'strike'

export interface GreekBucket {
  readonly at: number | undefined
  readonly base: string | undefined
  readonly net: NetGreeks
}

const firstAtNone = (a: number | undefined, b: number | undefined): number =>
  (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY)

export function greekBuckets(
  lines: readonly PortfolioLine[],
  layout: BucketLayout,
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
): GreekBucket[] {
  const keyOf = (line: PortfolioLine): string =>
    layout === 'expiry' ? `${line.expiryMs}` : `${line.base} ${line.strike}`
  return [...groupLines(lines, keyOf).values()]
    .map((members): GreekBucket => {
      const [first] = members
      return {
        at: layout === 'expiry' ? first?.expiryMs : first?.strike,
        base: layout === 'expiry' ? undefined : first?.base,
        net: netGreeks(members, underlyingOf),
      }
    })
    .sort((a, b) => (a.base === b.base ? 0 : (a.base ?? '') < (b.base ?? '') ? -1 : 1) || firstAtNone(a.at, b.at) || 0)
}
