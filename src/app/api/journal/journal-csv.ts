/** The journal as CSV: cells escaped against formulas, decimals as received and signed as on the wire, times in UTC. */
import { csvLine, csvMark, isoTime } from '../../../core/domain/csv.ts'
import { type JournalNote, type JournalRow, subjectOf } from '../../../core/domain/journal-row.ts'
import { isForcedClose } from '../../../core/domain/order-outcome.ts'
import { rowPhrase } from '../../../core/domain/trade-story/trade-words.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { type JournalFilter, journalMatcher } from '../../../core/history/journal-matcher.ts'
import { yieldToPage } from '../browser/pause.ts'
import { readNotes } from './journal-notes.ts'
import { journalTexts } from './journal-reader.ts'

const columns = [
  'time_utc',
  'kind',
  'what',
  'order',
  'symbol',
  'market_id',
  'wire_side',
  'quantity',
  'price',
  'trade_id',
  'liquidity_flag',
  'detail',
  'order_id',
  'client_order_id',
  'tags',
  'note',
  'amount',
  'asset',
  'is_estimate',
] as const

export const journalCsvHead: string = csvLine(columns)

export const journalCsvLine = (row: JournalRow, note: JournalNote | undefined): string =>
  csvLine([
    isoTime(row.atMs),
    row.kind,
    row.what,
    isForcedClose(row) ? 'Closed by the venue (liquidation)' : rowPhrase(row),
    row.symbol,
    row.market_id,
    row.side,
    row.quantity,
    row.price,
    row.trade_id,
    row.liquidity_flag,
    row.detail,
    row.order_id,
    row.client_order_id,
    note?.tags.join(' '),
    note?.text,
    row.amount,
    row.asset,
    row.isEstimated === undefined ? undefined : row.isEstimated ? 'yes' : 'no',
  ])

export async function journalCsv(owner: OwnerKey, filter: JournalFilter = {}): Promise<Blob> {
  const notes = await readNotes(owner)
  const matches = journalMatcher(filter)
  const parts = [csvMark, journalCsvHead]
  for await (const text of journalTexts(owner)) {
    const rows = (JSON.parse(text) as readonly JournalRow[]).filter(matches)
    parts.push(rows.map(row => journalCsvLine(row, notes.get(subjectOf(row)))).join(''))
    await yieldToPage()
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
