/** When the venue's time is known: what ends by it waits until then, since this machine's clock may be wrong. */
import { readCapabilities, subscribeCapabilities } from './capabilities.ts'
import { serverClock, serverNowMs, subscribeOffset } from './clock.ts'
import type { VenueTime } from './session.ts'

export const isVenueTimeKnown = (): boolean => serverClock.offsetMs() !== undefined

/** Calls once, at once where it is settled already. */
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
