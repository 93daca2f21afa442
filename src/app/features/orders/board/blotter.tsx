/** One table of all RFQs and orders: live, working, outcomes. The drawer shows one in full. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import type { OrderIdSearch } from '../../../links/screen-links.ts'
import type { Command } from '../../../ui/commands/command.ts'
import { isKey } from '../../../ui/commands/key-table.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Table } from '../../../ui/grid/table.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { startOfDay } from '../../../ui/format/zoned-days.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { rfqHasFocus } from '../../../ui/order/rfq-focus.ts'
import { type PanelState, panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useMedia, useWidth } from '../../../ui/panel/use-width.ts'
import { Link } from '../../../ui/router/link.tsx'
import { blotterColumns, columnSet, rowHeights } from './blotter-columns.tsx'
import { type BlotterRow, blotterRows, depthOf, isShownLive } from './blotter-rows.ts'
import { CancelAll } from '../open/cancel-all.tsx'
import { CancelOne } from '../open/cancel-one.tsx'
import { type Amendable, amendable, type OpenOrderRow } from '../../../model/orders/open-order-rows.ts'
import { cancel } from '../open/order-commands.ts'
import type { Orders } from '../open/use-orders.ts'
import { outcomeRows } from './outcome-rows.ts'
import { RfqKeys } from './rfq-cells.tsx'
import { Toolbar } from './blotter-toolbar.tsx'
import styles from '../orders.module.css'
import { opposite, type Side } from '../../../../core/domain/order.ts'
import { builderSearch } from '../../../links/builder-link.ts'
import type { RowMenuItem } from '../../../ui/grid/data-grid-props.ts'
import { useNavigate } from '../../../ui/router/use-router.ts'

interface OrderMenuInputs {
  readonly amend: ((order: Amendable) => void) | undefined
  /** Improves the price by one step. Undefined if the venue cannot cancel. */
  readonly better: ((order: Amendable) => void) | undefined
  readonly cancel: ((row: OpenOrderRow) => void) | undefined
  readonly open: (row: OpenOrderRow) => void
}

export function useOrderMenu({
  amend,
  better,
  cancel,
  open,
}: OrderMenuInputs): (row: OpenOrderRow) => readonly RowMenuItem[] {
  const navigate = useNavigate()
  const draft = (row: OpenOrderRow, side: Side, withPrice: boolean): void => {
    const { legs, quantity, price } = row
    navigate({
      to: '/build',
      search: builderSearch({ legs, side, quantity, mode: 'firm', price: withPrice ? price : undefined }),
    })
  }
  return row => {
    const { side } = row
    const order = amendable(row)
    const ofOrder = (
      id: string,
      label: string,
      run: ((order: Amendable) => void) | undefined,
    ): readonly RowMenuItem[] =>
      run === undefined
        ? []
        : [{ id, label, enabled: order !== undefined, run: () => order !== undefined && run(order) }]
    return [
      ...ofOrder('amend', 'Amend…', amend),
      ...ofOrder('better', 'One step better…', better),
      {
        id: 'copy',
        label: 'Copy into the builder',
        enabled: side !== undefined,
        run: () => side !== undefined && draft(row, side, true),
      },
      // A price would belong to the old side.
      {
        id: 'reverse',
        label: 'Reverse in the builder',
        enabled: side !== undefined,
        run: () => side !== undefined && draft(row, opposite(side), false),
      },
      ...(cancel === undefined ? [] : [{ id: 'cancel', label: 'Cancel…', run: () => cancel(row) }]),
      { id: 'details', label: 'Details', run: () => open(row) },
    ]
  }
}

const OneStepBetter = lazyComponent(async () => (await import('../open/one-step-better.tsx')).OneStepBetter, null, {
  useClose: ({ onClose }) => onClose,
})
const AmendOrder = lazyComponent(async () => (await import('../open/amend-order.tsx')).AmendOrder, null, {
  useClose: ({ onClose }) => onClose,
})

interface BlotterProps {
  readonly orders: Orders
  readonly activeId: string | undefined
  readonly onOpen: (clientOrderId: string) => void
  readonly onLookUp: (search: OrderIdSearch) => void
}

const rowId = (row: BlotterRow): string => row.id
const none = {
  title: 'No orders yet',
  detail:
    'Your live RFQs with their quotes, working orders and today’s fills appear here. Build a spread and ask for quotes to begin.',
  action: (
    <Link to="/build" className={buttonClass({ size: 'sm' })}>
      Build a spread
    </Link>
  ),
}

function useRows(
  { cards, intents, listed, past, open, rows: working }: Orders,
  opened: ReadonlySet<string>,
): readonly BlotterRow[] {
  const { data } = open
  const isHidden = useAmountsHidden()
  return useMemo(() => {
    const todayMs = startOfDay(serverNowMs())
    const outcomes = outcomeRows(intents, {
      listed: data === undefined ? undefined : listed,
      past,
      open: new Map((data ?? []).map(record => [record.client_order_id as string, record])),
      nowMs: serverNowMs(),
      rfqs: new Map(cards.map(card => [card.clientOrderId, card])),
      todayMs,
    })
    return blotterRows({ cards, orders: working, outcomes, intents, isListKnown: data !== undefined, todayMs, opened })
    // Texts have sizes, which are masked while amounts are hidden.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [cards, intents, listed, data, past, working, opened, isHidden])
}

/** Orders known to this browser are shown even without the venue’s list. */
function stateOf({ open }: Orders, count: number): PanelState {
  const state = panelStateOf(open, { what: 'orders', empty: count === 0 && none })
  return count > 0 && (state.kind === 'waiting' || state.kind === 'failed') ? { kind: 'ready' } : state
}

const focusRow = (id: string): void =>
  document.querySelector<HTMLElement>(`[row-id="${CSS.escape(id)}"] [col-id="order"]`)?.focus()

function useChosen(activeId: string | undefined): string | undefined {
  const [chosen, setChosen] = useState(activeId)
  const [active, setActive] = useState(activeId)
  if (active !== activeId) {
    setActive(activeId)
    setChosen(activeId)
  }
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const place = target instanceof Element ? target.closest<HTMLElement>('[data-rfq], [row-id]') : null
      const id = place?.dataset['rfq'] ?? place?.getAttribute('row-id')
      if (id !== null && id !== undefined) setChosen(id)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  return chosen
}

const cancelRow = (row: OpenOrderRow): void =>
  void cancel({ clientOrderId: row.record.client_order_id, orderId: row.record.order_id }, shownPhrase(row))

function useBlotterKeys(
  live: readonly string[],
  chosen: string | undefined,
  cancelAll: (() => void) | undefined,
  isAnyOpen: boolean,
): void {
  const move = (by: number) => () => {
    const at = chosen === undefined ? -1 : live.indexOf(chosen)
    const next = at < 0 ? live[0] : live[Math.min(live.length - 1, Math.max(0, at + by))]
    if (next !== undefined) focusRow(next)
  }
  const all: readonly Command[] =
    cancelAll === undefined
      ? []
      : [
          {
            id: 'orders.cancelAll',
            name: 'Cancel all orders and RFQs…',
            group: 'Orders',
            keys: 'cancelAll',
            enabled: isAnyOpen,
            run: cancelAll,
          },
        ]
  useCommands([
    {
      id: 'orders.rfq.next',
      name: 'Next RFQ or order',
      group: 'Orders',
      keys: 'next',
      enabled: live.length > 0,
      run: move(1),
    },
    {
      id: 'orders.rfq.previous',
      name: 'Previous RFQ or order',
      group: 'Orders',
      keys: 'previous',
      enabled: live.length > 0,
      run: move(-1),
    },
    ...all,
  ])
}

export function Blotter({ orders, activeId, onOpen, onLookUp }: BlotterProps) {
  const capabilities = useCapabilities()
  const canCancel = capabilities.cancelOrder !== 'absent'
  // Cancel all needs the endpoint for a single cancel.
  const canCancelAll = canCancel && capabilities.cancelAllOrders !== 'absent'
  const [cancelling, setCancelling] = useState(false)
  const cancelAll = canCancelAll ? () => setCancelling(true) : undefined
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (rfq: string) =>
      setOpened(before => new Set(before.has(rfq) ? [...before].filter(each => each !== rfq) : [...before, rfq])),
    [],
  )
  const all = useRows(orders, opened)
  // A row of a phone says its group by its state and its button.
  const isNarrow = useWidth() === 'narrow'
  const rows = isNarrow ? all.filter(row => row.kind !== 'group' || row.count === 0) : all
  const chosen = useChosen(activeId)
  const card = orders.cards.find(each => each.id === chosen)
  const live = rows.filter(row => row.kind === 'order' || (row.kind === 'rfq' && isShownLive(row.card)))
  useBlotterKeys(live.map(rowId), chosen, cancelAll, (orders.open.data?.length ?? 0) > 0)
  return (
    <>
      <Panel
        title="Orders"
        testId="rfq-board"
        className={styles.blotter}
        state={stateOf(orders, rows.filter(row => row.kind !== 'group').length)}
        toolbar={<Toolbar orders={orders} cancelAll={cancelAll} onLookUp={onLookUp} />}
      >
        {orders.open.status === 'failed' && (
          <Banner tone="warning">
            The venue’s list is missing; this is what this browser knows. {orders.open.fault?.message}
          </Banner>
        )}
        <Rows
          orders={orders}
          rows={rows}
          canCancel={canCancel}
          activeId={activeId}
          chosen={chosen}
          onOpen={onOpen}
          toggle={toggle}
        />
      </Panel>
      {card !== undefined && (
        <RfqKeys
          key={card.id}
          card={card}
          intent={orders.intents.find(each => each.client_order_id === card.clientOrderId)}
        />
      )}
      {cancelling && <CancelAll orders={orders} onClose={() => setCancelling(false)} />}
    </>
  )
}

interface RowsProps extends Pick<BlotterProps, 'orders' | 'activeId' | 'onOpen'> {
  readonly rows: readonly BlotterRow[]
  readonly canCancel: boolean
  readonly chosen: string | undefined
  readonly toggle: (rfq: string) => void
}

function useBetterKey(order: OpenOrderRow | undefined, canCancel: boolean, better: (order: Amendable) => void): void {
  const chosen = order === undefined || !canCancel ? undefined : amendable(order)
  useCommands([
    {
      id: 'orders.better',
      name: 'One step better: improve the price of the order',
      group: 'Selected order',
      keys: 'order.better',
      keyWhen: () => chosen !== undefined && rfqHasFocus(chosen.row.id),
      enabled: chosen !== undefined,
      run: () => chosen !== undefined && better(chosen),
    },
  ])
}

function Rows({ orders, rows, canCancel, activeId, chosen, onOpen, toggle }: RowsProps) {
  const width = useWidth()
  const hasTwoButtons = useMedia('(min-width: 600px)')
  const [asked, setAsked] = useState<OpenOrderRow>()
  const [amended, setAmended] = useState<Amendable>()
  const [improved, setImproved] = useState<string>()
  const better = ({ row }: Amendable): void => setImproved(row.id)
  useBetterKey(
    orders.rows.find(each => each.id === chosen),
    canCancel,
    better,
  )
  const sentOf = (row: OpenOrderRow | undefined): Intent | undefined =>
    orders.intents.find(each => each.client_order_id === row?.record.client_order_id)
  const improvedRow = orders.rows.find(each => each.id === improved)
  const columns = useMemo(
    () =>
      blotterColumns({
        amend: row => setAmended(amendable(row)),
        cancel: canCancel ? cancelRow : undefined,
        width,
        hasTwoButtons,
        toggle,
      }),
    [canCancel, width, hasTwoButtons, toggle],
  )
  const open = (row: BlotterRow): void => {
    if (row.kind === 'group') return
    onOpen(row.kind === 'rfq' ? row.card.clientOrderId : row.kind === 'outcome' ? row.outcome.id : row.id)
  }
  const orderMenu = useOrderMenu({
    amend: canCancel ? setAmended : undefined,
    better: canCancel ? better : undefined,
    cancel: canCancel ? setAsked : undefined,
    open: row => onOpen(row.id),
  })
  const onCellKey = (key: string, row: BlotterRow): boolean => {
    if (row.kind !== 'order' || !canCancel || !isKey('cancelOrder', key)) return false
    setAsked(row.order)
    return true
  }
  return (
    <>
      <Table
        id="orders"
        label="Orders"
        testId="open-orders-grid"
        rows={rows}
        columns={columns}
        columnSet={columnSet}
        rowId={rowId}
        rowPx={rowHeights[width]}
        depthOf={depthOf}
        activeId={activeId}
        onRowClick={open}
        onCellKey={onCellKey}
        rowMenu={row => (row.kind === 'order' ? orderMenu(row.order) : [])}
      />
      {asked !== undefined && (
        <CancelOne
          what="order"
          name={shownPhrase(asked)}
          onCancel={() => cancelRow(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {amended !== undefined && (
        <AmendOrder order={amended} sent={sentOf(amended.row)} onClose={() => setAmended(undefined)} />
      )}
      {improved !== undefined && (
        <OneStepBetter row={improvedRow} sent={sentOf(improvedRow)} onClose={() => setImproved(undefined)} />
      )}
    </>
  )
}
