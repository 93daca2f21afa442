/** The bytes of an order, as sent and as previewed. */
import { newOrderBody, newOrderBodyLongKeys } from '../../../core/contract/answers.ts'
import type { LegKeys } from '../../../core/contract/records.ts'
import { type ClientOrderId, clientOrderId } from '../../../core/domain/ids.ts'
import type { NewOrder, OrderBody } from '../../../core/domain/order.ts'
import { escapeHostile } from '../../../core/domain/safe-text.ts'
import { closingIdStart } from '../../../core/domain/trade-story/trade-words.ts'
import { randomId } from '../browser/random-id.ts'
import { z } from '../../../core/domain/zod.ts'

export const idAtReview = clientOrderId('…')

export function wireText(order: NewOrder | OrderBody, legKeys: LegKeys): string {
  const complete: NewOrder = { client_order_id: idAtReview, ...order }
  const legs = complete.legs === undefined ? undefined : [...complete.legs]
  return escapeHostile(
    JSON.stringify(
      z.encode(legKeys === 'long' ? newOrderBodyLongKeys : newOrderBody, { new_order: { ...complete, legs } }),
    ),
  )
}

export const newClientOrderId = (closes = false): ClientOrderId =>
  clientOrderId(`${closes ? closingIdStart : 'lw-'}${randomId()}`)
