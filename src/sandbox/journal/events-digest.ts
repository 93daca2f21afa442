/**
 * What a command brought about, in sixteen letters of a digest, so that a journal done again can be held to what was told when it was
 * written. It covers what happened (who traded what with whom at what price, what ended why, what was paid) and leaves out how it is
 * shown, so that a later program may show more without giving up older journals. Not for keeping secrets: two sums of 32 bits.
 */
import type { ExchangeEvent } from '../exchange.ts'
import { hashText } from '../market/hash.ts'

export function eventsDigest(events: readonly ExchangeEvent[]): string {
  let text = ''
  for (const event of events) text += `${event.at} ${essence(event)}\n`
  return hex(hashText(text)) + hex(hashText(`${text}.`))
}

const hex = (sum: number): string => sum.toString(16).padStart(8, '0')

function essence(event: ExchangeEvent): string {
  switch (event.kind) {
    case 'order_accepted':
      return `accepted ${event.account} ${event.order.order_id}`
    case 'execution': {
      const { order, index } = event
      const execution = order.executions[index]
      return `execution ${event.account} ${order.order_id} ${index} ${execution?.trade_id} ${execution?.liquidity_flag} ${order.order_state}`
    }
    case 'order_ended':
      return `ended ${event.account} ${event.order.order_id} ${event.reason} ${event.order.executions.length}`
    case 'settled':
      return `settled ${event.account} ${event.tradeable_entity_id} ${event.size} ${event.price} ${event.cash}`
    case 'funded':
      return `funded ${event.account} ${event.tradeable_entity_id} ${event.size} ${event.mark} ${event.rate} ${event.cash}`
    case 'trade': {
      const { trade_id, buyer, seller, quantity, price, legs } = event.trade
      const parts = legs.map(leg => `${leg.tradeable_entity_id}@${leg.quantity}@${leg.price}`).join('/')
      return `trade ${trade_id} ${buyer} ${seller} ${quantity} ${price} ${parts}`
    }
    default:
      return event satisfies never
  }
}
