/** What the guided round goes by: session, address, and the registry of own orders; nothing that is pressed on the round's own strip. */
import { useSession } from '../../api/venue/session.ts'
import { isRfqMarket, parseJoinedSymbol } from '../../domain/order.ts'
import { parseBuilderSearch } from '../../links/builder-link.ts'
import { useRegistry } from '../../model/orders/use-registry.ts'
import { useAddress } from '../../ui/router/use-router.ts'
import type { Tour } from '../../ui/tour/tour-store.ts'
import type { TourFacts } from './tour-steps.ts'

export function useTourFacts({ startedAtMs, hasReadExplanation }: Tour): TourFacts {
  const isSignedIn = useSession().status === 'signed_in'
  const path = useAddress(address => address.pathname)
  const legs = useAddress(address => parseBuilderSearch(address.search).legs)
  const { sent, orders } = useRegistry()
  const mine = sent.filter(order => order.outcome === 'accepted' && order.atMs >= startedAtMs)
  return {
    isSignedIn,
    hasReadExplanation,
    draftLegs: path === '/build' && legs !== undefined ? (parseJoinedSymbol(legs)?.length ?? 0) : 0,
    hasAsked: mine.some(order => isRfqMarket(order.market_id)),
    hasTaken: mine.some(order => order.rfq !== undefined && (orders.get(order.client_order_id)?.record?.executions.length ?? 0) > 0),
    isInJournal: path === '/journal',
  }
}
