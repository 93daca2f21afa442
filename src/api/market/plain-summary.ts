/** Rows of the market summary that are by the contract's schema their own decoded value, told by plain comparisons. Free of schemas. */
import { maxName, maxWord } from '../../contract/plain-scalars.ts'
import { isDecimal } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { isPlainText } from '../../domain/safe-text.ts'

const isTextUpTo = (most: number, value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= most && isPlainText(value)
const isFigure = (value: unknown): boolean => value === undefined || isDecimal(value)

/** Does this row decode to itself? */
export function isPlainSummary(value: unknown): value is MarketSummary {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Record<keyof MarketSummary, unknown>
  return (
    isTextUpTo(maxName, row.id) &&
    isTextUpTo(maxName, row.symbol) &&
    isTextUpTo(maxWord, row.product_type) &&
    isFigure(row.best_bid) &&
    isFigure(row.best_ask) &&
    isFigure(row.last_price) &&
    isFigure(row.index_price) &&
    isFigure(row.volume) &&
    isFigure(row.base_volume) &&
    isFigure(row.open_interest) &&
    isFigure(row.price_change) &&
    isFigure(row.low_24) &&
    isFigure(row.high_24) &&
    isFigure(row.funding_rate)
  )
}

/** Fields that may be missing are often null: an absent key is the same and is plain. */
export function dropNulls(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const record = row as Record<string, unknown>
  for (const key in record) if (record[key] === null || record[key] === '') record[key] = undefined
  return record
}
