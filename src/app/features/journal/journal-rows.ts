/**
 * Rows of the journal's grid: stored rows with names and the trader's tags. A row keeps its identity while neither
 * changes.
 */
import { add, type Decimal, sum, zero } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { type JournalNote, type JournalRow, subjectOf } from '../../../core/domain/journal-row.ts'
import { isForcedClose } from '../../../core/domain/order-outcome.ts'
import { rowPhrase } from '../../../core/domain/trade-story/trade-words.ts'
import { parseJoinedSymbol, type Side } from '../../../core/domain/order.ts'
import type { PricedPackage } from '../../../core/domain/price-units.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import type { Replacements } from '../../model/orders/replacements.ts'

export interface JournalGridRow {
  readonly id: string
  readonly subject: string
  readonly row: JournalRow
  /** Name of the order without size: "Buy · Bull call spread 90/100 C · 25DEC26 BTC". */
  readonly name: string
  /** The wire's side; the name has the effective one. */
  readonly side: Side | undefined
  readonly tags: string
  readonly note: string | undefined
  readonly realised: Decimal | undefined
  /** For an RFQ: filled quantity of the orders sent for it. */
  readonly filled: Decimal | undefined
  /** The order that amended this one. */
  readonly replacedBy: Intent | undefined
}

interface RowFacts {
  readonly realised?: ReadonlyMap<string, Decimal>
  readonly filled?: ReadonlyMap<string, Decimal>
  readonly replacements?: Replacements
}

const known = new WeakMap<JournalRow, JournalGridRow>()

function gridRow(row: JournalRow, note: JournalNote | undefined, facts: RowFacts): JournalGridRow {
  const subject = subjectOf(row)
  const shown = {
    tags: note?.tags.map(tag => `#${tag}`).join(' ') ?? '',
    note: note?.text,
    realised: facts.realised?.get(subject),
    filled: facts.filled?.get(subject),
    replacedBy: facts.replacements?.get(subject),
  }
  const retained = known.get(row)
  if (
    retained !== undefined &&
    retained.tags === shown.tags &&
    retained.note === shown.note &&
    retained.realised === shown.realised &&
    retained.filled === shown.filled &&
    retained.replacedBy === shown.replacedBy
  )
    return retained
  const side = row.side === 'buy' || row.side === 'sell' ? row.side : undefined
  const fresh: JournalGridRow = { id: row.id, subject, row, name: rowPhrase(row), side, ...shown }
  known.set(row, fresh)
  return fresh
}

export const gridRows = (
  rows: readonly JournalRow[],
  notes: ReadonlyMap<string, JournalNote>,
  facts: RowFacts = {},
): JournalGridRow[] => rows.map(row => gridRow(row, notes.get(subjectOf(row)), facts))

export function filledRfqs(orders: readonly JournalOrder[]): ReadonlyMap<string, Decimal> {
  const filled = new Map<string, Decimal>()
  for (const { rfq, executions } of orders) {
    if (rfq !== undefined)
      filled.set(rfq, add(filled.get(rfq) ?? zero, sum(executions.map(each => each.executed_quantity))))
  }
  return filled
}

export function forcedResults(closings: readonly Closing[]): ReadonlyMap<string, Decimal> {
  const results = new Map<string, Decimal>()
  for (const { closedBy, realised } of closings) {
    if (closedBy === undefined || !isForcedClose({ client_order_id: closedBy })) continue
    results.set(closedBy, add(results.get(closedBy) ?? zero, realised))
  }
  return results
}

export const tagsOf = (notes: ReadonlyMap<string, JournalNote>): string[] =>
  [...new Set([...notes.values()].flatMap(note => note.tags))].sort()

export const pricedOf = ({ symbol = '', quantity }: Pick<JournalRow, 'symbol' | 'quantity'>): PricedPackage => ({
  legs: parseJoinedSymbol(symbol) ?? [],
  quantity,
})
