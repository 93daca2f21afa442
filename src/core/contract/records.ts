/**
 * The records of the contract ("Resources and their fields") and of its extensions, once for both directions. Unknown
 * fields are kept. The types prove that a decoded record is the domain's value.
 */
import type { Balance, Deliverable, Position } from '../domain/account.ts'
import type { TradeId } from '../domain/ids.ts'
import type { Instrument } from '../domain/instrument.ts'
import type { BookLevel, MarketSummary } from '../domain/market-data.ts'
import type {
  Execution,
  Leg,
  NewOrder,
  OrderAccepted,
  OrderDetails,
  OrderRecord,
  OrderRejected,
  RequestLeg,
} from '../domain/order.ts'
import { z } from '../domain/zod.ts'
import {
  absent,
  blank,
  listOrEmpty,
  nullable,
  wireClientOrderId,
  wireComputed,
  wireDecimal,
  wireDeliverableId,
  wireEchoedClientOrderId,
  wireEntityId,
  wireInteger,
  wireName,
  wireNames,
  wireOffered,
  wireOrderId,
  wireStep,
  wireText,
  wireTime,
  wireTimeNanos,
  wireTradeId,
  wireWord,
  wireWordOrEmpty,
  wireWords,
} from './wire.ts'

export const symbolRecord = z.looseObject({
  symbol: wireName,
  tradeable_entity_id: wireEntityId,
  status: wireWord,
  base_asset: wireName,
  quote_asset: wireName,
  minimum_quantity: wireDecimal,
  maximum_quantity: wireDecimal,
  minimum_value: wireDecimal,
  maximum_value: wireDecimal,
  quantity_step: wireStep,
  price_step: wireStep,
  tags: wireNames,
})

export const deliverableRecord = z.looseObject({ symbol: wireName, deliverable_id: wireDeliverableId })

export type LegKeys = 'short' | 'long'

const wireLeg = z.looseObject({})
type LooseLeg = Record<string, unknown>
const legFields = z.object({ tradeable_entity_id: absent(wireEntityId), symbol: absent(wireName), ratio: wireInteger })

const readLeg = (leg: LooseLeg): unknown => ({
  tradeable_entity_id: leg['tradeable_entity_id'] ?? leg['tid'],
  symbol: leg['symbol'] ?? leg['sym'],
  ratio: leg['ratio'],
})

const legCodec = <Value extends RequestLeg>(print: (leg: z.input<typeof legFields>) => LooseLeg, complete: boolean) =>
  z.codec(
    wireLeg,
    z.custom<Value>(() => true),
    {
      decode: (value, context) => {
        const parsed = z.safeDecode(legFields, readLeg(value) as z.input<typeof legFields>)
        const lacks =
          parsed.success &&
          complete &&
          (parsed.data.symbol === undefined || parsed.data.tradeable_entity_id === undefined)
        if (parsed.success && !lacks) return parsed.data as Value
        const message = parsed.success
          ? 'symbol or tradeable_entity_id missing'
          : (parsed.error.issues[0]?.message ?? 'not a leg')
        context.issues.push({ code: 'custom', input: value, message })
        return z.NEVER
      },
      encode: leg =>
        print(
          z.encode(legFields, { tradeable_entity_id: leg.tradeable_entity_id, symbol: leg.symbol, ratio: leg.ratio }),
        ),
    },
  )

const requestLeg = (keys: LegKeys) =>
  legCodec<RequestLeg>(
    leg => (keys === 'long' ? leg : { tid: leg.tradeable_entity_id, sym: leg.symbol, ratio: leg.ratio }),
    false,
  )
const responseLeg = legCodec<Leg>(leg => leg, true)
const echoedLeg = legCodec<RequestLeg>(leg => leg, false)

const newOrderFields = (keys: LegKeys) =>
  z.looseObject({
    symbol: absent(wireText),
    tradeable_entity_id: absent(wireEntityId),
    market_id: wireWord,
    side: wireWord,
    type: wireWord,
    time_in_force: wireWord,
    quantity: wireDecimal,
    minimum_quantity: absent(wireDecimal),
    price: absent(wireDecimal),
    client_order_id: wireClientOrderId,
    recv_window: absent(wireInteger),
    legs: absent(z.array(requestLeg(keys))),
    user_tag: absent(wireText),
  })
export const newOrderRecord = newOrderFields('short')
export const newOrderRecordLongKeys = newOrderFields('long')

export const orderAcceptedRecord = z.looseObject({
  utc_timestamp: wireTime,
  market_id: wireWord,
  /** "" for a multi-leg order. */
  tradeable_entity_id: blank(wireEntityId),
  symbol: wireText,
  order_id: absent(wireOrderId),
  type: wireWord,
  client_order_id: wireClientOrderId,
  quantity: wireDecimal,
  price: absent(wireDecimal),
  minimum_quantity: absent(wireDecimal),
  ioi_cache_timeout: absent(wireInteger),
  legs: absent(z.array(responseLeg)),
})

export const orderRejectedRecord = z.looseObject({
  utc_timestamp: wireTime,
  market_id: wireWord,
  tradeable_entity_id: absent(wireEntityId),
  symbol: absent(wireText),
  type: wireWord,
  client_order_id: wireEchoedClientOrderId,
  quantity: absent(wireDecimal),
  minimum_quantity: absent(wireDecimal),
  price: absent(wireDecimal),
  legs: absent(z.array(echoedLeg)),
  reason: wireWords,
})

const executionRecord = z.looseObject({
  utc_timestamp: wireTimeNanos,
  executed_quantity: wireComputed,
  executed_price: wireComputed,
  trade_id: wireTradeId,
  liquidity_flag: wireWord,
})

/** A venue, or a merge of its answers, may report a trade twice; every fill is counted once. */
function distinctByTrade<Row extends { readonly trade_id: TradeId }>(rows: Row[]): Row[] {
  const seen = new Set<TradeId>()
  return rows.filter(({ trade_id }) => !seen.has(trade_id) && seen.add(trade_id))
}

const executionRecords = listOrEmpty(executionRecord, distinctByTrade)

/**
 * A venue may omit `market_id`, `type`, `executions` and the legs of a package. The texts are then "", the list is
 * empty.
 */
export const orderRecord = z.looseObject({
  market_id: wireWordOrEmpty,
  tradeable_entity_id: blank(wireEntityId),
  symbol: wireText,
  side: wireWord,
  type: wireWordOrEmpty,
  quantity: wireDecimal,
  price: absent(wireDecimal),
  order_id: absent(wireOrderId),
  client_order_id: wireClientOrderId,
  order_state: wireWord,
  cancel_state: wireWordOrEmpty,
  executions: executionRecords,
  legs: absent(z.array(responseLeg)),
})

const orderFailure = z.looseObject({ error: wireWords, reason: wireWords })
const orderDetailsFields = z.looseObject({ ...orderRecord.shape, utc_timestamp: wireTime })

export const orderDetailsRecord = z.codec(
  z.looseObject({}),
  z.custom<OrderDetails>(() => true),
  {
    decode: (value, context): OrderDetails => {
      const parsed = z.safeDecode(orderDetailsFields, value as z.input<typeof orderDetailsFields>)
      if (parsed.success) {
        const { utc_timestamp: at, ...order } = parsed.data
        return { kind: 'found', order, at }
      }
      const failure = z.safeDecode(orderFailure, value as z.input<typeof orderFailure>)
      if (failure.success) return { ...failure.data, kind: 'not_found' }
      for (const { path, message } of parsed.error.issues)
        context.issues.push({ code: 'custom', path: [...path], input: value, message })
      return z.NEVER
    },
    encode: details =>
      details.kind === 'found'
        ? z.encode(orderDetailsFields, {
            ...(details.order as z.output<typeof orderRecord>),
            utc_timestamp: details.at,
          })
        : z.encode(orderFailure, { error: 'failed', reason: details.reason }),
  },
)

/** An order that is being placed or cancelled (`pending_new`, `pending_cancel`): neither an end nor an outcome. */
export const pendingRow = z.looseObject({ client_order_id: wireClientOrderId, order_state: wireWord })

export const balanceRecord = z.looseObject({
  deliverable_id: wireDeliverableId,
  symbol: wireName,
  timestamp: wireTimeNanos,
  cash_balance: wireComputed,
  reserved_balance: wireComputed,
  available_balance: wireComputed,
  withdrawable_balance: wireComputed,
})

export const positionRecord = z.looseObject({
  symbol: wireName,
  deliverable_id: wireDeliverableId,
  product_type: wireWord,
  timestamp: wireTimeNanos,
  side: wireWord,
  size: wireComputed,
  average_entry_price: wireComputed,
  mark_price: wireComputed,
  upnl: wireComputed,
  margin_value: absent(wireComputed),
})

export const bookLevelRecord = z.looseObject({ price: wireComputed, quantity: wireOffered })

/** Any value may be null. Only perpetuals have funding. */
export const marketSummaryRecord = z.looseObject({
  id: wireEntityId,
  symbol: wireName,
  product_type: wireWord,
  best_bid: nullable(wireComputed),
  best_ask: nullable(wireComputed),
  last_price: nullable(wireComputed),
  index_price: nullable(wireComputed),
  volume: nullable(wireComputed),
  base_volume: nullable(wireComputed),
  open_interest: nullable(wireComputed),
  price_change: nullable(wireComputed),
  low_24: nullable(wireComputed),
  high_24: nullable(wireComputed),
  funding_rate: absent(wireComputed),
})

/**
 * Compile-time check that each record decodes to the domain's type of the same name.
 * @internal For tests.
 */
export type RecordsAreDomainValues = [
  z.output<typeof symbolRecord> extends Instrument ? true : never,
  z.output<typeof deliverableRecord> extends Deliverable ? true : never,
  z.output<typeof newOrderRecord> extends NewOrder ? true : never,
  z.output<typeof orderAcceptedRecord> extends OrderAccepted ? true : never,
  z.output<typeof orderRejectedRecord> extends OrderRejected ? true : never,
  z.output<typeof executionRecord> extends Execution ? true : never,
  z.output<typeof orderRecord> extends OrderRecord ? true : never,
  z.output<typeof balanceRecord> extends Balance ? true : never,
  z.output<typeof positionRecord> extends Position ? true : never,
  z.output<typeof bookLevelRecord> extends BookLevel ? true : never,
  z.output<typeof marketSummaryRecord> extends MarketSummary ? true : never,
]
