import type { CellTone, Column, TreeColumn } from '../../ui/grid/column.ts'
import { packagePriceColumn } from '../../ui/order/package-price.tsx'
import { quantityColumn, textColumn, timeSheet } from '../../ui/grid/columns.ts'
import { componentColumn } from '../../ui/grid/component-columns.tsx'
import { formatZoned, otherZone } from '../../ui/format/zoned-time.ts'
import { depthOf, type EventRow, isDay, ofEvents } from './event-rows.ts'
import { StackedEvent } from './stacked-event.tsx'
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

const atText = (row: EventRow): string => (isDay(row) ? row.day : formatZoned(row.row.atMs, 'time'))
const atMs = (row: EventRow): number | undefined => (isDay(row) ? undefined : row.row.atMs)

const tree: TreeColumn<EventRow> = {
  depth: depthOf,
  isOpen: () => undefined,
  toggle: () => undefined,
  note: () => undefined,
  isFlat: true,
}

/** The day is the group, so an event has its time only. */
const atColumn: Column<EventRow> = {
  ...textColumn<EventRow>({
    id: 'at',
    header: 'At',
    value: atText,
    width: 132,
    minWidth: 132,
    runsOver: true,
    tip: row => (isDay(row) ? undefined : otherZone(row.row.atMs)),
  }),
  sortValue: atMs,
  sheet: timeSheet('At', atMs),
  tree,
}

const columns: readonly Column<JournalGridRow>[] = [
  textColumn({
    id: 'what',
    header: 'What',
    value: ({ row }) => eventText(row),
    width: 136,
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
    minWidth: 316,
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

export const eventColumns: readonly Column<EventRow>[] = [atColumn, ...columns.map(ofEvents)]

export const journalColumnSet = {
  ids: ['at', 'what', 'order', 'quantity', 'price', 'detail', 'tags', 'market'],
  isFitted: true,
} as const

export const narrowColumns: readonly Column<EventRow>[] = [
  {
    ...componentColumn<EventRow>({
      id: 'at',
      header: 'Event',
      minWidth: 240,
      flex: 1,
      text: atText,
      render: row => <StackedEvent row={row} at={atText(row)} tone={isDay(row) ? undefined : toneOf(row)} />,
    }),
    tree,
  },
]
