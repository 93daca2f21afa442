/** Sizes of panes beside one another, as shares of a hundred by the pane's id. */

export type Layout = Readonly<Record<string, number>>

/** Sizes kept from before, when they are of these very panes. */
export function parseLayout(stored: unknown, ids: readonly string[]): Layout | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const entries = Object.entries(stored)
  const fits =
    entries.length === ids.length && entries.every(([id, size]) => ids.includes(id) && typeof size === 'number' && size > 0 && size <= 100)
  return fits ? Object.fromEntries(entries) : undefined
}

/** Two neighbours in px: what they have, and the least each may have. */
export interface Neighbours {
  readonly before: number
  readonly after: number
  readonly leastBefore: number
  readonly leastAfter: number
}

/** Share (0 to 1) of the first of two neighbours after the bar between them went `by` px; both keep their least where there is room for it. */
export function moveBar({ before, after, leastBefore, leastAfter }: Neighbours, by: number): number {
  const room = before + after
  if (room <= 0) return 0.5
  const most = Math.max(0, room - leastAfter)
  const least = Math.min(leastBefore, most)
  return Math.min(most, Math.max(least, before + by)) / room
}

/** Layout after the bar between `first` and `second` was moved: the two share what they had together, the others keep theirs. */
export function withShare(layout: Layout, first: string, second: string, share: number): Layout {
  const together = (layout[first] ?? 0) + (layout[second] ?? 0)
  // A pane of no size could not be drawn open again by its bar.
  const size = Math.min(together - 0.1, Math.max(0.1, together * share))
  return { ...layout, [first]: size, [second]: together - size }
}
