/** How the columns of the positions share the room, and the columns of a phone. */
import type { Column } from '../../../ui/grid/column.ts'
import type { PositionsRow } from './positions-row.ts'

/** A column that is at least as wide as it says, and takes its part of the room that is left. */
export const growing = (column: Column<PositionsRow>): Column<PositionsRow> => {
  const minWidth = column.width ?? 62
  return { ...column, minWidth, flex: minWidth / 10, hide: false }
}

const phoneWidths: Readonly<Record<string, number>> = { instrument: 226, upnl: 80, pnl: 80, actions: 58 }

export function phoneColumns(
  columns: readonly Column<PositionsRow>[],
  result: 'upnl' | 'pnl',
): readonly Column<PositionsRow>[] {
  const textOf = (id: string, row: PositionsRow): string => columns.find(column => column.id === id)?.text(row) ?? ''
  const second = (row: PositionsRow): string => {
    const [size, entry, mark] = ['size', 'entry', 'mark'].map(id => textOf(id, row))
    if (row.kind !== 'leg') return [row.note, size].filter(Boolean).join(' · ')
    return [row.note, `${size} · ${entry} → ${mark}`].filter(Boolean).join(' · ')
  }
  return columns.flatMap((column): Column<PositionsRow>[] => {
    const isOther = column.id === (result === 'upnl' ? 'pnl' : 'upnl')
    const width = isOther ? undefined : phoneWidths[column.id]
    if (width === undefined) return []
    const narrow = { ...column, width, minWidth: Math.min(width, 62), flex: undefined }
    if (column.id !== 'instrument') return [narrow]
    const named = { ...narrow, flex: 1 }
    if (column.tree !== undefined) return [{ ...named, tree: { ...column.tree, note: second } }]
    const render = (row: PositionsRow) => (
      <span>
        <span>{row.label}</span> <span>{second(row)}</span>
      </span>
    )
    return [{ ...named, value: row => `${row.label} ${second(row)}`, render }]
  })
}
