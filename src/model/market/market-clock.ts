/**
 * The one clock of what is derived from quotes: the server's time when they came, and every five seconds anew while the same ones stand.
 * Nothing is derived anew by time alone while nobody looks. Whoever derives from the same quotes does so at the same moment, so that two screens cannot show two values of one thing.
 */
import { useSyncExternalStore } from 'react'
import { subscribeSeenBeat } from '../../api/browser/heartbeat.ts'
import { serverNowMs } from '../../api/venue/clock.ts'

const stepMs = 5_000
const noQuotes = {}
const readAtMs = new WeakMap<object, number>()

/** Server time, ms; the same for the same quotes until five seconds have passed. */
export function marketNowMs(quotes: object | undefined): number {
  const key = quotes ?? noQuotes
  const nowMs = serverNowMs()
  const known = readAtMs.get(key)
  if (known !== undefined && Math.abs(nowMs - known) < stepMs) return known
  readAtMs.set(key, nowMs)
  return nowMs
}

export function useMarketClock(quotes: object | undefined): number {
  const read = (): number => marketNowMs(quotes)
  return useSyncExternalStore(subscribeSeenBeat, read, read)
}
