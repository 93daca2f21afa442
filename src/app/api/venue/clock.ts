import { createStore, useStore } from '../browser/store.ts'
import { readCapabilities } from './capabilities.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { type ServerClock, createServerClock } from '../../../core/client/server-clock.ts'

const offsetShown = createStore<number | undefined>(undefined)

/** Rounded to a tenth of a second; finer changes are not published. */
export const serverClock: ServerClock = createServerClock(
  systemTimers,
  () => {
    const offset = serverClock.offsetMs()
    offsetShown.set(offset === undefined ? undefined : Math.round(offset / 100) * 100)
  },
  () => readCapabilities().time === 'absent',
)

export const subscribeOffset = offsetShown.subscribe

/**
 * The venue's time, ms since 1970 UTC; this machine's before the first answer.
 * @example const secondsLeft = (expiryMs - serverNowMs()) / 1_000
 */
export const serverNowMs = (): number => serverClock.nowMs()

export function useServerClock(): { readonly nowMs: () => number; readonly offsetMs: number | undefined } {
  const offsetMs = useStore(offsetShown)
  return { nowMs: serverNowMs, offsetMs }
}
