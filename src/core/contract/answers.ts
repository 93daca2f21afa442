/**
 * Shapes of requests and answers. Every answer is an object with one key, named by its endpoint; extensions that differ
 * are marked.
 */
import { positionKey } from '../domain/account.ts'
import { type Decimal, gte, lte, zero } from '../domain/decimal.ts'
import type { OrderBook } from '../domain/market-data.ts'
import { type OrderRecord, parseJoinedSymbol } from '../domain/order.ts'
import { z } from '../domain/zod.ts'
import {
  balanceRecord,
  bookLevelRecord,
  deliverableRecord,
  marketSummaryRecord,
  newOrderRecord,
  newOrderRecordLongKeys,
  orderAcceptedRecord,
  orderDetailsRecord,
  orderRecord,
  orderRejectedRecord,
  pendingRow,
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
  wireOrderId,
  wireText,
  wireTime,
  wireWords,
} from './wire.ts'

export const symbolRows = rowsOf(symbolRecord, row => row.symbol)
export const balanceRows = rowsOf(balanceRecord, row => row.symbol)
export const positionRows = rowsOf(positionRecord, positionKey)

export const exchangeInfoAnswer = z.object({
  entities_and_rules_response: z.looseObject({ server_utc_timestamp: wireTime, symbols: symbolRows }),
})

export const deliverableInfoAnswer = z.object({
  deliverables_response: z.looseObject({
    server_utc_timestamp: wireTime,
    deliverables: rowsOf(deliverableRecord, row => row.symbol),
  }),
})

export const newOrderBody = z.object({ new_order: newOrderRecord })
export const newOrderBodyLongKeys = z.object({ new_order: newOrderRecordLongKeys })

export const placeOrderAnswer = z.union([
  z.object({ order_accepted: orderAcceptedRecord }),
  z.object({ order_rejected: orderRejectedRecord }),
])

const orderKey = (row: OrderRecord): string => row.order_id ?? `client ${row.client_order_id}`

export const openOrdersAnswer = z.object({
  query_open_orders_response: z.looseObject({ utc_timestamp: wireTime, open_orders: rowsOf(orderRecord, orderKey) }),
})

export const orderDetailsAnswer = z.object({
  query_order_response: orderDetailsRecord,
})

export const balancesAnswer = z.object({ balance_response: balanceRows })

export const positionsAnswer = z.object({
  positions_response: z.looseObject({ server_utc_timestamp: wireTime, positions: positionRows }),
})

/** Extension; without an envelope. */
export const timeAnswer = z.looseObject({ server_utc_timestamp: wireTime })

const levels = (inOrder: (better: Decimal, worse: Decimal) => boolean) =>
  z
    .array(bookLevelRecord)
    .check(
      z.refine(
        rows => rows.every(({ price }, at) => at === 0 || inOrder(rows[at - 1]?.price ?? price, price)),
        'not sorted, best price first',
      ),
    )

/** Only a package may have a negative price. */
const hasPossiblePrices = ({ symbol, buy, sell }: Pick<OrderBook, 'symbol' | 'buy' | 'sell'>): boolean =>
  parseJoinedSymbol(symbol) !== undefined || [...buy, ...sell].every(({ price }) => gte(price, zero))

export const orderBookAnswer = z.object({
  orderbook_response: z
    .looseObject({
      server_utc_timestamp: wireTime,
      symbol: wireText,
      buy: levels((better, worse) => gte(better, worse)),
      sell: levels((better, worse) => lte(better, worse)),
    })
    .check(z.refine(hasPossiblePrices, 'a price below zero of one instrument')),
})

const oneOrder = {
  order_id: blank(wireOrderId),
  client_order_id: blank(wireClientOrderId),
  timestamp: absent(wireTime),
  reason: wireWords,
}

/** The `reason` of a successful cancel. Any other says why it failed. */
export const cancelledReason = 'user_cancelled'
export const successReason = 'success'

/** An order unknown to the venue has only ids, time and reason; `tradeable_entity_id` is "" for a package. */
export const cancelOrderAnswer = z.object({
  cancel_order_response: z.looseObject({
    tradeable_entity_id: absent(wireEntityId),
    symbol: absent(wireText),
    filled_quantity: absent(wireComputed),
    ...oneOrder,
  }),
})

/** `symbol` and `tradeable_entity_id` are present if the request named them. */
export const cancelAllAnswer = z.object({
  cancel_all_orders_response: z.looseObject({
    timestamp: absent(wireTime),
    reason: wireWords,
    user_tag: blank(wireText),
    symbol: absent(wireText),
    tradeable_entity_id: absent(wireEntityId),
    results: absent(rowsOf(pendingRow)),
  }),
})

export const refreshInterestAnswer = z.object({ refresh_response: z.looseObject(oneOrder) })

/** Extension; the answer is a bare array. */
export const summaryKeyOf = (row: z.output<typeof marketSummaryRecord>): string => row.symbol
export const marketSummaryAnswer = rowsOf(marketSummaryRecord, summaryKeyOf)

/** Sign-in of the sandbox, not part of the contract. `expires_at` in µs. */
export const sandboxSessionBody = z.looseObject({ account: absent(wireText) })
/** Answer to a sign-out of the sandbox: the token of the request ends. */
export const sandboxSessionEndAnswer = z.looseObject({ session_ended: wireText })
export const sandboxSessionAnswer = z.looseObject({
  credentials_secret: z.string(),
  account: wireText,
  expires_at: wireTime,
})
