/** Bodies: every answer is one object with the one key its endpoint names; the extensions' exceptions are marked. */
import { z } from '../domain/zod.ts'
import {
  balanceRecord,
  bookLevelRecord,
  deliverableRecord,
  marketSummaryRecord,
  newOrderRecord,
  newOrderRecordLongKeys,
  orderAcceptedRecord,
  orderRecord,
  orderRejectedRecord,
  positionRecord,
  symbolRecord,
} from './records.ts'
import { rowsOf } from './rows.ts'
import {
  absent,
  blank,
  wireClientOrderId,
  wireComputed,
  wireEntityId,
  wireInteger,
  wireOrderId,
  wireText,
  wireWords,
  wireTime,
} from './wire.ts'

export const exchangeInfoAnswer = z.object({
  entities_and_rules_response: z.looseObject({ server_utc_timestamp: wireTime, symbols: rowsOf(symbolRecord) }),
})

export const deliverableInfoAnswer = z.object({
  deliverables_response: z.looseObject({ server_utc_timestamp: wireTime, deliverables: rowsOf(deliverableRecord) }),
})

export const newOrderBody = z.object({ new_order: newOrderRecord })
export const newOrderBodyLongKeys = z.object({ new_order: newOrderRecordLongKeys })

export const placeOrderAnswer = z.union([
  z.object({ order_accepted: orderAcceptedRecord }),
  z.object({ order_rejected: orderRejectedRecord }),
])

export const openOrdersAnswer = z.object({
  query_open_orders_response: z.looseObject({ utc_timestamp: wireTime, open_orders: rowsOf(orderRecord) }),
})

export const orderDetailsAnswer = z.object({
  query_order_response: z.union([
    z.looseObject({ ...orderRecord.shape, utc_timestamp: wireTime }),
    z.looseObject({ error: wireWords, reason: wireWords }),
  ]),
})

export const balancesAnswer = z.object({ balance_response: rowsOf(balanceRecord) })

export const positionsAnswer = z.object({
  positions_response: z.looseObject({ server_utc_timestamp: wireTime, positions: rowsOf(positionRecord) }),
})

/** Extension; no envelope. */
export const timeAnswer = z.looseObject({ server_utc_timestamp: wireTime })

export const orderBookAnswer = z.object({
  orderbook_response: z.looseObject({
    server_utc_timestamp: wireTime,
    symbol: wireText,
    buy: z.array(bookLevelRecord),
    sell: z.array(bookLevelRecord),
  }),
})

export const cancelOrderAnswer = z.object({
  cancel_order_response: z.looseObject({
    tradeable_entity_id: blank(wireEntityId),
    symbol: wireText,
    order_id: absent(wireOrderId),
    client_order_id: absent(wireClientOrderId),
    timestamp: wireTime,
    filled_quantity: wireComputed,
    reason: wireWords,
  }),
})

export const cancelAllAnswer = z.object({
  cancel_all_orders_response: z.looseObject({
    timestamp: wireTime,
    reason: wireWords,
    user_tag: blank(wireText),
    results: z.array(
      z.looseObject({
        client_order_id: wireClientOrderId,
        order_state: wireText,
        symbol: absent(wireText),
        tradeable_entity_id: absent(wireEntityId),
      }),
    ),
  }),
})

export const refreshInterestAnswer = z.object({
  refresh_response: z.looseObject({
    order_id: blank(wireOrderId),
    client_order_id: blank(wireClientOrderId),
    timestamp: wireTime,
    reason: wireWords,
  }),
})

/** Extension; a bare array. */
export const marketSummaryAnswer = rowsOf(marketSummaryRecord)

/** The sandbox's sign-in, no part of the contract. `expires_at` in µs. */
export const sandboxSessionBody = z.looseObject({ account: absent(wireText) })
export const sandboxSessionAnswer = z.looseObject({
  credentials_secret: z.string(),
  account: wireText,
  expires_at: wireTime,
})

/** Body of any 4xx and 5xx this project's servers give: what was wrong and what to do, in plain words. */
export const errorAnswer = z.looseObject({ error: wireWords, reason: absent(wireWords), retry_after: absent(wireInteger) })
