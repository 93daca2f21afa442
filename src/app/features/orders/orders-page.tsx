/** Orders: unresolved submissions, the blotter, one order in a drawer. */
import { useCallback } from 'react'
import { servesApprovals } from '../../api/approval/approvals.ts'
import { useAwaiting } from '../../api/order-desk/desk-hooks.ts'
import { startReplay, useReplay } from '../../api/replay/replay.ts'
import { useSession } from '../../api/venue/session.ts'
import { keyOfSearch, type OrderIdSearch, parseOrderSearch, signInSearch } from '../../links/screen-links.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { Link } from '../../ui/router/link.tsx'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useReady } from '../../ui/use-ready.ts'
import { Blotter } from './board/blotter.tsx'
import { useOrders } from './open/use-orders.ts'
import { UnresolvedPanel } from './unresolved-panel.tsx'

const OrderDrawer = lazyComponent(async () => (await import('./drawer/order-drawer.tsx')).OrderDrawer, null, {
  name: 'The order',
  useClose: ({ search, onClose }) => (keyOfSearch(search) === undefined ? undefined : onClose),
  isLater: true,
})

const AwaitingPanel = lazyComponent(async () => (await import('./approval/awaiting-panel.tsx')).AwaitingPanel)

const ApproverPanel = lazyComponent(async () => (await import('./approval/approver-panel.tsx')).ApproverPanel)

const signedOut = {
  kind: 'empty',
  title: 'Sign in to see your orders',
  detail: 'Open orders and RFQs belong to an account.',
  action: (
    <Link to="/portfolio" search={signInSearch('/orders')} className={buttonClass({ variant: 'primary' })}>
      Go to sign-in
    </Link>
  ),
} as const

export default function OrdersPage() {
  const session = useSession()
  const isPast = useReplay() !== undefined
  return (
    <Page title="Orders">
      {servesApprovals() && !isPast && <ApproverPanel />}
      {session.status === 'signed_in' ? <Screen key={session.serial} /> : <PanelStateView state={signedOut} />}
    </Page>
  )
}

const PastOrders = lazyComponent(async () => (await import('./past/past-orders.tsx')).PastOrders, <PastWaits />)

function PastWaits() {
  return <PanelStateView state={{ kind: 'waiting', label: 'Reading what is stored' }} />
}

function Screen() {
  const past = useReplay()
  useCommands([{ id: 'orders.replay', name: 'Replay a recorded day', group: 'Orders', keys: 'replay', run: startReplay }])
  if (past === undefined) return <Account />
  return past.atMs === undefined ? <PastWaits /> : <PastOrders atMs={past.atMs} />
}

function Account() {
  const orders = useOrders()
  const awaiting = useAwaiting()
  const search = parseOrderSearch(useSearch())
  const navigate = useNavigate()
  const show = useCallback((next: OrderIdSearch) => navigate({ to: '/orders', search: { ...next } }), [navigate])
  const open = useCallback((order: string) => show({ order }), [show])
  const close = useCallback(() => show({}), [show])
  useReady(orders.open.status === 'ready')
  return (
    <>
      {awaiting.length > 0 && <AwaitingPanel intents={awaiting} />}
      <UnresolvedPanel intents={orders.unresolved} onOpen={open} />
      <Blotter orders={orders} activeId={search.order} onOpen={open} onLookUp={show} />
      <OrderDrawer search={search} orders={orders} onOpen={open} onClose={close} />
    </>
  )
}
