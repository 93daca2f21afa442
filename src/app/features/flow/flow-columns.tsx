import type { EndedRfq } from '../../api/feed/rfq-flow.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { formatCompact } from '../../ui/format/format-decimal.ts'
import { formatAge } from '../../ui/format/format-time.ts'
import type { Column } from '../../ui/grid/column.ts'
import { ageColumn, decimalColumn, numberColumn, textColumn, timeColumn } from '../../ui/grid/columns.ts'
import { actionsColumn, componentColumn, type RowAction } from '../../ui/grid/component-columns.tsx'
import { OrderPhrase, shownPhrase } from '../../ui/order/order-phrase.tsx'
import type { FlowRow } from './flow-rows.ts'
import styles from './flow.module.css'

export const orderOf = ({ rfq, legs }: FlowRow) => ({ legs, side: rfq.side, quantity: rfq.quantity })

const rfqColumn = <Row extends FlowRow>(isTwoLines = false): Column<Row> =>
  componentColumn<Row>({
    id: 'order',
    header: 'RFQ',
    title: 'The requester’s side: Buy is answered by selling',
    width: 400,
    minWidth: 190,
    flex: 5,
    sortValue: row => row.structure,
    text: row => shownPhrase(orderOf(row)),
    tip: row => row.legs.map(leg => `${leg.ratio > 0 ? '+' : '−'}${Math.abs(leg.ratio)} ${leg.symbol}`).join('\n'),
    value: row => `${row.id} ${row.isOwn}`,
    render: row => (
      <span className={styles.rfq}>
        <OrderPhrase {...orderOf(row)} isTwoLines={isTwoLines} /> {row.isOwn && <Badge>own</Badge>}
      </span>
    ),
  })

const notional = <Row extends FlowRow>(): Column<Row> =>
  numberColumn<Row>({
    id: 'notional',
    header: 'Notional',
    title: 'Size times the price of the underlying, USD',
    value: row => row.notional,
    format: formatCompact,
    width: 76,
    minWidth: 64,
  })

const fair = <Row extends FlowRow>(): Column<Row> => ({
  ...numberColumn<Row>({
    id: 'fair',
    header: 'Fair',
    title: 'One of the structure on the surface of this page, as it is named',
    value: row => row.fair,
    width: 92,
    minWidth: 84,
  }),
  sortable: false,
})

/** Effect of an answer. Computed only for visible rows, so not sortable. */
const change = (
  id: string,
  header: string,
  title: string,
  places: number,
  read: (row: FlowRow) => number | undefined,
): Column<FlowRow> => ({
  ...numberColumn<FlowRow>({
    id,
    header,
    title,
    value: read,
    places,
    sign: 'always',
    amount: true,
    width: 84,
    minWidth: 76,
  }),
  sortable: false,
})

const whole = 'An answer to the whole size'

const columns: readonly Column<FlowRow>[] = [
  notional(),
  decimalColumn({
    id: 'limit',
    header: 'Limit',
    title: 'The price sent with the RFQ; most have none',
    value: row => row.rfq.price,
    width: 84,
    minWidth: 76,
  }),
  fair(),
  change('delta', 'Δ', `${whole} adds this to your delta, in coins`, 2, row => row.greeks?.delta),
  change(
    'gamma',
    'Γ 1 %',
    `${whole} adds this to your gamma, in coins of delta per 1 % of the price`,
    4,
    row => row.gamma,
  ),
  change('vega', 'Vega', `${whole} adds this to your vega, USD a vol point`, 0, row => row.greeks?.vegaPerVolPoint),
  change('theta', 'Theta', `${whole} adds this to your theta, USD a day`, 0, row => row.greeks?.thetaPerDay),
  change('margin', 'Margin', `${whole} at fair binds so much more margin, USD`, 0, row => row.margin),
  ageColumn({
    id: 'age',
    header: 'Age',
    title: 'Since it was sent',
    value: row => serverNowMs() - row.rfq.sentMs,
    width: 64,
    minWidth: 60,
  }),
  timeColumn({ id: 'at', header: 'Sent', value: row => row.rfq.sentMs, width: 84, minWidth: 76, sort: 'desc' }),
]

/** Px that fit a spread with its badge. */
const wholePx = { oneLine: 374, twoLines: 216 } as const

export const liveColumns = (actions: readonly RowAction<FlowRow>[], isNarrow: boolean): readonly Column<FlowRow>[] => [
  { ...rfqColumn(isNarrow), minWidth: isNarrow ? wholePx.twoLines : wholePx.oneLine },
  ...columns,
  actionsColumn<FlowRow>({ id: 'actions', actions: isNarrow ? actions.slice(0, 1) : actions }),
]

export const liveSet = {
  ids: ['order', 'fair', 'age', 'delta', 'vega', 'margin', 'notional', 'theta', 'gamma', 'limit', 'at'],
  isFitted: true,
} as const

export interface EndedRow extends FlowRow<EndedRfq> {
  readonly traded: string | undefined
}

const lifeMs = ({ rfq }: EndedRow): number => rfq.endedMs - rfq.sentMs

export const endedColumns: readonly Column<EndedRow>[] = [
  { ...rfqColumn(true), minWidth: wholePx.twoLines },
  notional(),
  textColumn({
    id: 'traded',
    header: 'Traded',
    title: 'The venue reports your own trades, not those of others',
    value: row => row.traded ?? 'not reported',
    tone: row => (row.traded === undefined ? 'muted' : 'strong'),
    width: 160,
    minWidth: 110,
    flex: 2,
  }),
  {
    ...ageColumn<EndedRow>({ id: 'life', header: 'Lived', value: lifeMs, width: 64, minWidth: 60 }),
    text: row => formatAge(lifeMs(row)),
    ticking: false,
  },
  timeColumn({ id: 'ended', header: 'Ended', value: row => row.rfq.endedMs, width: 84, minWidth: 76, sort: 'desc' }),
]
export const endedSet = { ids: ['order', 'ended', 'traded', 'life', 'notional'], isFitted: true } as const
