/** The few index prices that the portfolio needs, out of a summary of everything; the same object while none of them changed. */
import { useMemo } from 'react'
import type { Balance, Position } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { type Summaries, indexSymbols } from './usd-value.ts'

const quoteOf = (symbol: string): string => {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'quote' in name ? name.quote : 'USD'
}

type IndexEntry = readonly [symbol: string, index: Decimal]

function indexEntries(
  balances: readonly Balance[],
  positions: readonly Position[],
  summary: ReadonlyMap<string, MarketSummary>,
): IndexEntry[] {
  const assets = new Set([...balances.map(balance => balance.symbol), ...positions.map(position => quoteOf(position.symbol))])
  return [...assets].flatMap(indexSymbols).flatMap(symbol => {
    const index = summary.get(symbol)?.index_price
    return index === undefined ? [] : [[symbol, index] as const]
  })
}

export function useIndexes(
  balances: readonly Balance[],
  positions: readonly Position[] | undefined,
  summary: ReadonlyMap<string, MarketSummary> | undefined,
): Summaries | undefined {
  const key = useMemo(
    () => (summary === undefined ? undefined : JSON.stringify(indexEntries(balances, positions ?? [], summary))),
    [balances, positions, summary],
  )
  return useMemo(() => {
    if (key === undefined) return undefined
    const entries = JSON.parse(key) as readonly IndexEntry[]
    return new Map(entries.map(([symbol, index_price]) => [symbol, { index_price }]))
  }, [key])
}
