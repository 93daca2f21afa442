/** RFQs, working orders and outcomes at a past minute, from the journal. Nothing here can send. */
import { readyOf } from '../../../api/polling/saved.ts'
import { type ReactNode, useMemo } from 'react'
import { dayOf, minuteEnd } from '../../../../core/account/recorded-days.ts'
import { sampleAt } from '../../../../core/account/past-state.ts'
import { useJournalPage, useLoadedSentOrders } from '../../../api/journal/journal-hooks.ts'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { usePastSamples } from '../../../model/account/use-past.ts'
import { useReplacements } from '../../../model/orders/replacements.ts'
import { averagePriceShown } from '../../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import type { Column, TreeColumn } from '../../../ui/grid/column.ts'
import { textColumn, timeColumn } from '../../../ui/grid/columns.ts'
import { componentColumn } from '../../../ui/grid/component-columns.tsx'
import { Table } from '../../../ui/grid/table.tsx'
import { OrderPhrase, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { PackagePrice } from '../../../ui/order/package-price.tsx'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useWidth } from '../../../ui/panel/use-width.ts'
import { useReady } from '../../../ui/use-ready.ts'
import styles from '../orders.module.css'
import { sizes } from '../board/state-text.ts'
import { depthOf, lookedBackMs, type PastRow, pastRows } from './past-rows.ts'

const tree: TreeColumn<PastRow> = {
  depth: depthOf,
  isOpen: () => undefined,
  toggle: () => undefined,
  note: () => undefined,
}

const nameOf = (row: PastRow): string =>
  row.kind !== 'group'
    ? `${row.isRfq ? 'RFQ: ' : ''}${shownPhrase(row.phrased)}`
    : row.count === 0
      ? row.title
      : `${row.title} ${row.count}`

const doneOf = (row: PastRow): string =>
  row.kind === 'group' ? '' : row.isRfq && row.filled === '0' ? dash : sizes(row.filled, row.quantity)

function Price({ row }: { readonly row: PastRow }): ReactNode {
  if (row.kind === 'group') return null
  if (row.price === undefined)
    return (
      <span className="muted" title={row.limit === undefined ? undefined : 'Its limit: nothing was filled'}>
        {row.limit === undefined ? dash : <PackagePrice price={row.limit} {...row.phrased} />}
      </span>
    )
  return <PackagePrice price={row.kind === 'done' ? averagePriceShown(row.price) : row.price} {...row.phrased} />
}

const sentAt = timeColumn<PastRow>({
  id: 'at',
  header: 'Sent',
  value: row => (row.kind === 'group' ? undefined : row.sentMs),
  width: 84,
  minWidth: 76,
})
const howOf = (row: PastRow): string => (row.kind === 'group' ? '' : row.how)

const columnsOf = (isNarrow: boolean): readonly Column<PastRow>[] => [
  {
    ...componentColumn<PastRow>({
      id: 'order',
      header: 'Order',
      width: 420,
      minWidth: isNarrow ? 240 : 190,
      flex: 5,
      render: row =>
        row.kind === 'group' ? (
          <span className={row.count === 0 ? 'muted' : undefined}>{nameOf(row)}</span>
        ) : (
          <OrderPhrase {...row.phrased} />
        ),
      tip: nameOf,
    }),
    tree,
  },
  componentColumn<PastRow>({
    id: 'price',
    header: 'Price',
    title:
      'The last best quote of a live RFQ; the limit of a working order; the average of the fills, else the limit in grey',
    width: 150,
    minWidth: isNarrow ? 112 : 140,
    flex: 1,
    align: 'right',
    render: row => <Price row={row} />,
  }),
  textColumn<PastRow>({ id: 'done', header: 'Done', value: doneOf, width: 150, minWidth: 76, flex: 2, tip: doneOf }),
  textColumn<PastRow>({
    id: 'how',
    header: 'How it stood',
    value: howOf,
    width: 320,
    minWidth: 120,
    flex: 5,
    tip: howOf,
  }),
  { ...sentAt, text: row => (row.kind === 'group' ? '' : sentAt.text(row)) },
]
const columnSet = { ids: ['order', 'price', 'how', 'done', 'at'], isFitted: true } as const
const rowId = (row: PastRow): string => row.id
const toneOf = (row: PastRow): 'group' | undefined => (row.kind === 'group' ? 'group' : undefined)
const mostAnswers = 5_000

export function PastOrders({ atMs }: { readonly atMs: number }): ReactNode {
  const instantMs = minuteEnd(atMs)
  const dayStartMs = dayOf(atMs)
  const sent = useLoadedSentOrders(dayStartMs - lookedBackMs)
  const answers = useJournalPage(
    useMemo(() => ({ kinds: ['answer'] as const, fromMs: dayStartMs, toMs: dayStartMs + dayMs }), [dayStartMs]),
    mostAnswers,
  )
  const { samples } = usePastSamples(atMs)
  const isFollowed = sampleAt(samples, instantMs) !== undefined
  const replacements = useReplacements()
  const isHidden = useAmountsHidden()
  const isNarrow = useWidth() === 'narrow'
  const columns = useMemo(() => columnsOf(isNarrow), [isNarrow])
  const orders = readyOf(sent)
  const answerRows = answers.status === 'ready' ? answers.value.rows : undefined
  const rows = useMemo(
    () =>
      orders === undefined || answerRows === undefined
        ? undefined
        : pastRows(orders, answerRows, instantMs, replacements),
    // Texts have sizes, which are masked while amounts are hidden.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [orders, answerRows, instantMs, replacements, isHidden],
  )
  useReady(rows !== undefined)
  const failed = [sent, answers].find(each => each.status === 'failed')
  if (failed?.status === 'failed')
    return (
      <PanelStateView
        state={{ kind: 'failed', title: 'The stored data cannot be read', detail: stripHostile(failed.message) }}
      />
    )
  if (rows === undefined)
    return <PanelStateView state={{ kind: 'waiting', label: 'Loading the stored data of this minute' }} />
  return (
    <div className={styles.past} data-testid="past-orders" data-at={atMs}>
      <Panel
        title="Orders"
        state={{ kind: 'ready' }}
        toolbar={
          <span className="muted">
            {isFollowed ? 'as they stood then' : 'from the journal: the account was not followed in this minute'}
          </span>
        }
      >
        <Table
          id={`past-orders${isNarrow ? '-phone' : ''}`}
          label="Orders of then"
          testId="past-orders-grid"
          rows={rows}
          columns={columns}
          columnSet={columnSet}
          rowId={rowId}
          rowTone={toneOf}
          depthOf={depthOf}
        />
      </Panel>
    </div>
  )
}
