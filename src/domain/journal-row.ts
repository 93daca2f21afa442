/**
 * A row of the journal: one thing that was sent, answered, seen or asked. Plain data, append-only, without secrets: what an order says and
 * what the venue said of it, never a token. `id` is made of what the row states, so the same event recorded twice is one row.
 */
import type { Decimal } from './decimal.ts'

export type JournalKind = 'intent' | 'answer' | 'state' | 'execution' | 'quote' | 'command' | 'cash'
export const journalKinds: readonly JournalKind[] = ['intent', 'answer', 'state', 'execution', 'quote', 'command', 'cash']

export interface JournalRow {
  readonly id: string
  /** Venue time where the venue stated one, else our estimate of it. */
  readonly atMs: number
  /** When it became known, where that was later than `atMs`: of a settlement or a funding the sample that showed it. */
  readonly knownAtMs?: number | undefined
  readonly kind: JournalKind
  /** What happened, as a word: `confirmed`, `accepted`, `rejected`, `fill`, `partial_fill`, `ended`, `cancel asked`, `settlement`, `funding`. */
  readonly what: string
  readonly client_order_id?: string | undefined
  readonly order_id?: string | undefined
  readonly market_id?: string | undefined
  readonly title?: string | undefined
  readonly symbol?: string | undefined
  readonly side?: string | undefined
  readonly quantity?: Decimal | undefined
  readonly price?: Decimal | undefined
  readonly trade_id?: string | undefined
  readonly liquidity_flag?: string | undefined
  /** What cash moved by, signed, and its asset. */
  readonly amount?: Decimal | undefined
  readonly asset?: string | undefined
  /** Calculated, not the venue's word. */
  readonly isEstimated?: boolean | undefined
  /** The venue's own reason, or what this browser has to say. */
  readonly detail?: string | undefined
  /** Who saw it, where it was not a browser. */
  readonly seenBy?: 'recorder' | undefined
  /** As sent or received. */
  readonly raw?: unknown
}

/** A trader's word on an order, or on a row that belongs to none. */
export interface JournalNote {
  readonly owner: string
  /** `client_order_id`, or the id of the row. */
  readonly subject: string
  readonly text: string
  readonly tags: readonly string[]
  readonly atMs: number
}

export const subjectOf = (row: Pick<JournalRow, 'client_order_id' | 'id'>): string => row.client_order_id ?? row.id

const longestTag = 40

/** Tags of a typed line: separated by commas or blanks, without `#`, lower case, each once. */
export function parseTags(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map(word => word.replace(/^#+/, '').toLowerCase().slice(0, longestTag))
    .filter(word => word !== '')
  return [...new Set(words)]
}
