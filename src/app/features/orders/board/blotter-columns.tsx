/** Columns of the blotter, shared by RFQs, working orders and outcomes. */
import type { ReactNode } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import { canonical, isZero } from '../../../../core/domain/decimal.ts'
import { tradePhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { LifeBar } from '../../../ui/controls/life-bar.tsx'
import { averagePriceShown, formatSize } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import type { CellTone, Column, TreeColumn } from '../../../ui/grid/column.ts'
import { textColumn, timeColumn } from '../../../ui/grid/columns.ts'
import { TreeContent } from '../../../ui/grid/tree-content.tsx'
import { actionsColumn, componentColumn } from '../../../ui/grid/component-columns.tsx'
import { OrderPhrase, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { PackagePrice } from '../../../ui/order/package-price.tsx'
import { type BlotterRow, depthOf, rfqOf } from './blotter-rows.ts'
import { knownFilled } from '../../../model/orders/rfq-cards.ts'
import { amendable, type OpenOrderRow } from '../../../model/orders/open-order-rows.ts'
import type { OutcomeKind, OutcomeRow } from './outcome-rows.ts'
import styles from '../orders.module.css'
import { RfqAgainstMid, RfqLife, RfqPrice, RfqRowActions } from './rfq-cells.tsx'

const treeOf = (toggle: (rfq: string) => void): TreeColumn<BlotterRow> => ({
  depth: depthOf,
  isOpen: row => ('isOpen' in row ? row.isOpen : undefined),
  toggle: row => toggle(rfqOf(row) ?? ''),
  note: () => undefined,
})

const orderOf = (row: BlotterRow) =>
  row.kind === 'rfq' ? row.card : row.kind === 'order' ? row.order : row.kind === 'outcome' ? row.outcome.phrased : undefined

const nameOf = (row: BlotterRow): string => {
  if (row.kind === 'group') return row.count === 0 ? row.title : `${row.title} ${row.count}`
  const order = orderOf(row)
  return order === undefined ? '' : `${row.kind === 'outcome' && row.outcome.isRfq ? 'RFQ: ' : ''}${shownPhrase(order)}`
}

const legsTip = (row: BlotterRow): string | undefined =>
  orderOf(row)
    ?.legs.map(leg => `${leg.ratio > 0 ? '+' : '−'}${Math.abs(leg.ratio)} ${leg.symbol}`)
    .join('\n')

function Name({ row, isTwoLines = false }: { readonly row: BlotterRow; readonly isTwoLines?: boolean }) {
  const order = orderOf(row)
  if (row.kind === 'group' || order === undefined)
    return <span className={row.kind === 'group' && row.count === 0 ? 'muted' : undefined}>{nameOf(row)}</span>
  return <OrderPhrase {...order} isTwoLines={isTwoLines} />
}

function Price({ row }: { readonly row: BlotterRow }) {
  if (row.kind === 'group') return null
  if (row.kind === 'rfq') return <RfqPrice row={row} />
  if (row.kind === 'order') return <PackagePrice {...row.order} />
  const { averagePrice, limit, phrased } = row.outcome
  if (averagePrice !== undefined) return <PackagePrice price={averagePriceShown(averagePrice)} {...phrased} />
  return (
    <span className="muted" title={limit === undefined ? undefined : 'Its limit: nothing was filled'}>
      {limit === undefined ? dash : <PackagePrice price={limit} {...phrased} />}
    </span>
  )
}

const sizes = (filled: Decimal | undefined, wanted: Decimal): string =>
  `${filled === undefined ? '?' : formatSize(canonical(filled))} of ${formatSize(wanted)}`

/** "0.2 of 0.4, 0.1 working, 0.1 in doubt". */
export function doneText(row: BlotterRow): string {
  if (row.kind === 'group') return ''
  if (row.kind === 'order') return sizes(row.order.filled, row.order.quantity)
  if (row.kind === 'outcome') return row.outcome.filled === undefined ? '' : sizes(row.outcome.filled, row.outcome.quantity)
  const { working, inDoubt, wanted } = row.card.count
  return [
    sizes(knownFilled(row.card), wanted),
    ...(isZero(working) ? [] : [`${formatSize(working)} working`]),
    ...(isZero(inDoubt) ? [] : [`${formatSize(inDoubt)} in doubt`]),
  ].join(', ')
}

const resultOf = ({ text, raw }: OutcomeRow): string => (raw === undefined ? text : `${text} (${raw})`)

/** What is wrong, of a rejection: what to do about it is in the tip and in the drawer. */
export const shortResult = ({ kind, text }: Pick<OutcomeRow, 'kind' | 'text'>): string =>
  kind === 'rejected' ? text.replace(/\. .*$/, '') : text

const tones: Readonly<Partial<Record<OutcomeKind, CellTone>>> = {
  rejected: 'warning',
  liquidation: 'danger',
  'not as sent': 'danger',
  ended: 'muted',
  dismissed: 'muted',
}

function Life({ row }: { readonly row: BlotterRow }) {
  if (row.kind === 'group') return null
  if (row.kind === 'rfq') return <RfqLife card={row.card} />
  if (row.kind === 'outcome') return <span className={styles.cut}>{shortResult(row.outcome)}</span>
  const { life, state } = row.order
  if (life !== undefined) return <LifeBar {...life} nowMs={serverNowMs} />
  return (
    <span className="muted" title="The venue’s record carries no time, and this browser did not send the order">
      {state}, end unknown
    </span>
  )
}

const atOf = (row: BlotterRow): number | undefined =>
  row.kind === 'rfq' ? row.card.placedMs : row.kind === 'order' ? row.order.placedMs : row.kind === 'outcome' ? row.outcome.atMs : undefined

const sentAt = timeColumn<BlotterRow>({ id: 'at', header: 'Sent', value: atOf, width: 84, minWidth: 76 })

const columns: readonly Column<BlotterRow>[] = [
  {
    ...componentColumn<BlotterRow>({
      id: 'order',
      header: 'Order',
      width: 420,
      minWidth: 190,
      flex: 5,
      sortValue: row => tradePhrase(orderOf(row)?.legs ?? [], orderOf(row)?.side).text,
      text: nameOf,
      render: row => <Name row={row} />,
      tip: legsTip,
    }),
  },
  componentColumn({
    id: 'price',
    header: 'Price',
    title: 'The remaining size at current quotes; the limit of a working order; the average of the fills, else the limit in grey',
    width: 150,
    minWidth: 140,
    flex: 1,
    align: 'right',
    render: row => <Price row={row} />,
  }),
  componentColumn({
    id: 'mid',
    header: 'Against mid',
    title: 'The best quote against the mid of the legs, for you',
    width: 150,
    minWidth: 140,
    flex: 1,
    render: row => (row.kind === 'rfq' ? <RfqAgainstMid row={row} /> : null),
  }),
  textColumn({ id: 'done', header: 'Done', value: doneText, width: 150, minWidth: 76, flex: 2, tip: doneText }),
  {
    ...componentColumn<BlotterRow>({
      id: 'life',
      header: 'State',
      title: 'How it ended; of a working order when it ends. Solid: certainly alive, hatched: the last cycle, in which it ends',
      width: 250,
      minWidth: 90,
      flex: 4,
      sortValue: row => (row.kind === 'order' ? row.order.life?.endLatestMs : row.kind === 'rfq' ? row.card.life?.endLatestMs : undefined),
      render: row => <Life row={row} />,
      tip: row => (row.kind === 'outcome' ? resultOf(row.outcome) : undefined),
    }),
    tone: row => (row.kind === 'outcome' ? tones[row.outcome.kind] : undefined),
  },
  { ...sentAt, text: row => (row.kind === 'group' ? '' : sentAt.text(row)) },
]

export const columnSet = { ids: ['order', 'price', 'done', 'life', 'mid', 'at'], isFitted: true } as const

interface OrderActions {
  readonly amend: (row: OpenOrderRow) => void
  /** Undefined if the venue cannot cancel; then orders cannot be amended either. */
  readonly cancel: ((row: OpenOrderRow) => void) | undefined
  readonly toggle: (rfq: string) => void
  readonly isNarrow: boolean
}

const onPhone: Readonly<Record<string, Pick<Column<BlotterRow>, 'width' | 'minWidth' | 'render'>>> = {
  order: { minWidth: 240 },
  price: {
    width: 112,
    minWidth: 112,
    render: row => (
      <span className={styles.priceOverEnd}>
        <Price row={row} />
        <span>
          <Life row={row} />
        </span>
      </span>
    ),
  },
}

export function blotterColumns({ amend, cancel, isNarrow, toggle }: OrderActions): readonly Column<BlotterRow>[] {
  const tree = treeOf(toggle)
  const inTree = (row: BlotterRow, isTwoLines: boolean): ReactNode => (
    <TreeContent row={row} text={nameOf(row)} tree={tree}>
      <Name row={row} isTwoLines={isTwoLines} />
    </TreeContent>
  )
  const [name, ...others] = columns as readonly [Column<BlotterRow>, ...Column<BlotterRow>[]]
  const all = [{ ...name, tree, render: (row: BlotterRow) => inTree(row, isNarrow) }, ...others]
  if (isNarrow) return all.map(column => ({ ...column, ...onPhone[column.id] }))
  const ofOrders =
    cancel &&
    actionsColumn<OpenOrderRow>({
      id: 'actions',
      actions: [
        { id: 'amend', label: 'Amend', enabled: row => amendable(row) !== undefined, run: amend },
        { id: 'cancel', label: 'Cancel', isArmed: true, run: cancel },
      ],
      width: 136,
    })
  const actions = componentColumn<BlotterRow>({
    id: 'actions',
    header: 'Actions',
    width: 136,
    pinned: 'right',
    align: 'right',
    render: (row, current) => {
      if (row.kind === 'rfq') return <RfqRowActions row={row} />
      if (row.kind !== 'order') return null
      const orderNow = (): OpenOrderRow => {
        const now = current()
        return now.kind === 'order' ? now.order : row.order
      }
      return ofOrders?.render?.(row.order, orderNow)
    },
  })
  return [...all, { ...actions, quietHeader: true }]
}
