import type { CellTone, Column } from '../../ui/grid/column.ts'
import { packagePriceColumn } from '../../ui/order/package-price.tsx'
import { quantityColumn, textColumn, timeColumn } from '../../ui/grid/columns.ts'
import { type JournalGridRow, pricedOf } from './journal-rows.ts'
import { detailText, isLiquidation, marketLabel, eventText } from './journal-text.ts'

const tones: Readonly<Record<string, CellTone>> = {
  fill: 'strong',
  filled: 'strong',
  rejected: 'warning',
  one_rejected: 'warning',
  lost: 'warning',
  unseen: 'warning',
  interrupted: 'warning',
  store_failed: 'warning',
  cash_moved: 'warning',
  settlement: 'strong',
  quote: 'muted',
}

const toneOf = ({ row }: JournalGridRow): CellTone | undefined =>
  isLiquidation(row)
    ? 'danger'
    : Object.hasOwn(tones, row.what)
      ? tones[row.what]
      : row.kind === 'state' || row.kind === 'command'
        ? 'muted'
        : undefined

export const journalColumns: readonly Column<JournalGridRow>[] = [
  timeColumn({ id: 'at', header: 'At', value: ({ row }) => row.atMs, form: 'dateTime', width: 188, minWidth: 188 }),
  textColumn({
    id: 'what',
    header: 'What',
    value: ({ row }) => eventText(row),
    width: 124,
    minWidth: 116,
    tone: toneOf,
    tip: ({ row }) => row.client_order_id,
  }),
  textColumn({
    id: 'order',
    header: 'Order',
    value: row => row.name,
    width: 380,
    flex: 2,
    minWidth: 240,
    tip: row => row.name,
  }),
  quantityColumn({ id: 'quantity', header: 'Quantity', value: ({ row }) => row.quantity, width: 76, minWidth: 76 }),
  packagePriceColumn({
    id: 'price',
    header: 'Price',
    title: 'Of a package in the units chosen (Shift U)',
    price: ({ row }) => row.price,
    priced: ({ row, side }) => ({ ...pricedOf(row), side }),
    width: 112,
    minWidth: 112,
  }),
  textColumn({
    id: 'detail',
    header: 'Detail',
    value: each => detailText(each.row, each) ?? '',
    width: 210,
    flex: 1,
    minWidth: 110,
    tip: each => detailText(each.row, each),
  }),
  textColumn({ id: 'tags', header: 'Tags', value: row => row.tags, width: 96, minWidth: 80, tip: row => row.note }),
  textColumn({
    id: 'market',
    header: 'Market',
    value: ({ row }) => marketLabel(row),
    width: 62,
    minWidth: 62,
    tone: () => 'muted',
  }),
]

export const journalColumnSet = {
  ids: ['at', 'what', 'order', 'quantity', 'price', 'tags', 'detail', 'market'],
  isFitted: true,
} as const
