import { client } from '../venue/client.ts'
import { approvals } from '../approval/approvals.ts'
import { serverNowMs } from '../venue/clock.ts'
import { ownLimitBreaches } from './own-limits.ts'
import { refreshAccount } from '../polling/query-client.ts'
import { credentials } from '../venue/session.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { isTradingLocked } from './trading-lock.ts'
import { otherVenue } from '../venue/other-venue.ts'
import { venueTime } from '../venue/venue-time.ts'
import { readVenue } from '../venue/venue.ts'
import { OrderDesk } from './order-desk.ts'
import { intentStore } from './intent-store.ts'
import { afterOtherTabs, announceIntent, createHand, exclusively } from '../browser/tabs.ts'
import { createOrderTransport } from './transport.ts'
import { noteUncommitted, readUncommitted } from './uncommitted.ts'
import { newClientOrderId, wireText } from './wire-text.ts'

const takeInHand = createHand()

export const desk: OrderDesk = new OrderDesk({
  store: intentStore,
  transport: createOrderTransport(client),
  timers: systemTimers,
  serverNowMs,
  whenTimeKnown: run => void venueTime.whenSettled(isKnown => isKnown && run()),
  session: credentials,
  locked: () => isTradingLocked() || otherVenue() !== undefined,
  isBeyondLimits: (intent, intents) => ownLimitBreaches(intent, intents, serverNowMs()).length > 0,
  approvals: approvals.get,
  newId: newClientOrderId,
  encode: order => wireText(order, readVenue().legKeys),
  exclusively,
  outcome: () => void refreshAccount(),
  announce: announceIntent,
  afterOtherTabs,
  leftUncommitted: readUncommitted,
  noteUncommitted(all) {
    noteUncommitted(all)
    for (const each of all) takeInHand(each.client_order_id)
  },
})
