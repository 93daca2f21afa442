/** Firm orders that the venue lists as open. */
import { useMemo, useState } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import type { OrderIdSearch } from '../../../links/screen-links.ts'
import { isKey } from '../../../ui/commands/key-table.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { DataGrid } from '../../../ui/grid/data-grid.tsx'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { SetAside } from '../../../ui/panel/set-aside.tsx'
import { Link } from '../../../ui/router/link.tsx'
import styles from '../orders.module.css'
import { type Amendable, amendable, AmendOrder } from './amend-order.tsx'
import { CancelAll } from './cancel-all.tsx'
import { CancelOne } from './cancel-one.tsx'
import type { OpenOrderRow } from './open-order-rows.ts'
import { openOrdersColumns } from './open-orders-columns.tsx'
import { cancel } from './order-commands.ts'
import { OrderLookup } from './order-lookup.tsx'
import { useOrderMenu } from './use-order-menu.ts'
import type { Orders } from './use-orders.ts'

interface OpenOrdersPanelProps {
  readonly orders: Orders
  readonly activeId: string | undefined
  readonly onOpen: (clientOrderId: string) => void
  readonly onLookUp: (search: OrderIdSearch) => void
}

const rowId = (row: OpenOrderRow): string => row.id
const none = {
  title: 'No open orders',
  detail: 'Firm orders that rest at the venue are listed here.',
  action: (
    <Link to="/build" className={buttonClass({ size: 'sm' })}>
      Build a spread
    </Link>
  ),
}

const cancelRow = (row: OpenOrderRow): void =>
  void cancel({ clientOrderId: row.record.client_order_id, orderId: row.record.order_id }, shownPhrase(row))

export function OpenOrdersPanel({ orders, activeId, onOpen, onLookUp }: OpenOrdersPanelProps) {
  const capabilities = useCapabilities()
  const canCancel = capabilities.cancelOrder !== 'absent'
  // Whoever cannot cancel one cannot cancel all, and the one is asked about first.
  const canCancelAll = canCancel && capabilities.cancelAllOrders !== 'absent'
  const [cancelling, setCancelling] = useState(false)
  const [asked, ask] = useState<OpenOrderRow>()
  const [amended, setAmended] = useState<Amendable>()
  const openCount = orders.open.data?.length ?? 0
  useCommands(
    canCancelAll
      ? [
          {
            id: 'orders.cancelAll',
            name: 'Cancel all orders and RFQs…',
            group: 'Orders',
            keys: 'cancelAll',
            enabled: openCount > 0,
            run: () => setCancelling(true),
          },
        ]
      : [],
  )
  const onCellKey = (key: string, row: OpenOrderRow): boolean => {
    if (!canCancel || !isKey('cancelOrder', key)) return false
    ask(row)
    return true
  }
  const columns = useMemo(
    () => openOrdersColumns(canCancel ? { amend: row => setAmended(amendable(row)), cancel: cancelRow } : undefined),
    [canCancel],
  )
  const rowMenu = useOrderMenu({
    amend: canCancel ? setAmended : undefined,
    cancel: canCancel ? ask : undefined,
    open: row => onOpen(row.id),
  })
  return (
    <>
      <Panel
        title="Open orders"
        state={panelStateOf(orders.open, { what: 'open orders', empty: orders.rows.length === 0 && none })}
        toolbar={<Toolbar orders={orders} cancelAll={canCancelAll ? () => setCancelling(true) : undefined} onLookUp={onLookUp} />}
      >
        <DataGrid
          id="open-orders"
          label="Open orders"
          testId="open-orders-grid"
          rows={orders.rows}
          columns={columns}
          rowId={rowId}
          activeId={activeId}
          onRowClick={row => onOpen(row.id)}
          onCellKey={onCellKey}
          rowMenu={rowMenu}
        />
      </Panel>
      {asked !== undefined && (
        <CancelOne what="order" name={shownPhrase(asked)} onCancel={() => cancelRow(asked)} onClose={() => ask(undefined)} />
      )}
      {amended !== undefined && <Amending order={amended} orders={orders} onClose={() => setAmended(undefined)} />}
      {cancelling && <CancelAll orders={orders} onClose={() => setCancelling(false)} />}
    </>
  )
}

interface ToolbarProps extends Pick<OpenOrdersPanelProps, 'orders' | 'onLookUp'> {
  readonly cancelAll: (() => void) | undefined
}

function Toolbar({ orders, cancelAll, onLookUp }: ToolbarProps) {
  return (
    <>
      <SetAside rows={orders.open.setAside} />
      {cancelAll !== undefined && (orders.open.data?.length ?? 0) > 0 && (
        <Button size="sm" variant="quiet" title="Orders and RFQs, or those of one instrument (Shift X)" onClick={cancelAll}>
          Cancel all…
        </Button>
      )}
      <span className={styles.spring} />
      <OrderLookup onLookUp={onLookUp} />
    </>
  )
}

interface AmendingProps {
  readonly order: Amendable
  readonly orders: Orders
  readonly onClose: () => void
}

function Amending({ order, orders, onClose }: AmendingProps) {
  const sent = orders.intents.find(intent => intent.client_order_id === order.row.record.client_order_id)
  return <AmendOrder order={order} sent={sent} onClose={onClose} />
}
