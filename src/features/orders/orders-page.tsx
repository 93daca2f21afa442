/** Orders: what is unknown on top, RFQs, open orders, what became of the rest; one order in a drawer. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from '../../api/session.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { FaceView } from '../../ui/panel/face-view.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { useReady } from '../../ui/use-ready.ts'
import { OpenOrdersPanel } from './open-orders-panel.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { type OrderIdSearch, readOrderSearch } from './order-search.ts'
import { RecentOutcomes } from './recent-outcomes.tsx'
import { RfqBoard } from './rfq-board.tsx'
import { UnresolvedPanel } from './unresolved-panel.tsx'
import { useOrders } from './use-orders.ts'

const signedOut = {
  kind: 'empty',
  title: 'Sign in to see your orders',
  detail: 'Open orders and RFQs belong to an account.',
  action: (
    <Link to="/portfolio" className={buttonClass({ variant: 'primary' })}>
      Go to sign-in
    </Link>
  ),
} as const

export default function OrdersPage() {
  const session = useSession()
  return <Page title="Orders">{session.status === 'signed_in' ? <Account key={session.serial} /> : <FaceView face={signedOut} />}</Page>
}

function Account() {
  const orders = useOrders()
  const search = readOrderSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = useCallback((next: OrderIdSearch) => void navigate({ to: '/orders', search: { ...next } }), [navigate])
  const open = useCallback((order: string) => show({ order }), [show])
  const close = useCallback(() => show({}), [show])
  const wide = useWidth() !== 'narrow'
  useReady(orders.open.face === 'ready')
  const shared = { orders, activeId: search.order, onOpen: open }
  const lists = (
    <SplitPane
      id="orders-lists"
      direction="vertical"
      panes={[
        { id: 'open-orders', size: 55, minPx: 140, content: <OpenOrdersPanel {...shared} onLookUp={show} /> },
        { id: 'outcomes', size: 45, minPx: 120, content: <RecentOutcomes {...shared} /> },
      ]}
    />
  )
  return (
    <>
      <UnresolvedPanel intents={orders.unresolved} onOpen={open} />
      <SplitPane
        key={wide ? 'side' : 'stacked'}
        id={wide ? 'orders' : 'orders-narrow'}
        direction={wide ? 'horizontal' : 'vertical'}
        panes={[
          { id: 'rfqs', size: 34, minPx: 300, content: <RfqBoard {...shared} /> },
          { id: 'lists', size: 66, minPx: 320, content: lists },
        ]}
      />
      <OrderDrawer search={search} listed={orders.listed} onClose={close} />
    </>
  )
}
