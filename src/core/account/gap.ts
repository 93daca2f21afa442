/**
 * Why a figure is unknown: an input was not read in full. An unreadable row does not count as zero, so a sum over its
 * list is unknown until the row can be read.
 */
import type { UnreadRow } from '../domain/unread-row.ts'
import { memoizeLast } from './memoize-last.ts'

interface GapOf {
  /** In the plural: "positions". */
  readonly what: string
  /** Time of the last complete read, server time in ms. Undefined if there was none. */
  readonly wholeMs?: number | undefined
}

export type MissingInput = GapOf &
  (
    | { readonly kind: 'unread'; readonly rows: readonly UnreadRow[]; readonly of: number }
    /** The data is too old to be shown as current. */
    | { readonly kind: 'old' }
    | { readonly kind: 'lost'; readonly assets: readonly string[] }
    | { readonly kind: 'absent' }
    | { readonly kind: 'unpriced'; readonly missing: number; readonly of: number }
    /** A past minute did not store this. `what` includes its verb. */
    | { readonly kind: 'not_stored' }
  )

/** Returns the gap with the oldest complete read: a figure is as old as its oldest input. */
export const oldestGap = (gaps: readonly (MissingInput | undefined)[]): MissingInput | undefined =>
  gaps.reduce(
    (oldest, gap) => (oldest === undefined || (gap !== undefined && wholeMsOf(gap) < wholeMsOf(oldest)) ? gap : oldest),
    undefined,
  )
const wholeMsOf = ({ wholeMs }: MissingInput): number => wholeMs ?? Number.NEGATIVE_INFINITY

export function gapText(gap: MissingInput): string {
  switch (gap.kind) {
    case 'unread':
      return `${gap.rows.length} of ${gap.of} ${gap.what} could not be read`
    case 'lost':
      return `the venue sends no ${gap.what} of ${gap.assets.join(', ')} any more`
    case 'old':
      return `${gap.what} are too old`
    case 'unpriced':
      return `${gap.missing} of ${gap.of} ${gap.what} could not be priced`
    case 'absent':
      return `no ${gap.what} yet`
    case 'not_stored':
      return `no ${gap.what} stored of this minute`
  }
}

interface ListState {
  readonly data: readonly unknown[] | ReadonlyMap<string, unknown> | undefined
  readonly freshness: string
  readonly rejectedRows: readonly UnreadRow[]
  /** Age of the last response in which every row was readable. */
  readonly wholeAgoMs: () => number | undefined
}

const sizeOf = (data: readonly unknown[] | ReadonlyMap<string, unknown>): number =>
  'size' in data ? data.size : data.length

/**
 * Returns the gap of a polled list, the same object while it is unchanged. Undefined if the list was read in full or
 * has not loaded yet: loading is shown as such. `nowMs` is server time.
 */
export function createGapReader(what: string, nowMs: () => number): (listed: ListState) => MissingInput | undefined {
  const read = memoizeLast(
    (
      data: ListState['data'],
      isOld: boolean,
      rows: ListState['rejectedRows'],
      wholeAgoMs: ListState['wholeAgoMs'],
    ): MissingInput | undefined => {
      if (data === undefined) return undefined
      const agoMs = wholeAgoMs()
      const wholeMs = agoMs === undefined ? undefined : nowMs() - agoMs
      if (rows.length > 0) return { kind: 'unread', what, rows, of: rows.length + sizeOf(data), wholeMs }
      return isOld ? { kind: 'old', what, wholeMs } : undefined
    },
  )
  return ({ data, freshness, rejectedRows, wholeAgoMs }) =>
    read(data, freshness === 'unknown', rejectedRows, wholeAgoMs)
}
