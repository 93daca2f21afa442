import { useEffect, useMemo, useState } from 'react'
import { netZeroRow, type PositionRow } from '../../../../core/account/position-rows.ts'
import type { SeenTrades } from '../../../../core/account/realised-model.ts'
import { priceAt } from '../../../../core/account/price-at.ts'
import { unitAt } from '../../../../core/account/surfaces.ts'
import { useInstruments } from '../../../api/market/instruments.ts'
import { type Decimal, isZero, sum } from '../../../../core/domain/decimal.ts'
import { closedTrades, tradeRealised } from '../../../../core/domain/trades/closed-trades.ts'
import { useTradeBook } from '../../../model/account/use-realised.ts'
import { useMarket } from '../../../model/market/use-market.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import { arrangeTrades } from './trade-nodes.ts'
import { type MarkedRow, tradeTreeRows } from './trade-tree.ts'

/** A fill may arrive later than the position that it made. */
const graceMs = 5_000

export interface TradeRows {
  /** Rows of instruments that trades hold but the venue nets to zero. */
  readonly netted: readonly PositionRow[]
  readonly read: (closed: ReadonlySet<string>, isWhole: boolean, shown: readonly PositionRow[]) => PositionsRow[]
}

export interface ReadTrades {
  readonly book: SeenTrades
  readonly isSettling: boolean
  readonly beside: (positions: readonly PositionRow[]) => TradeRows
}

const noRows: readonly PositionRow[] = []

function useIsSettling(book: SeenTrades | undefined): boolean {
  const key = (book?.proof ?? [])
    .flatMap(each => (isZero(each.unexplained) ? [] : [`${each.symbol} ${each.unexplained}`]))
    .join('/')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), graceMs)
    return () => clearTimeout(timer)
  }, [key])
  return key !== '' && key !== settled
}

interface NettedRows {
  readonly rows: readonly PositionRow[]
  readonly marked: ReadonlySet<string>
}

function useNetted(book: SeenTrades | undefined, positions: readonly PositionRow[]): NettedRows {
  const { index } = useInstruments()
  const { quotes, surfaces } = useMarket()
  const missing = useMemo(() => {
    if (book === undefined) return ''
    const held = new Set(positions.map(row => row.symbol))
    return [...new Set(book.open.flatMap(trade => trade.legs.map(leg => leg.symbol)))]
      .filter(symbol => !held.has(symbol))
      .join('\n')
  }, [book, positions])
  const summaries = missing === '' ? undefined : quotes.data
  return useMemo(() => {
    const marked = new Set<string>()
    if (missing === '') return { rows: noRows, marked }
    const rows = missing.split('\n').map(symbol => {
      const mark = priceAt(surfaces, symbol, summaries?.get(symbol))?.price
      if (mark !== undefined) marked.add(symbol)
      return netZeroRow(symbol, index?.bySymbol(symbol), mark, surfaces.atMs, unitAt(surfaces, symbol))
    })
    return { rows, marked }
  }, [missing, summaries, surfaces, index])
}

export function useReadTrades(positions: readonly PositionRow[]): ReadTrades | undefined {
  const book = useTradeBook()
  const isSettling = useIsSettling(book)
  const { rows: netted, marked } = useNetted(book, positions)
  const [placed] = useState(() => new ArrangedTrades())
  return useMemo(() => {
    if (book === undefined) return undefined
    const beside = (all: readonly PositionRow[]): TradeRows => {
      const found = new Map<string, MarkedRow>()
      for (const row of all) found.set(row.symbol, { row, hasMark: true })
      for (const row of netted) found.set(row.symbol, { row, hasMark: marked.has(row.symbol) })
      return {
        netted,
        read: (closed, isWhole, shown) =>
          tradeTreeRows(placed.of(book, isSettling, shown), symbol => found.get(symbol), closed, isWhole),
      }
    }
    return { book, isSettling, beside }
  }, [book, netted, marked, isSettling, placed])
}

class ArrangedTrades {
  #last:
    | { readonly book: SeenTrades; readonly key: string; readonly nodes: ReturnType<typeof arrangeTrades> }
    | undefined

  of(book: SeenTrades, isSettling: boolean, shown: readonly PositionRow[]): ReturnType<typeof arrangeTrades> {
    const key = `${String(isSettling)} ${shown.map(row => row.symbol).join(' ')}`
    if (this.#last?.book === book && this.#last.key === key) return this.#last.nodes
    const symbols = new Set(shown.map(row => row.symbol))
    const nodes = arrangeTrades({ open: book.open, proof: isSettling ? [] : book.proof }, symbol => symbols.has(symbol))
    this.#last = { book, key, nodes }
    return nodes
  }
}

export interface ProofSums {
  readonly positions: number
  /** Number of these that trades and earlier holdings explain exactly. */
  readonly explained: number
  readonly netted: number
  readonly trades: number
  readonly before: number
  readonly closedPnl: Decimal
  readonly closed: number
}

export function proofSums({ proof, open, closed }: SeenTrades): ProofSums | undefined {
  if (proof === undefined) return undefined
  const held = proof.filter(each => !isZero(each.held))
  const over = closedTrades({ closed })
  return {
    positions: held.length,
    explained: held.filter(each => isZero(each.unexplained)).length,
    netted: proof.filter(
      each =>
        isZero(each.held) &&
        isZero(each.unexplained) &&
        open.some(trade => trade.legs.some(leg => leg.symbol === each.symbol)),
    ).length,
    trades: open.filter(each => each.kind === 'trade').length,
    before: open.filter(each => each.kind === 'before').length,
    closed: over.length,
    closedPnl: sum(over.map(tradeRealised)),
  }
}
