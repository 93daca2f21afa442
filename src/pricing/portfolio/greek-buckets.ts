/**
 * Greeks of a book laid out by expiry or by strike. Every line is in exactly one bucket, so the buckets of either layout add up to the
 * book. Delta and gamma in USD as in `net-greeks.ts`, so that bases add up too; undefined where the base has no price.
 */
import type { PortfolioLine } from './portfolio-line.ts'
import { type NetGreeks, type UnderlyingPrice, groupLines, netGreeks } from './net-greeks.ts'

export type BucketLayout = 'expiry' | 'strike'

export interface GreekBucket {
  /** Expiry in ms, or the strike; undefined for what has none. */
  readonly at: number | undefined
  /** Of a strike: strikes of several bases are not one. */
  readonly base: string | undefined
  readonly net: NetGreeks
}

const firstAtNone = (a: number | undefined, b: number | undefined): number =>
  (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY)

/** Buckets rising; what has no expiry (or no strike) comes first, by base where it is by strike. */
export function greekBuckets(
  lines: readonly PortfolioLine[],
  layout: BucketLayout,
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
): GreekBucket[] {
  const keyOf = (line: PortfolioLine): string => (layout === 'expiry' ? `${line.expiryMs}` : `${line.base} ${line.strike}`)
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
