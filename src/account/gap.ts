/**
 * Why a figure is not known: an input that was not read whole. A row that could not be read is not a row of zero, and a list that lacks
 * one is not the account: whatever is summed over it waits until it can be read again.
 */
import type { UnreadRow } from '../domain/unread-row.ts'
import { remembered } from './remembered.ts'

interface GapOf {
  /** In the plural: "positions". */
  readonly what: string
  /** When it was last read in full, server time in ms; undefined where it never was. */
  readonly wholeMs?: number | undefined
}

export type Gap = GapOf &
  (
    | { readonly kind: 'unread'; readonly rows: readonly UnreadRow[]; readonly of: number }
    /** What there is came too long ago to stand for now. */
    | { readonly kind: 'old' }
    /** The venue stopped sending an index of these assets. */
    | { readonly kind: 'lost'; readonly assets: readonly string[] }
    /** Nothing came yet. */
    | { readonly kind: 'absent' }
    /** Of a past minute: it was not stored; `what` with its verb. */
    | { readonly kind: 'not_stored' }
  )

/** Of several inputs that lack something the one last read in full: a figure is as old as its oldest input. */
export const oldestGap = (gaps: readonly (Gap | undefined)[]): Gap | undefined =>
  gaps.reduce(
    (oldest, gap) => (oldest === undefined || (gap !== undefined && wholeMsOf(gap) < wholeMsOf(oldest)) ? gap : oldest),
    undefined,
  )
const wholeMsOf = ({ wholeMs }: Gap): number => wholeMs ?? Number.NEGATIVE_INFINITY

/** "2 of 7 positions could not be read". */
export function gapText(gap: Gap): string {
  switch (gap.kind) {
    case 'unread':
      return `${gap.rows.length} of ${gap.of} ${gap.what} could not be read`
    case 'lost':
      return `the venue sends no ${gap.what} of ${gap.assets.join(', ')} any more`
    case 'old':
      return `${gap.what} are too old`
    case 'absent':
      return `no ${gap.what} yet`
    case 'not_stored':
      return `no ${gap.what} stored of this minute`
  }
}

/** A list that is polled. */
interface Listed {
  readonly data: readonly unknown[] | ReadonlyMap<string, unknown> | undefined
  readonly freshness: string
  readonly setAside: readonly UnreadRow[]
  /** Age of the last answer whose every row was read. */
  readonly wholeAgoMs: () => number | undefined
}

const sizeOf = (data: readonly unknown[] | ReadonlyMap<string, unknown>): number => ('size' in data ? data.size : data.length)

/**
 * The gap of a polled list, the same object while nothing of it changed. Undefined while the list was read in full, and while nothing came
 * at all: that is waiting, and shown as such. `nowMs` is server time.
 */
export function createGapReader(what: string, nowMs: () => number): (listed: Listed) => Gap | undefined {
  const read = remembered(
    (data: Listed['data'], isOld: boolean, rows: Listed['setAside'], wholeAgoMs: Listed['wholeAgoMs']): Gap | undefined => {
      if (data === undefined) return undefined
      const agoMs = wholeAgoMs()
      const wholeMs = agoMs === undefined ? undefined : nowMs() - agoMs
      if (rows.length > 0) return { kind: 'unread', what, rows, of: rows.length + sizeOf(data), wholeMs }
      return isOld ? { kind: 'old', what, wholeMs } : undefined
    },
  )
  return ({ data, freshness, setAside, wholeAgoMs }) => read(data, freshness === 'unknown', setAside, wholeAgoMs)
}
