/** Everything the portfolio shows, from the api: rows, totals, and the resources they come from. */
import { useMemo, useState } from 'react'
import { useBalances, usePositions } from '../../api/account/account-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { type Balance, type Position, usdReference } from '../../domain/account.ts'
import { isZero } from '../../domain/decimal.ts'
import { type BalanceRow, balanceRows } from './balance-rows.ts'
import { type PortfolioTotals, portfolioTotals } from './portfolio-totals.ts'
import { type Book, useBook } from './book/use-book.ts'
import type { BookLine } from '../../pricing/portfolio/book-line.ts'
import { type NetGreeks, type UnderlyingPrice, netGreeks } from '../../pricing/portfolio/net-greeks.ts'
import { bookLines, underlyingPrices } from './risk/book-lines.ts'
import { PositionReader, type PositionRow } from './book/position-rows.ts'
import { useIndexes } from './use-indexes.ts'
import type { Summaries } from './usd-value.ts'

export interface Portfolio {
  readonly positions: Resource<readonly Position[]>
  readonly balances: Resource<readonly Balance[]>
  readonly positionRows: readonly PositionRow[] | undefined
  readonly balanceRows: readonly BalanceRow[]
  readonly totals: PortfolioTotals
  readonly indexes: Summaries | undefined
  /** Surfaces of the bases held; the rows carry the greeks that come of them. */
  readonly book: Book
  /** The rows as the risk functions take them. */
  readonly lines: readonly BookLine[] | undefined
  /** By base held. */
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
  readonly net: NetGreeks | undefined
  /** What indexes and greeks come from. */
  readonly market: Pick<Resource<unknown>, 'face' | 'freshness' | 'receivedAgoMs' | 'fault' | 'refetch'>
  /** Age of the oldest resource that the totals need; undefined while one is missing. */
  readonly oldestAgoMs: () => number | undefined
  readonly stale: boolean
}

const noBalances: readonly Balance[] = []

const oldest = (ages: readonly (number | undefined)[]): number | undefined => {
  const known = ages.filter(age => age !== undefined)
  return known.length === ages.length ? Math.max(...known) : undefined
}

const isOld = (resource: Pick<Resource<unknown>, 'freshness' | 'face'>): boolean =>
  resource.face === 'ready' && (resource.freshness === 'stale' || resource.freshness === 'unknown')

export function usePortfolio(): Portfolio {
  const positions = usePositions()
  const balances = useBalances()
  const summary = useMarketSummary()
  const { index } = useInstruments()
  const coins = balances.data ?? noBalances
  const indexes = useIndexes(coins, positions.data, summary.data)
  const book = useBook(positions.data)
  const [reader] = useState(() => new PositionReader())
  const rows = useMemo(
    () => (positions.data === undefined ? undefined : reader.read(positions.data, symbol => index?.bySymbol(symbol), book.units)),
    [reader, positions.data, index, book],
  )
  const totals = useMemo(() => portfolioTotals({ rows, balances: balances.data, summaries: indexes }), [rows, balances.data, indexes])
  const usesIndex =
    summary.data !== undefined && coins.some(coin => coin.symbol !== 'USD' && coin.symbol !== usdReference && !isZero(coin.cash_balance))
  const lines = useMemo(() => (rows === undefined ? undefined : bookLines(rows)), [rows])
  const underlyings = useMemo(() => underlyingPrices(book.surfaces), [book])
  const net = useMemo(() => (lines === undefined ? undefined : netGreeks(lines, base => underlyings.get(base))), [lines, underlyings])
  return {
    positions,
    balances,
    market: summary,
    lines,
    underlyings,
    net,
    positionRows: rows,
    balanceRows: useMemo(() => balanceRows(coins, indexes), [coins, indexes]),
    totals,
    indexes,
    book,
    oldestAgoMs: () => oldest([positions.receivedAgoMs(), balances.receivedAgoMs(), ...(usesIndex ? [summary.receivedAgoMs()] : [])]),
    stale: isOld(positions) || isOld(balances) || (usesIndex && isOld(summary)),
  }
}
