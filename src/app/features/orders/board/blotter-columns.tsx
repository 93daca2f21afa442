/** Columns of the blotter, shared by RFQs, working orders and outcomes. */
import type { ReactNode } from 'react'
import { phraseOf } from '../../../../core/domain/trade-story/trade-words.ts'
import { amendable, type OpenOrderRow } from '../../../model/orders/open-order-rows.ts'
import { averagePriceShown } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import type { CellTone, Column, TreeColumn } from '../../../ui/grid/column.ts'
import { textColumn, timeColumn } from '../../../ui/grid/columns.ts'
import { actionsColumn, componentColumn } from '../../../ui/grid/component-columns.tsx'
import { ToneText } from '../../../ui/grid/tone-text.tsx'
import { TreeContent } from '../../../ui/grid/tree-content.tsx'
import { OrderPhrase, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { PackagePrice } from '../../../ui/order/package-price.tsx'
import type { Width } from '../../../ui/panel/use-width.ts'
import styles from '../orders.module.css'
import { type BlotterRow, depthOf, rfqOf } from './blotter-rows.ts'
import type { OutcomeKind, OutcomeRow } from './outcome-rows.ts'
import { Ends, RfqPrice, RfqRowActions } from './rfq-cells.tsx'
import { stateText } from './state-text.ts'

const treeOf = (toggle: (rfq: string) => void): TreeColumn<BlotterRow> => ({
  depth: row => Math.max(0, depthOf(row) - 1),
  isOpen: row => ('isOpen' in row ? row.isOpen : undefined),
  toggle: row => toggle(rfqOf(row) ?? ''),
  note: () => undefined,
})

const orderOf = (row: BlotterRow) =>
  row.kind === 'rfq'
    ? row.card
    : row.kind === 'order'
      ? row.order
      : row.kind === 'outcome'
        ? row.outcome.phrased
        : undefined

const nameOf = (row: BlotterRow): string => {
  if (row.kind === 'group') return row.count === 0 ? row.title : `${row.title} ${row.count}`
  const order = orderOf(row)
  return order === undefined ? '' : `${row.kind === 'outcome' && row.outcome.isRfq ? 'RFQ: ' : ''}${shownPhrase(order)}`
}

const legsTip = (row: BlotterRow): string | undefined =>
  orderOf(row)
    ?.legs.map(leg => `${leg.ratio > 0 ? '+' : '−'}${Math.abs(leg.ratio)} ${leg.symbol}`)
    .join('\n')

function Name({ row, isTwoLines }: { readonly row: BlotterRow; readonly isTwoLines: boolean }) {
  const order = orderOf(row)
  if (order === undefined) return <span className={styles.group}>{nameOf(row)}</span>
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

const resultOf = ({ text, raw }: OutcomeRow): string => (raw === undefined ? text : `${text} (${raw})`)

const stateTip = (row: BlotterRow): string => (row.kind === 'outcome' ? resultOf(row.outcome) : stateText(row))

const tones: Readonly<Partial<Record<OutcomeKind, CellTone>>> = {
  rejected: 'warning',
  liquidation: 'danger',
  'not as sent': 'danger',
  ended: 'muted',
  dismissed: 'muted',
}

const toneOf = (row: BlotterRow): CellTone | undefined => (row.kind === 'outcome' ? tones[row.outcome.kind] : undefined)

const atOf = (row: BlotterRow): number | undefined =>
  row.kind === 'rfq'
    ? row.card.placedMs
    : row.kind === 'order'
      ? row.order.placedMs
      : row.kind === 'outcome'
        ? row.outcome.atMs
        : undefined

const endOf = (row: BlotterRow): number | undefined =>
  row.kind === 'order' ? row.order.life?.endLatestMs : row.kind === 'rfq' ? row.card.life?.endLatestMs : undefined

const sentAt = timeColumn<BlotterRow>({ id: 'at', header: 'Sent', value: atOf, width: 84, minWidth: 76 })

const columns: readonly Column<BlotterRow>[] = [
  componentColumn<BlotterRow>({
    id: 'order',
    header: 'Order',
    width: 414,
    minWidth: 414,
    flex: 5,
    sortValue: row => phraseOf(orderOf(row) ?? { legs: [], side: undefined }).text,
    text: nameOf,
    render: row => <Name row={row} isTwoLines={false} />,
    tip: legsTip,
  }),
  componentColumn({
    id: 'price',
    header: 'Price',
    title:
      'The remaining size at current quotes; the limit of a working order; the average of the fills, else the limit in grey',
    width: 124,
    minWidth: 108,
    flex: 1,
    align: 'right',
    render: row => <Price row={row} />,
  }),
  {
    ...textColumn<BlotterRow>({
      id: 'state',
      header: 'State',
      value: stateText,
      width: 150,
      minWidth: 112,
      flex: 2,
      tip: stateTip,
      runsOver: true,
    }),
    tone: toneOf,
  },
  componentColumn<BlotterRow>({
    id: 'life',
    header: 'Ends in',
    width: 84,
    minWidth: 80,
    align: 'right',
    sortValue: endOf,
    render: row => <Ends row={row} />,
  }),
  { ...sentAt, text: row => (row.kind === 'group' ? '' : sentAt.text(row)) },
]

export const columnSet = { ids: ['order', 'price', 'state', 'life', 'at'], isFitted: true } as const

interface OrderActions {
  readonly amend: (row: OpenOrderRow) => void
  /** Undefined if the venue cannot cancel; then orders cannot be amended either. */
  readonly cancel: ((row: OpenOrderRow) => void) | undefined
  readonly toggle: (rfq: string) => void
  readonly width: Width
  readonly hasTwoButtons: boolean
}

/** A phone has all of a row in one column; below the wide screen a name has two lines, so that the columns fit. */
export const rowHeights: Readonly<Record<Width, number>> = { narrow: 64, medium: 44, wide: 32 }

export function blotterColumns(actions: OrderActions): readonly Column<BlotterRow>[] {
  const { width, toggle } = actions
  const isNarrow = width === 'narrow'
  const isTwoLines = width !== 'wide'
  const tree = treeOf(toggle)
  const render = (row: BlotterRow): ReactNode => (
    <TreeContent row={row} text={nameOf(row)} tree={tree}>
      {isNarrow && row.kind !== 'group' ? <Stacked row={row} /> : <Name row={row} isTwoLines={isTwoLines} />}
    </TreeContent>
  )
  const [name, ...others] = columns as readonly [Column<BlotterRow>, ...Column<BlotterRow>[]]
  return [
    { ...name, tree, render, minWidth: { narrow: 220, medium: 240, wide: name.minWidth }[width] },
    ...(isNarrow ? [] : others),
    rowActions(actions),
  ]
}

function Stacked({ row }: { readonly row: BlotterRow }) {
  return (
    <span className={styles.stacked}>
      <Name row={row} isTwoLines />
      <span className={styles.stackedFacts}>
        <Price row={row} /> <ToneText tone={toneOf(row)}>{stateText(row)}</ToneText> <Ends row={row} />
      </span>
    </span>
  )
}

function rowActions({ amend, cancel, width, hasTwoButtons }: OrderActions): Column<BlotterRow> {
  const isTakeOnly = width === 'narrow' && !hasTwoButtons
  const toAmend = {
    id: 'amend',
    label: 'Amend',
    name: (row: OpenOrderRow) => `Amend ${shownPhrase(row)}`,
    enabled: (row: OpenOrderRow) => amendable(row) !== undefined,
    run: amend,
  }
  const widthPx = isTakeOnly ? 84 : 136
  const ofOrders =
    cancel &&
    actionsColumn<OpenOrderRow>({
      id: 'actions',
      actions: [
        ...(isTakeOnly ? [] : [toAmend]),
        { id: 'cancel', label: 'Cancel', name: row => `Cancel ${shownPhrase(row)}`, isArmed: true, run: cancel },
      ],
      width: widthPx,
    })
  const column = componentColumn<BlotterRow>({
    id: 'actions',
    header: 'Actions',
    width: widthPx,
    pinned: 'right',
    align: 'right',
    render: (row, current) => {
      if (row.kind === 'rfq') return <RfqRowActions row={row} isTakeOnly={isTakeOnly} />
      if (row.kind !== 'order') return null
      const orderNow = (): OpenOrderRow => {
        const now = current()
        return now.kind === 'order' ? now.order : row.order
      }
      return <span className={styles.rowActions}>{ofOrders?.render?.(row.order, orderNow)}</span>
    },
  })
  return { ...column, quietHeader: true }
}
