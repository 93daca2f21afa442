/**
 * What the address asks for over any screen, without the ticket: prices over time, a trade over time, an amendment. One piece of code, since the
 * first screens have no room for three.
 */
import type { ReactNode } from 'react'
import { useReplay } from '../../api/replay/replay.ts'
import { useSession } from '../../api/venue/session.ts'
import { AmendAsked } from '../../features/orders/open/amend-asked.tsx'
import { PriceDrawer } from '../../features/prices/price-drawer.tsx'
import { TradeLineDrawer } from '../../features/trades/trade-line-drawer.tsx'

export function AskedOverlays(): ReactNode {
  const isSignedIn = useSession().status === 'signed_in'
  // A trade over time goes on until now, which no past minute knows.
  const isPast = useReplay() !== undefined
  return (
    <>
      <PriceDrawer />
      {isSignedIn && !isPast && <TradeLineDrawer />}
      {isSignedIn && <AmendAsked />}
    </>
  )
}
