/**
 * Whether a venue that lacks the extensions that are only read also lacks those that act: asked once, by cancelling and refreshing an order
 * that cannot exist (an id of 128 fresh random bits), so that no control is shown that would fail when it is needed. A venue that has the
 * others is not asked: its controls are shown, and what one of them answers tells.
 */
import { readCapabilities, subscribeCapabilities } from './capabilities.ts'
import { call } from './client.ts'
import { newClientOrderId } from './order-desk/wire-text.ts'
import { readSession, subscribeSession } from './session.ts'
import { isTradingLocked } from './trading-lock.ts'
import { readVenue } from './venue.ts'

/** Begins to watch for such a venue; the answer stops it. */
export function startCommandProbe(): () => void {
  const asked = new Set<string>()
  const look = (): void => {
    const { time, cancelOrder, refreshInterest } = readCapabilities()
    const { key } = readVenue()
    if (time !== 'absent' || asked.has(key) || readSession().status !== 'signed_in' || isTradingLocked()) return
    asked.add(key)
    if (cancelOrder === 'unknown') void call('cancelOrder', { query: { client_order_id: newClientOrderId() } })
    if (refreshInterest === 'unknown') void call('refreshInterest', { query: { client_order_id: newClientOrderId() } })
  }
  const ends = [subscribeCapabilities(look), subscribeSession(look)]
  look()
  return () => {
    for (const end of ends) end()
  }
}
