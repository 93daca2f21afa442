/** Filters journal rows, independent of where they are stored. */
import { type JournalKind, type JournalRow, subjectOf } from '../domain/journal-row.ts'

export interface JournalFilter {
  /** Words that must all occur in a row, its note or its tags. */
  readonly text?: string | undefined
  readonly kinds?: readonly JournalKind[] | undefined
  readonly fromMs?: number | undefined
  /** Exclusive. */
  readonly toMs?: number | undefined
  readonly subjects?: readonly string[] | undefined
  /** Notes and tags by subject, searched with the rows. */
  readonly noted?: Readonly<Record<string, string>> | undefined
}

export const searchTerms = (text: string | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')

const haystackOf = (row: JournalRow, note: string | undefined): string =>
  [
    row.title,
    row.symbol,
    row.kind,
    row.what,
    row.side,
    row.quantity,
    row.price,
    row.detail,
    row.client_order_id,
    row.order_id,
    row.trade_id,
    row.liquidity_flag,
    note,
  ]
    .join('\n')
    .toLowerCase()

const noteOf = (noted: JournalFilter['noted'], subject: string): string | undefined =>
  noted !== undefined && Object.hasOwn(noted, subject) ? noted[subject] : undefined

export function journalMatcher(filter: JournalFilter): (row: JournalRow) => boolean {
  const words = searchTerms(filter.text)
  const { kinds, fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, noted } = filter
  const subjects = filter.subjects === undefined ? undefined : new Set(filter.subjects)
  return row => {
    if (row.atMs < fromMs || row.atMs >= toMs || (kinds !== undefined && !kinds.includes(row.kind))) return false
    if (subjects !== undefined && !subjects.has(subjectOf(row))) return false
    if (words.length === 0) return true
    const haystack = haystackOf(row, noteOf(noted, subjectOf(row)))
    return words.every(word => haystack.includes(word))
  }
}
