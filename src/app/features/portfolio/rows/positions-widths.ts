/** Column widths of the positions, and the columns of a phone. */
import type { Column } from '../../../ui/grid/column.ts'
import type { PositionsRow } from './positions-row.ts'

/** Minimum readable width in px, with shortened figures. */
const leastWidths: Readonly<Record<string, number>> = {
  size: 62,
  side: 54,
  entry: 74,
  mark: 74,
  upnl: 79,
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
  realised: 87,
  pnl: 87,
}

export const growing = (column: Column<PositionsRow>): Column<PositionsRow> => {
  const minWidth = leastWidths[column.id] ?? 62
  return { ...column, minWidth, flex: minWidth / 10, hide: false }
}

const phoneWidths: Readonly<Record<string, number>> = { instrument: 166, size: 64, upnl: 72, pnl: 72, actions: 58 }

export const phoneColumns = (columns: readonly Column<PositionsRow>[], result: 'upnl' | 'pnl'): readonly Column<PositionsRow>[] =>
  columns.flatMap(column => {
    const isOther = column.id === (result === 'upnl' ? 'pnl' : 'upnl')
    const width = isOther ? undefined : phoneWidths[column.id]
    return width === undefined ? [] : [{ ...column, width, minWidth: Math.min(width, 62), flex: undefined }]
  })
