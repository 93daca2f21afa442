/**
 * One journal row: something sent, received, observed or requested. Plain data, append-only, never a token or other
 * secret. `id` is derived from the content, so recording an event twice gives one row.
 */
import type { Decimal } from './decimal.ts'

export type JournalKind = 'intent' | 'answer' | 'state' | 'execution' | 'quote' | 'command' | 'cash'
export const journalKinds: readonly JournalKind[] = [
  'intent',
  'answer',
  'state',
  'execution',
  'quote',
  'command',
  'cash',
]

export interface JournalRow {
  readonly id: string
  /** Venue time if reported, else our estimate. */
  readonly atMs: number
  /** When it became known, if after `atMs`. For a settlement or funding: time of its sample. */
  readonly knownAtMs?: number | undefined
  readonly kind: JournalKind
  /** For example `confirmed`, `rejected`, `fill`, `partial_fill`, `ended`, `cancel asked`, `funding`. */
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
  /** Signed cash movement and its asset. */
  readonly amount?: Decimal | undefined
  readonly asset?: string | undefined
  /** True if calculated rather than reported by the venue. */
  readonly isEstimated?: boolean | undefined
  readonly detail?: string | undefined
  readonly seenBy?: 'recorder' | undefined
  readonly raw?: unknown
}

export interface JournalNote {
  readonly owner: string
  /** `client_order_id`, or the id of a row. */
  readonly subject: string
  readonly text: string
  readonly tags: readonly string[]
  readonly atMs: number
}

export const subjectOf = (row: Pick<JournalRow, 'client_order_id' | 'id'>): string => row.client_order_id ?? row.id

const longestTag = 40

/** Splits a line into distinct lower-case tags without `#`, separated by commas or blanks. */
export function parseTags(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map(word => word.replace(/^#+/, '').toLowerCase().slice(0, longestTag))
    .filter(word => word !== '')
  return [...new Set(words)]
}
