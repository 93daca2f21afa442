/** Column widths of the positions, and the columns of a phone. */
import type { Column } from '../../../ui/grid/column.ts'
import type { PositionsRow } from './positions-row.ts'

const leastWidths: Readonly<Record<string, number>> = {
  size: 62,
  side: 54,
  entry: 80,
  mark: 80,
  upnl: 88,
  'upnl-percent': 78,
  delta: 60,
  gamma: 66,
  vega: 58,
  theta: 58,
  'break-even': 130,
  value: 76,
  margin: 88,
  product: 78,
  left: 74,
  check: 72,
  age: 70,
  opened: 104,
  days: 48,
  'of-most': 72,
  realised: 88,
  pnl: 94,
}

export const growing = (column: Column<PositionsRow>): Column<PositionsRow> => {
  const minWidth = leastWidths[column.id] ?? 62
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
    if (column.tree !== undefined) return [{ ...narrow, tree: { ...column.tree, note: second } }]
    const render = (row: PositionsRow) => (
      <span>
        <span>{row.label}</span> <span>{second(row)}</span>
      </span>
    )
    return [{ ...narrow, value: row => `${row.label} ${second(row)}`, render }]
  })
}
