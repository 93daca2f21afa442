/**
 * Finds out whether a venue that lacks a read-only extension also lacks cancel and refresh. Requests them once for an
 * order that cannot exist (128 random bits), so that no control is shown that would fail when needed.
 */
import { readCapabilities, subscribeCapabilities } from '../venue/capabilities.ts'
import { call } from '../venue/client.ts'
import { newClientOrderId } from '../order-desk/wire-text.ts'
import { readSession, subscribeSession } from '../venue/session.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { isTradingLocked } from '../order-desk/trading-lock.ts'
import { readVenue } from '../venue/venue.ts'

const mostAsks = 5
const askAgainMs = 5_000

export function startCommandProbe(): () => void {
  const asks = new Map<string, number>()
  let isAsking = false
  let cancel = (): void => undefined
  const ask = async (): Promise<void> => {
    const { cancelOrder, refreshInterest } = readCapabilities()
    const query = { client_order_id: newClientOrderId() }
    const answers = await Promise.all([
      cancelOrder === 'unknown' ? call('cancelOrder', { query }) : undefined,
      refreshInterest === 'unknown' ? call('refreshInterest', { query }) : undefined,
    ])
    isAsking = false
    // Only an answer decides; without one it is asked again.
    const isSilent = answers.some(answered => answered?.ok === false && answered.fault.status === undefined)
    if (isSilent) cancel = systemTimers.after(askAgainMs, look)
    else asks.set(readVenue().key, mostAsks)
  }
  const look = (): void => {
    const { time, orderBook, marketSummary } = readCapabilities()
    const { key } = readVenue()
    const count = asks.get(key) ?? 0
    if (isAsking || count >= mostAsks || ![time, orderBook, marketSummary].includes('absent')) return
    if (readSession().status !== 'signed_in' || isTradingLocked()) return
    isAsking = true
    asks.set(key, count + 1)
    void ask()
  }
  const ends = [subscribeCapabilities(look), subscribeSession(look)]
  look()
  return () => {
    cancel()
    for (const end of ends) end()
  }
}
