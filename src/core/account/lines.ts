/** Converts position rows to pricing lines. An unchanged row keeps its line object. */
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
