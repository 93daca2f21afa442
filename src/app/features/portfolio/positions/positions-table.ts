/** Presentation of the positions table and its stored choices, shared by panel and first render. */
import { readStored, writeStored } from '../../../ui/stored.ts'
import type { PositionsRow } from '../rows/positions-row.ts'

export const rowId = (row: PositionsRow): string => row.id
export const depthOf = (row: PositionsRow): number => row.depth
export const toneOf = (row: PositionsRow): 'group' | undefined => (row.kind === 'base' ? 'group' : undefined)
/** False for steps of a trade, which have no position. */
export const canTick = ({ legs }: PositionsRow): boolean => legs.length > 0

/** Net positions as the venue has them, grouped or flat; or the trades that make them up. */
export type PositionsView = 'grouped' | 'flat' | 'trades'

export const gridIds: Readonly<Record<PositionsView, string>> = { grouped: 'book', flat: 'positions', trades: 'trades' }

export const noRowsText = (view: PositionsView, isNarrowed: boolean): string =>
  view === 'trades' && !isNarrowed ? 'No trade is known yet.' : 'No position matches the filter.'

const viewKey = 'legwork.book.view'
const views: readonly PositionsView[] = ['grouped', 'flat', 'trades']
export const storedView = (): PositionsView | undefined => views.find(each => each === readStored(viewKey))
export const storeView = (view: PositionsView): boolean => writeStored(viewKey, view)

const baseKey = 'legwork.book.base'
export function storedBase(): string | undefined {
  const stored = readStored(baseKey)
  return typeof stored === 'string' ? stored : undefined
}
export const storeBase = (base: string | undefined): boolean => writeStored(baseKey, base ?? null)

const closedKey = 'legwork.book.closed'
const mostClosed = 500
export function storedClosed(): ReadonlySet<string> {
  const stored = readStored(closedKey)
  return new Set(Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : [])
}
export const storeClosed = (ids: readonly string[]): boolean => writeStored(closedKey, ids.slice(-mostClosed))
