/** Columns of the open orders grid. */
import { averagePriceShown } from '../../../ui/format/average-price.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { Age } from '../../../ui/format/figures.tsx'
import { LifeBar } from '../../../ui/controls/life-bar.tsx'
import type { Column } from '../../../ui/grid/column.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { structurePhrase } from '../../../domain/structures/structure-phrase.ts'
import { OrderPhrase, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { packagePriceColumn } from '../../../ui/order/package-price.tsx'
import { percentColumn, textColumn } from '../../../ui/grid/columns.ts'
import { actionsColumn, componentColumn } from '../../../ui/grid/component-columns.tsx'
import { amendable } from './amend-order.tsx'
import styles from '../orders.module.css'
import type { OpenOrderRow } from './open-order-rows.ts'

const legsTip = (row: OpenOrderRow): string =>
  row.legs.map(leg => `${leg.ratio > 0 ? '+' : '−'}${Math.abs(leg.ratio)} ${leg.symbol}`).join('\n')

const fillTip = (row: OpenOrderRow): string =>
  row.filled === undefined
    ? 'Part filled, as the venue says; it lists no executions, so how much is not known'
    : `${formatSize(row.filled)} of ${formatSize(row.quantity)}`

function Life({ row }: { readonly row: OpenOrderRow }) {
  if (row.life !== undefined) return <LifeBar {...row.life} nowMs={serverNowMs} />
  return (
    <span className={styles.noLife} title="The venue’s record carries no time, and this browser did not send the order">
      not known here
    </span>
  )
}

const columns: readonly Column<OpenOrderRow>[] = [
  componentColumn({
    id: 'name',
    header: 'Order',
    width: 320,
    flex: 1,
    minWidth: 260,
    sortValue: row => structurePhrase(row.legs, row.side).text,
    searchText: shownPhrase,
    render: row => <OrderPhrase {...row} />,
    tip: legsTip,
  }),
  percentColumn({
    id: 'filled',
    header: 'Filled',
    value: row => row.fraction,
    places: 0,
    width: 60,
    tip: fillTip,
  }),
  packagePriceColumn({
    id: 'average',
    header: 'Average',
    title: 'Average fill price; of a package in the units chosen (Shift U)',
    price: row => averagePriceShown(row.averagePrice),
    priced: row => ({ legs: row.legs, quantity: row.filled ?? row.quantity, side: row.side }),
    width: 112,
    tip: row => (row.averagePrice === undefined ? undefined : `${averagePriceShown(row.averagePrice)} per package`),
  }),
  packagePriceColumn({
    id: 'price',
    header: 'Price',
    title: 'Limit; of a package in the units chosen (Shift U)',
    price: row => row.price,
    priced: row => row,
    width: 112,
    tip: row => (row.price === undefined ? undefined : `${row.price} per package`),
  }),
  componentColumn({
    id: 'age',
    header: 'Age',
    title: 'Since the venue accepted it; not known of orders sent elsewhere',
    width: 60,
    align: 'right',
    sortValue: row => row.placedMs,
    render: row => (row.placedMs === undefined ? dash : <OrderAge placedMs={row.placedMs} />),
  }),
  textColumn({ id: 'state', header: 'State', value: row => row.state, width: 88 }),
  componentColumn({
    id: 'life',
    header: 'Life',
    title: 'Solid: certainly alive. Hatched: the last cycle, in which it ends',
    width: 116,
    sortValue: row => row.life?.endLatestMs,
    render: row => <Life row={row} />,
  }),
]

function OrderAge({ placedMs }: { readonly placedMs: number }) {
  return <Age agoMs={() => Math.max(0, serverNowMs() - placedMs)} />
}

interface OpenOrderActions {
  readonly amend: (row: OpenOrderRow) => void
  readonly cancel: (row: OpenOrderRow) => void
}

/** `actions` are left out where the venue cannot cancel: then nothing can be amended either. */
export const openOrdersColumns = (actions: OpenOrderActions | undefined): readonly Column<OpenOrderRow>[] =>
  actions === undefined
    ? columns
    : [
        ...columns,
        actionsColumn({
          id: 'actions',
          actions: [
            { id: 'amend', label: 'Amend', enabled: row => amendable(row) !== undefined, run: actions.amend },
            { id: 'cancel', label: 'Cancel', isArmed: true, run: actions.cancel },
          ],
          width: 136,
        }),
      ]
