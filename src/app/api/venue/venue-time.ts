/**
 * Whether the venue's time is known. Anything that ends by time waits for it, since this machine's clock may be wrong.
 */
import { readCapabilities, subscribeCapabilities } from './capabilities.ts'
import { serverClock, serverNowMs, subscribeOffset } from './clock.ts'
import type { VenueTime } from './session.ts'

export const isVenueTimeKnown = (): boolean => serverClock.offsetMs() !== undefined

function whenSettled(run: (isKnown: boolean) => void): () => void {
  let ends: readonly (() => void)[] = []
  const stop = (): void => {
    for (const end of ends) end()
    ends = []
  }
  let isOver = false
  const look = (): void => {
    const isKnown = isVenueTimeKnown()
    if (isOver || (!isKnown && readCapabilities().time !== 'absent')) return
    isOver = true
    stop()
    run(isKnown)
  }
  ends = [subscribeOffset(look), subscribeCapabilities(look)]
  look()
  return () => {
    isOver = true
    stop()
  }
}

export const venueTime: VenueTime = { nowMs: serverNowMs, whenSettled }
