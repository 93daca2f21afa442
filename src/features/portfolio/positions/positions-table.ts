/** How the rows of the positions stand in a table, and what of it this browser keeps: the same for the panel and for the first picture. */
import { readStored, writeStored } from '../../../ui/stored.ts'
import type { PositionsRow } from '../rows/positions-row.ts'

export const rowId = (row: PositionsRow): string => row.id
export const depthOf = (row: PositionsRow): number => row.depth
export const toneOf = (row: PositionsRow): 'group' | undefined => (row.kind === 'base' ? 'group' : undefined)
/** Steps of a trade's life hold nothing any more. */
export const canTick = ({ legs }: PositionsRow): boolean => legs.length > 0

/** Positions net, as the venue has them, in groups or not; or the trades that they are made of. */
export type PositionsView = 'grouped' | 'flat' | 'trades'

/** One layout of columns is kept for each way of looking. */
export const gridIds: Readonly<Record<PositionsView, string>> = { grouped: 'book', flat: 'positions', trades: 'trades' }

/** What stands where there are no rows: only what was narrowed has a filter to blame. */
export const noRowsText = (view: PositionsView, isNarrowed: boolean): string =>
  view === 'trades' && !isNarrowed ? 'No trade is known yet.' : 'No position matches the filter.'

const viewKey = 'legwork.book.view'
const views: readonly PositionsView[] = ['grouped', 'flat', 'trades']
/** Undefined before one was chosen. */
export const storedView = (): PositionsView | undefined => views.find(each => each === readStored(viewKey))
export const storeView = (view: PositionsView): boolean => writeStored(viewKey, view)

const baseKey = 'legwork.book.base'
/** The base that is shown alone. */
export function storedBase(): string | undefined {
  const stored = readStored(baseKey)
  return typeof stored === 'string' ? stored : undefined
}
export const storeBase = (base: string | undefined): boolean => writeStored(baseKey, base ?? null)

const closedKey = 'legwork.book.closed'
/** Groups that are gone are forgotten, oldest first. */
const mostClosed = 500
/** Groups that are closed, by their ids. */
export function storedClosed(): ReadonlySet<string> {
  const stored = readStored(closedKey)
  return new Set(Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : [])
}
export const storeClosed = (ids: readonly string[]): boolean => writeStored(closedKey, ids.slice(-mostClosed))
