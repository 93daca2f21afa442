/** The few index prices that the account needs, out of a summary of everything; the same object while none of them changed. */
import type { Balance } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { type Summaries, indexSymbols } from '../../domain/usd-value.ts'
import { remembered } from '../remembered.ts'
import type { PositionRow } from './position-rows.ts'

type Index = { readonly index_price: Decimal }

function indexesIn(
  balances: readonly Balance[],
  rows: readonly PositionRow[],
  summary: ReadonlyMap<string, MarketSummary>,
): ReadonlyMap<string, Index> {
  const assets = new Set([...balances.map(balance => balance.symbol), ...rows.map(row => row.quote)])
  const entries = [...assets].flatMap(indexSymbols).flatMap(symbol => {
    const index = summary.get(symbol)?.index_price
    return index === undefined ? [] : [[symbol, { index_price: index }] as const]
  })
  return new Map(entries)
}

const isSame = (a: ReadonlyMap<string, Index>, b: ReadonlyMap<string, Index>): boolean =>
  a.size === b.size && [...a].every(([symbol, { index_price }]) => b.get(symbol)?.index_price === index_price)

/** A reader that remembers its last answer. */
export function indexesOf() {
  let last: ReadonlyMap<string, Index> = new Map()
  return remembered(
    (
      balances: readonly Balance[],
      rows: readonly PositionRow[] | undefined,
      summary: ReadonlyMap<string, MarketSummary> | undefined,
    ): Summaries | undefined => {
      if (summary === undefined) return undefined
      const indexes = indexesIn(balances, rows ?? [], summary)
      if (!isSame(last, indexes)) last = indexes
      return last
    },
  )
}
