/** What an order of this browser is in, as far as is known: the venue's answer first, then what was sent. */
import { type Leg, type RequestLeg, joinedSymbol, parseSide } from './order.ts'
import { type PhrasedOrder, legsOfOrder } from './order-phrase.ts'
import type { Intent } from './intent.ts'

const isKnownLeg = (leg: RequestLeg): leg is Leg => leg.symbol !== undefined && leg.tradeable_entity_id !== undefined

/** Instrument, or the joined symbol of a package; empty when only an id named it and the venue has not answered. */
export function symbolOfIntent({ order, context, state }: Pick<Intent, 'order' | 'context' | 'state'>): string {
  const answered = state.kind === 'accepted' ? (state.accepted?.symbol ?? state.order?.symbol) : undefined
  const known = answered !== undefined && answered !== '' ? answered : order.symbol
  if (known !== undefined && known !== '') return known
  const legs = order.legs?.every(isKnownLeg) === true ? order.legs : context.legs
  if (legs === undefined) return ''
  return order.legs === undefined ? (legs[0]?.symbol ?? '') : joinedSymbol(legs)
}

/** As its phrase takes it. */
export const phrasedIntent = (intent: Pick<Intent, 'order' | 'context' | 'state'>): Required<PhrasedOrder> => ({
  legs: legsOfOrder({ symbol: symbolOfIntent(intent) }),
  side: parseSide(intent.order.side),
  quantity: intent.order.quantity,
})
