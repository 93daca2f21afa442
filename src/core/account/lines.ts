/** Converts position rows to pricing lines. An unchanged row keeps its line object. */
import type { MissingInput } from './gap.ts'
import { toNumber } from '../domain/decimal.ts'
import type { PortfolioLine, UnderlyingPrice } from '../pricing/portfolio/net-greeks.ts'
import type { PositionRow } from './position-rows.ts'
import type { Surfaces } from './surfaces.ts'

const cached = new WeakMap<PositionRow, PortfolioLine>()

function lineOf(row: PositionRow): PortfolioLine {
  const option = row.parsed?.product === 'option' ? row.parsed : undefined
  const inputs = row.unit?.isPriced === true ? row.unit.inputs : undefined
  return {
    symbol: row.symbol,
    name: row.name,
    base: row.base,
    kind: row.product === undefined ? 'other' : (option?.right ?? 'linear'),
    strike: option === undefined ? undefined : toNumber(option.strike),
    expiryMs: row.expiryMs,
    size: toNumber(row.size),
    mark: toNumber(row.mark),
    entry: toNumber(row.entry),
    greeks: row.greeks,
    priced: inputs === undefined ? undefined : { forward: inputs.forward, volatility: inputs.volatility },
  }
}

export const bookLines = (rows: readonly PositionRow[]): PortfolioLine[] =>
  rows.map(row => {
    const known = cached.get(row)
    if (known !== undefined) return known
    const line = lineOf(row)
    cached.set(row, line)
    return line
  })

export const underlyingPrices = (bases: readonly string[], surfaces: Surfaces): ReadonlyMap<string, UnderlyingPrice> =>
  new Map(
    bases.flatMap(base => {
      const underlying = surfaces.underlying(base)
      return underlying === undefined
        ? []
        : [[base, { price: toNumber(underlying.price), source: underlying.source }] as const]
    }),
  )

/** False while quotes that a leg needs are being read. */
export const areQuotesRead = (rows: readonly PositionRow[]): boolean =>
  !rows.some(({ unit }) => unit === undefined || (!unit.isPriced && unit.why === 'pending'))

/**
 * Legs without greeks or without a price of their base. Undefined if all are priced, or while quotes are being read.
 * Reads rows only, because net greeks are computed on first use.
 */
export function unpricedLegs(
  rows: readonly PositionRow[],
  hasPrice: (base: string) => boolean,
): MissingInput | undefined {
  const missing = rows.filter(({ greeks, base }) => greeks === undefined || !hasPrice(base)).length
  return missing === 0 || !areQuotesRead(rows)
    ? undefined
    : { kind: 'unpriced', what: 'legs', missing, of: rows.length }
}
