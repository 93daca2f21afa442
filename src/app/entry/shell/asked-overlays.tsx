/**
 * Overlays requested by the address: price history, a trade over time, an amendment. One chunk, to keep the first
 * screens small.
 */
import type { ReactNode } from 'react'
import { useReplay } from '../../api/replay/replay.ts'
import { useSession } from '../../api/venue/session.ts'
import { AmendAsked } from '../../features/orders/open/amend-asked.tsx'
import { PriceDrawer } from '../../features/prices/price-drawer.tsx'
import { TradeLineDrawer } from '../../features/trades/trade-line-drawer.tsx'

export function AskedOverlays(): ReactNode {
  const isSignedIn = useSession().status === 'signed_in'
  // A trade over time extends to now, so it cannot be replayed.
  const isPast = useReplay() !== undefined
  return (
    <>
      <PriceDrawer />
      {isSignedIn && !isPast && <TradeLineDrawer />}
      {isSignedIn && <AmendAsked />}
    </>
  )
}
