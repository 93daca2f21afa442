/**
 * Why a figure is not known: an input of which not all was read. A row that could not be read is not a row of zero, and a list that lacks
 * one is not the account: whatever is summed over it waits until it can be read again.
 */
import type { UnreadRow } from '../../domain/unread-row.ts'

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
  }
}
