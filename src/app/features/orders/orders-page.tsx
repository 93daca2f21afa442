/** Orders: unresolved submissions, the blotter, one order beside it or, in a smaller window, in a drawer. */
import { useCallback, useState } from 'react'
import { servesApprovals } from '../../api/approval/approvals.ts'
import { useAwaiting } from '../../api/order-desk/desk-hooks.ts'
import { startReplay, useReplay } from '../../api/replay/replay.ts'
import { useSession } from '../../api/venue/session.ts'
import { keyOfSearch, type OrderIdSearch, parseOrderSearch, signInSearch } from '../../links/screen-links.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { PanelStateView, ReadingStored } from '../../ui/panel/panel-state-view.tsx'
import { useMedia } from '../../ui/panel/use-width.ts'
import { Link } from '../../ui/router/link.tsx'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useReady } from '../../ui/use-ready.ts'
import type { RfqCard } from '../../model/orders/rfq-cards.ts'
import { Blotter } from './board/blotter.tsx'
import { isShownLive } from './board/blotter-rows.ts'
import { useOrders } from './open/use-orders.ts'
import styles from './orders.module.css'
import { UnresolvedPanel } from './unresolved-panel.tsx'

const OrderDrawer = lazyComponent(async () => (await import('./drawer/order-drawer.tsx')).OrderDrawer, null, {
  name: 'The order',
  useClose: ({ search, onClose }) => (keyOfSearch(search) === undefined ? undefined : onClose),
  isLater: true,
})

const OrderDock = lazyComponent(
  async () => (await import('./drawer/order-drawer.tsx')).OrderDock,
  <Panel label="Order" state={{ kind: 'waiting' }} />,
  {
    name: 'The order',
  },
)

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

const PastOrders = lazyComponent(async () => (await import('./past/past-orders.tsx')).PastOrders, <ReadingStored />)

function Screen() {
  const past = useReplay()
  useCommands([
    { id: 'orders.replay', name: 'Replay a recorded day', group: 'Orders', keys: 'replay', run: startReplay },
  ])
  if (past === undefined) return <Account />
  return past.atMs === undefined ? <ReadingStored /> : <PastOrders atMs={past.atMs} />
}

/** The live RFQ that ends first. It stays until it is over, so that no other takes its place under the pointer. */
function useFirstToEnd(cards: readonly RfqCard[]): string | undefined {
  const [shown, setShown] = useState<string>()
  const live = cards.filter(isShownLive).toSorted((a, b) => endOf(a) - endOf(b))
  const isLive = live.some(({ clientOrderId }) => clientOrderId === shown)
  const first = live[0]?.clientOrderId
  if (!isLive && first !== undefined) setShown(first)
  return shown
}
const endOf = ({ life }: RfqCard): number => life?.endLatestMs ?? Number.POSITIVE_INFINITY

function Account() {
  const orders = useOrders()
  const awaiting = useAwaiting()
  const chosen = parseOrderSearch(useSearch())
  const isDocked = useMedia('(min-width: 1440px)')
  const first = useFirstToEnd(orders.cards)
  const isChosen = keyOfSearch(chosen) !== undefined
  const search = isChosen || !isDocked || first === undefined ? chosen : { order: first }
  const navigate = useNavigate()
  const show = useCallback((next: OrderIdSearch) => navigate({ to: '/orders', search: { ...next } }), [navigate])
  const open = useCallback((order: string) => show({ order }), [show])
  const close = useCallback(() => show({}), [show])
  useReady(orders.open.status === 'ready')
  const master = (
    <>
      {awaiting.length > 0 && <AwaitingPanel intents={awaiting} />}
      <UnresolvedPanel intents={orders.unresolved} onOpen={open} />
      <Blotter orders={orders} activeId={search.order} onOpen={open} onLookUp={show} />
    </>
  )
  if (!isDocked)
    return (
      <>
        {master}
        <OrderDrawer search={search} orders={orders} onOpen={open} onClose={close} />
      </>
    )
  const hasOrders = orders.cards.length + orders.rows.length + orders.intents.length > 0
  return (
    <div className={styles.desk}>
      <div className={styles.master}>{master}</div>
      {keyOfSearch(search) !== undefined ? (
        <OrderDock search={search} orders={orders} onOpen={open} onClose={isChosen ? close : undefined} />
      ) : (
        hasOrders && <Panel label="Order" state={choose} />
      )}
    </div>
  )
}

const choose = {
  kind: 'empty',
  title: 'No live RFQ',
  detail: 'The live RFQ that ends first is open here. Choose an order to see its states, quotes and fills.',
} as const
