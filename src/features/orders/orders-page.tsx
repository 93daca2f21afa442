/** Orders: what is unknown on top, one blotter of the rest, one order in a drawer. */
import { useCallback } from 'react'
import { useSession } from '../../api/venue/session.ts'
import { type OrderIdSearch, parseOrderSearch, signInSearch } from '../../links/screen-links.ts'
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

const OrderDrawer = lazyComponent(async () => (await import('./drawer/order-drawer.tsx')).OrderDrawer)

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
  return (
    <Page title="Orders">{session.status === 'signed_in' ? <Account key={session.serial} /> : <PanelStateView state={signedOut} />}</Page>
  )
}

function Account() {
  const orders = useOrders()
  const search = parseOrderSearch(useSearch())
  const navigate = useNavigate()
  const show = useCallback((next: OrderIdSearch) => navigate({ to: '/orders', search: { ...next } }), [navigate])
  const open = useCallback((order: string) => show({ order }), [show])
  const close = useCallback(() => show({}), [show])
  useReady(orders.open.status === 'ready')
  return (
    <>
      <UnresolvedPanel intents={orders.unresolved} onOpen={open} />
      <Blotter orders={orders} activeId={search.order} onOpen={open} onLookUp={show} />
      <OrderDrawer search={search} orders={orders} onOpen={open} onClose={close} />
    </>
  )
}
