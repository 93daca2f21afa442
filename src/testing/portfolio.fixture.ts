/**
 * An account as the header receives it: any positions and cash, two bases with an index, one option that cannot be
 * priced.
 */
import fc from 'fast-check'
import { bookLines, unpricedLegs } from '../core/account/lines.ts'
import { positionRows } from '../core/account/position-rows.ts'
import { equityTotal, portfolioTotals } from '../core/account/totals.ts'
import type { Balance, Position } from '../core/domain/account.ts'
import { dec, type Decimal } from '../core/domain/decimal.ts'
import type { Portfolio } from '../app/model/account/use-portfolio.ts'
import { netGreeks } from '../core/pricing/portfolio/net-greeks.ts'
import { noGreeks, type UnitGreeks } from '../core/pricing/portfolio/unit-greeks.ts'
import { heldBalance, heldPosition } from './held-position.ts'

export const symbols = [
  'BTC-USD-PERPETUAL',
  'BTC-20261225-90000P',
  'BTC-20261225-100000C',
  'BTC-20261225-110000C',
  'ETH-20261225',
  'ETH-20261225-4000C',
]
const unpriced: UnitGreeks = { isPriced: false, why: 'no_volatility' }
export const units = new Map(
  symbols.map((symbol, index): [string, UnitGreeks] => [
    symbol,
    symbol.endsWith('4000C')
      ? unpriced
      : {
          isPriced: true,
          greeks: /[CP]$/.test(symbol)
            ? {
                ...noGreeks,
                delta: 0.1 * (index + 1),
                gamma: 1e-5 * index,
                vegaPerVolPoint: 3 * index,
                thetaPerDay: -7 * index,
              }
            : { ...noGreeks, delta: 1 },
          inputs: undefined,
        },
  ]),
)
const summaries = new Map([['BTC-USD', { index_price: dec('100000.5') }]])
const underlyings = new Map(
  Object.entries({ BTC: { price: 100_000.5, source: 'index' }, ETH: { price: 4_000, source: 'index' } }),
)

export const cents = (min: number, max: number) => fc.integer({ min, max }).map(value => dec(String(value / 100)))
export const anyHeld = fc.uniqueArray(
  fc.record({
    symbol: fc.constantFrom(...symbols),
    size: cents(-5_000, 5_000),
    entry: cents(1, 900_000),
    mark: cents(1, 900_000),
  }),
  { selector: each => each.symbol },
)
export const anyCash = fc.record({ USD: cents(-1e9, 1e9), BTC: cents(-1_000, 1_000), PTF: cents(0, 1_000) })

export interface HeldPosition {
  readonly symbol: string
  readonly size: Decimal
  readonly entry: Decimal
  readonly mark: Decimal
}
type Held = readonly HeldPosition[]
type Cash = Readonly<Record<string, Decimal>>

export const positionsOf = (held: Held): Position[] =>
  held.map(({ symbol, size, entry, mark }) => heldPosition(symbol, size, entry, mark))

export const balancesOf = (cash: Cash): Balance[] =>
  Object.entries({ ...cash, 'USD-REFERENCE': dec('7') }).map(([symbol, amount]) => heldBalance(symbol, amount))

export function portfolioOf(held: Held, cash: Cash): Portfolio {
  const positions = positionsOf(held)
  const balances = balancesOf(cash)
  const rows = positionRows(positions, () => undefined, units)
  const lines = bookLines(rows)
  const ago = () => 500
  const resource = {
    status: 'ready',
    freshness: 'live',
    receivedAgoMs: ago,
    wholeAgoMs: ago,
    rejectedRows: [],
    refetch: () => {},
  } as const
  const totals = portfolioTotals({ rows, balances, summaries })
  const equity = {
    value: equityTotal(totals, 'value'),
    upnl: equityTotal(totals, 'upnl'),
    venue: equityTotal(totals, 'venue'),
  }
  return {
    positions: { ...resource, data: positions },
    balances: { ...resource, data: balances },
    market: { ...resource, data: new Map() },
    listing: 'ready',
    positionRows: rows,
    balanceRows: [],
    totals: { ...totals, equity },
    gap: undefined,
    riskGap: undefined,
    lastRisk: undefined,
    unpriced: unpricedLegs(rows, base => underlyings.has(base)),
    lastPriced: undefined,
    indexes: summaries,
    book: { surfaceOf: () => undefined, isPending: () => false, underlyings: new Map(), units, atMs: 0 },
    lines,
    underlyings,
    net: netGreeks(lines, base => underlyings.get(base)),
    oldestAgoMs: () => 500,
    stale: false,
  }
}
