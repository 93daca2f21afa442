import type { Decimal } from '../../../../core/domain/decimal.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import type { Column } from '../../../ui/grid/column.ts'
import {
  decimalColumn,
  numberColumn,
  pnlColumn,
  quantityColumn,
  textColumn,
  timeSheet,
} from '../../../ui/grid/columns.ts'
import type { ClosedRow } from './closed-rows.ts'

interface ClosedColumnsInput {
  readonly toggle: (row: ClosedRow) => void
  readonly stepOf: (symbol: string) => Decimal
  readonly isPhone: boolean
}

const ofTrades = (column: Column<ClosedRow>): Column<ClosedRow> => ({
  ...column,
  text: row => (row.depth === 0 ? column.text(row) : ''),
})
const whereKnown = (column: Column<ClosedRow>): Column<ClosedRow> => ({
  ...column,
  text: row => (row.depth === 1 && column.value(row) === undefined ? '' : column.text(row)),
})

const timeColumn = (
  id: 'opened' | 'closed',
  header: string,
  title: string,
  read: (row: ClosedRow) => number | undefined,
): Column<ClosedRow> => ({
  ...textColumn<ClosedRow>({
    id,
    header,
    title,
    value: row => {
      const atMs = read(row)
      return atMs === undefined ? 'before' : formatZoned(atMs, 'dayMinutes')
    },
    tip: row => {
      const atMs = read(row)
      return atMs === undefined ? 'Before recording' : formatZoned(atMs)
    },
    minWidth: 104,
    flex: 9,
    tone: () => 'muted',
  }),
  sortValue: read,
  sheet: timeSheet(header, read),
})

const nameColumn = ({ toggle, isPhone }: ClosedColumnsInput): Column<ClosedRow> => ({
  ...textColumn<ClosedRow>({
    id: 'trade',
    header: 'Trade',
    title: 'Legs that were opened together; expand it to see its steps',
    ...(isPhone ? { width: 190, minWidth: 120, pinned: 'left' as const } : { minWidth: 186, flex: 20 }),
    value: row => row.label,
    tone: ({ depth }) => (depth === 0 ? 'strong' : undefined),
    tip: row => row.tip,
  }),
  value: ({ label, note, isOpen }) => `${label} ${note ?? ''} ${isOpen ?? ''}`,
  sortable: false,
  sheet: { heads: ['Trade', 'symbol'], cells: row => [row.label, row.symbols] },
  tree: { depth: row => row.depth, isOpen: row => row.isOpen, toggle, note: row => row.note },
})

const times: readonly Column<ClosedRow>[] = [
  ofTrades(timeColumn('opened', 'Opened', 'First fill; “before” was held when recording began', row => row.openedMs)),
  timeColumn('closed', 'Closed', 'Last fill or settlement; of a step when it was', row => row.closedMs),
]

const sizes = (step: (row: ClosedRow) => Decimal): readonly Column<ClosedRow>[] => [
  quantityColumn({
    id: 'quantity',
    header: 'Quantity',
    title: 'Opened in all: packages, of a single instrument negative when short',
    value: row => row.quantity,
    minWidth: 62,
    flex: 7,
  }),
  whereKnown(
    decimalColumn({
      id: 'price-in',
      header: 'In',
      title: 'Average price that it was opened at, before any roll; of a package net, debit above zero',
      value: row => row.priceIn,
      step,
      minWidth: 80,
      flex: 8,
    }),
  ),
  whereKnown(
    decimalColumn({
      id: 'price-out',
      header: 'Out',
      title:
        'Average price that it was closed or settled at, after its last roll, in the same sense; none where that is not known of all of it',
      value: row => row.priceOut,
      step,
      minWidth: 80,
      flex: 8,
    }),
  ),
]

const results: readonly Column<ClosedRow>[] = [
  pnlColumn({
    id: 'realised',
    header: 'Realised',
    title: 'By the trade’s own lots, with funding, before fees; of a step all until then, without funding',
    value: row => row.realised,
    places: 2,
    minWidth: 84,
    flex: 8,
  }),
  ofTrades(
    numberColumn({
      id: 'days',
      header: 'Days',
      title: 'Held, from the first fill to the last',
      value: row => row.daysHeld,
      places: 1,
      minWidth: 62,
      flex: 7,
    }),
  ),
]

const phoneIds: ReadonlySet<string> = new Set(['trade', 'quantity', 'realised'])

export function closedColumns(input: ClosedColumnsInput): readonly Column<ClosedRow>[] {
  const columns = [nameColumn(input), ...times, ...sizes(({ symbol }) => input.stepOf(symbol)), ...results]
  if (!input.isPhone) return columns
  return columns
    .filter(column => phoneIds.has(column.id))
    .map(column => (column.id === 'trade' ? column : { ...column, width: 76, minWidth: 62, flex: undefined }))
}
