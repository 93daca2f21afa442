/** Computes booking prices of package legs from the venue's entries, while signed in. */
import { type Owner, type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { onEvidence } from '../evidence/evidence.ts'
import { noteBookedPrices } from '../journal/journal.ts'
import { filledJournalOrders } from '../journal/journal-store.ts'
import { serverNowMs } from '../venue/clock.ts'
import { eachSession } from '../venue/owner.ts'
import { type EarlierPositions, LegBooker, heldIn } from '../../../core/history/leg-booker.ts'
import { lastExplainedSample } from '../samples/sample-store.ts'

export const startLegBooking = (): (() => void) => eachSession(begin)

function begin(owner: Owner): () => void {
  let end: (() => void) | undefined
  let isOver = false
  const start = async (): Promise<void> => {
    const earlier = await earlierPositions(ownerKey(owner))
    if (!isOver) end = follow(owner, earlier)
  }
  void start()
  return () => {
    isOver = true
    end?.()
  }
}

function follow(owner: Owner, earlier: EarlierPositions | undefined): () => void {
  const booker = new LegBooker(
    {
      nowMs: serverNowMs,
      book: (order, bookings) =>
        noteBookedPrices(owner, { kind: 'booking', client_order_id: order, bookings, atMs: serverNowMs() }),
    },
    earlier,
  )
  /**
   * Orders written meanwhile by other tabs and the recorder. If they cannot be read, those orders stay without booked
   * prices.
   */
  const learnOrders = (): Promise<void> =>
    filledJournalOrders(ownerKey(owner)).then(
      orders => booker.orders(orders),
      () => undefined,
    )
  let isBegun = false
  return onEvidence(evidence => {
    if (evidence.kind === 'journal') booker.orders(evidence.orders)
    if (evidence.kind !== 'positions') return
    booker.polled(evidence.positions)
    if (!isBegun && earlier !== undefined) void learnOrders()
    isBegun = true
  })
}

/**
 * The last positions stored with all fills until then. If none were stored, the account began with none. Without a
 * database nothing is known.
 */
const earlierPositions = (owner: OwnerKey): Promise<EarlierPositions | undefined> =>
  lastExplainedSample(owner).then(
    sample => {
      if (sample === undefined) return { positions: new Map(), atMs: 0 }
      return sample.positions === undefined ? undefined : { positions: heldIn(sample.positions), atMs: sample.atMs }
    },
    () => undefined,
  )
