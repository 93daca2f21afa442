/** Has the legs of packages booked by the venue's entries, for as long as somebody is signed in. */
import { onEvidence } from '../evidence/evidence.ts'
import { noteReckoned } from '../journal/journal.ts'
import { serverNowMs } from '../venue/clock.ts'
import { eachSession } from '../venue/owner.ts'
import { LegBooker } from './leg-booker.ts'

/** The answer stops it. */
export const startReckoning = (): (() => void) =>
  eachSession(owner => {
    const booker = new LegBooker({
      nowMs: serverNowMs,
      book: (order, bookings) => noteReckoned(owner, { kind: 'booking', client_order_id: order, bookings }),
    })
    return onEvidence(evidence => {
      if (evidence.kind === 'journal') booker.orders(evidence.orders)
      else if (evidence.kind === 'positions') booker.polled(evidence.positions)
    })
  })
