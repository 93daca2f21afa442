/**
 * The venue's clock, for whoever reads a history that is written down by it. A process that only waits to take over follows nobody, so the time is asked for when it is
 * wanted: at once where none is known, and anew each minute behind what is known. This machine's clock where the venue tells no time, as in the page.
 */
import type { Timers } from '../../client/timers.ts'
import { minuteMs } from '../../domain/time.ts'
import type { AccountSession } from './account-session.ts'

type Told = Pick<AccountSession, 'client' | 'clock' | 'lacks'>

/** All sessions are of one venue. Never rejects. */
export function createVenueNow(sessions: readonly Told[], timers: Timers): () => Promise<number> {
  let askedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> | undefined
  const known = (): Told | undefined => sessions.find(each => each.clock.offsetMs() !== undefined)
  return async () => {
    const [first] = sessions
    if (asking === undefined && first !== undefined && !first.lacks('time') && timers.monotonicMs() - askedMs >= minuteMs) {
      askedMs = timers.monotonicMs()
      asking = first.client.call('time', { lane: 'submit' }).finally(() => {
        asking = undefined
      })
    }
    if (known() === undefined) await asking
    return known()?.clock.nowMs() ?? timers.wallMs()
  }
}
