/** Encodes the exchange's events and records as socket messages, with the contract's codecs. */
import { errorCodes } from '../../../core/contract/failure.ts'
import { type FeedMessageName, type feedMessages, writeFeedMessage } from '../../../core/contract/feed.ts'
import { symbolRecord } from '../../../core/contract/records.ts'
import { eachRow, rowWriter, validRows } from '../../../core/contract/rows.ts'
import type { Plain } from '../../../core/contract/wire.ts'
import { sub, sum } from '../../../core/domain/decimal.ts'
import type { EntityId } from '../../../core/domain/ids.ts'
import { filledQuantity } from '../../../core/domain/order-state.ts'
import { isRfqMarket, type OrderAccepted, type OrderRecord } from '../../../core/domain/order.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import type { z } from '../../../core/domain/zod.ts'
import type { ExchangeEvent, LiveRfq, TradeOfAccount } from '../exchange.ts'
import type { LeftOut } from '../left-out.ts'
import type { SandboxMarket } from '../market/create-market.ts'

type Body<Name extends FeedMessageName> = Plain<z.output<(typeof feedMessages)[Name]>>

export const write = <Name extends FeedMessageName>(name: Name, body: Body<Name>): string =>
  writeFeedMessage(name, body as never)

const filled = (order: OrderRecord) => filledQuantity(order)

export function acceptance(accepted: OrderAccepted): string {
  if (accepted.legs === undefined) return write('order_accepted', accepted)
  const { order_id: _, ...shown } = accepted
  return write('order_accepted', shown)
}

/** The push of an event to its account; undefined if it has none. `user_tag`: of the cancel that caused it. */
export function pushOf(event: ExchangeEvent, now: EpochMicros, user_tag?: string): string | undefined {
  switch (event.kind) {
    case 'order_accepted':
      return acceptance(event.accepted)
    case 'order_ended':
      return ending(event.order, event.reason, event.at, now, user_tag)
    case 'execution':
      return execution(event.order, event.index, now)
    default:
      return undefined
  }
}

/** `cancel_order` of an order that ended, or that could not be cancelled (`reason`). `user_tag`: of the request. */
export const ending = (
  order: OrderRecord,
  reason: string,
  at: EpochMicros,
  now: EpochMicros,
  user_tag?: string,
): string =>
  write('cancel_order', {
    server_utc_timestamp: now,
    utc_timestamp: at,
    tradeable_entity_id: order.tradeable_entity_id ?? ('' as EntityId),
    symbol: order.symbol,
    order_id: order.order_id,
    client_order_id: order.client_order_id,
    filled_quantity: filled(order),
    user_tag,
    reason,
  })

export const succeeded = (user_tag: string | undefined): string =>
  write('command_response', { user_tag, error_code: '0', error_text: 'success' })

/** The venue's error codes, with our own for cases it lacks; 0 is success. */
export const failureCodes = { ...errorCodes, tooManySockets: '4', tooMany: '6', failed: '7' } as const

export const failed = (user_tag: string | undefined, error_code: string, error_text: string): string =>
  write('command_response', { user_tag, error_code, error_text })

function execution(order: OrderRecord, index: number, now: EpochMicros): string | undefined {
  const done = order.executions[index]
  if (done === undefined || order.order_id === undefined) return undefined
  return write('execution', {
    server_utc_timestamp: now,
    utc_timestamp: done.utc_timestamp,
    tradeable_entity_id: order.tradeable_entity_id,
    symbol: order.symbol,
    trade_id: done.trade_id,
    order_id: order.order_id,
    client_order_id: order.client_order_id,
    executed_price: done.executed_price,
    executed_quantity: done.executed_quantity,
    liquidity_flag: done.liquidity_flag,
    price: order.price,
    side: order.side,
    // State after this execution, not after those that came with it.
    order_state: stateAfter(order, index),
  })
}

function stateAfter(order: OrderRecord, index: number): string {
  const until = sum(order.executions.slice(0, index + 1).map(each => each.executed_quantity))
  return sub(order.quantity, until) === '0' ? 'filled' : 'partial_fill'
}

export function tradeRow({ order, execution: done }: TradeOfAccount) {
  return {
    tradeable_entity_id: order.tradeable_entity_id,
    trade_id: done.trade_id,
    order_id: order.order_id ?? ('' as NonNullable<OrderRecord['order_id']>),
    client_order_id: order.client_order_id,
    executed_price: done.executed_price,
    executed_quantity: done.executed_quantity,
    liquidity_flag: done.liquidity_flag,
    order_price: order.price,
    side: order.side,
    order_state: order.order_state,
    server_utc_timestamp: done.utc_timestamp,
  }
}

const rfqFields = (order: OrderRecord, at: EpochMicros, now: EpochMicros) => ({
  server_utc_timestamp: now,
  utc_timestamp: at,
  market_id: order.market_id,
  tradeable_entity_id: order.tradeable_entity_id,
  symbol: order.symbol,
  side: order.side,
  order_id: order.order_id ?? ('' as NonNullable<OrderRecord['order_id']>),
})

export function rfqPushOf(event: ExchangeEvent, now: EpochMicros): string | undefined {
  if (event.kind !== 'order_accepted' && event.kind !== 'order_ended') return undefined
  const { order, at } = event
  if (!isRfqMarket(order.market_id)) return undefined
  if (event.kind === 'order_ended') return write('order_deleted', rfqFields(order, at, now))
  return write('order_added', { ...rfqFields(order, at, now), price: order.price, quantity: order.quantity })
}

export function rfqSnapshots(live: readonly LiveRfq[], now: EpochMicros): string[] {
  const bySymbol = new Map<string, LiveRfq[]>()
  for (const rfq of live) bySymbol.set(rfq.order.symbol, [...(bySymbol.get(rfq.order.symbol) ?? []), rfq])
  const level = ({ order, at }: LiveRfq) => ({
    order_id: order.order_id ?? ('' as NonNullable<OrderRecord['order_id']>),
    price: order.price,
    quantity: order.quantity,
    utc_timestamp: at,
  })
  return [...bySymbol].map(([symbol, rfqs]) =>
    write('snapshot', {
      server_utc_timestamp: now,
      market_id: 'none',
      tradeable_entity_id: rfqs[0]?.order.tradeable_entity_id,
      symbol,
      buy: rfqs.filter(rfq => rfq.order.side === 'buy').map(level),
      sell: rfqs.filter(rfq => rfq.order.side === 'sell').map(level),
    }),
  )
}

/** The listing as a socket message. It is long and equal for all clients, so its rows are encoded once per version. */
export type ListingMessage = (now: EpochMicros, user_tag: string | undefined) => string

export function createListingMessage(market: SandboxMarket, leftOut: LeftOut): ListingMessage {
  const writeRow = rowWriter(symbolRecord)
  let cached: { readonly version: string; readonly rows: string } | undefined
  const rowsAt = (now: EpochMicros): string => {
    const { version, all } = market.listing(msFromMicros(now))
    if (cached?.version !== version) {
      const rows = eachRow(all, leftOut.of('listing'), listed => JSON.stringify(writeRow(listed.instrument as never)))
      cached = { version, rows: rows.join(',') }
    }
    return cached.rows
  }
  // The codec writes the envelope with an empty list, the last one; the rows replace it.
  return (now, user_tag) => {
    const envelope = write('entities_and_rules_response', {
      server_utc_timestamp: now,
      user_tag,
      symbols: validRows([]),
    })
    const at = envelope.lastIndexOf('[]')
    return `${envelope.slice(0, at)}[${rowsAt(now)}]${envelope.slice(at + 2)}`
  }
}
