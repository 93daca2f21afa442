/** Order types with the wire's field names. Request legs name each instrument by id or symbol. */
import { type Decimal, lt } from './decimal.ts'
import type { ClientOrderId, EntityId, OrderId, TradeId } from './ids.ts'
import type { EpochMicros } from './time.ts'

export type Side = 'buy' | 'sell'
/**
 * Undefined where it is neither: an unknown side must never pass for one of them.
 * @example parseSide('Buy') // undefined
 */
export const parseSide = (text: string | undefined): Side | undefined =>
  text === 'buy' || text === 'sell' ? text : undefined
export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
/**
 * +1 for a buy, -1 for a sell.
 * @example sideSign('sell') // -1
 */
export const sideSign = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1)

/** `0` is a firm order, `none` (at some venues `255`) an RFQ. */
export const firmMarket = '0'
export const rfqMarket = 'none'
/** @example isRfqMarket('none') // true */
export const isRfqMarket = (marketId: string): boolean => marketId === rfqMarket || marketId === '255'

export interface RequestLeg {
  readonly tradeable_entity_id?: EntityId | undefined
  readonly symbol?: string | undefined
  readonly ratio: number
}

export interface Leg {
  readonly tradeable_entity_id: EntityId
  readonly symbol: string
  readonly ratio: number
}

/** Body of `new_order`. Enumerations are plain text here; `checkOrder` validates them. */
export interface NewOrder {
  readonly symbol?: string | undefined
  readonly tradeable_entity_id?: EntityId | undefined
  readonly market_id: string
  readonly side: string
  readonly type: string
  readonly time_in_force: string
  readonly quantity: Decimal
  readonly minimum_quantity?: Decimal | undefined
  readonly price?: Decimal | undefined
  readonly client_order_id: ClientOrderId
  readonly recv_window?: number | undefined
  readonly legs?: readonly RequestLeg[] | undefined
  readonly user_tag?: string | undefined
}

export type OrderBody = Omit<NewOrder, 'client_order_id'>

export function withSmallerQuantity({ minimum_quantity: least, ...order }: OrderBody, quantity: Decimal): OrderBody {
  return { ...order, quantity, ...(least === undefined || lt(quantity, least) ? {} : { minimum_quantity: least }) }
}

/** A legs array with one entry is a single order (rule 9). */
export const isPackage = (order: Pick<NewOrder, 'legs'>): boolean => order.legs !== undefined && order.legs.length !== 1

export interface OrderAccepted {
  readonly utc_timestamp: EpochMicros
  readonly market_id: string
  readonly tradeable_entity_id?: EntityId | undefined
  readonly symbol: string
  readonly order_id?: OrderId | undefined
  readonly type: string
  readonly client_order_id: ClientOrderId
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly minimum_quantity?: Decimal | undefined
  /** Seconds. */
  readonly ioi_cache_timeout?: number | undefined
  readonly legs?: readonly Leg[] | undefined
}

export interface OrderRejected {
  readonly utc_timestamp: EpochMicros
  readonly market_id: string
  readonly tradeable_entity_id?: EntityId | undefined
  readonly symbol?: string | undefined
  readonly type: string
  readonly client_order_id: ClientOrderId
  readonly quantity?: Decimal | undefined
  readonly minimum_quantity?: Decimal | undefined
  readonly price?: Decimal | undefined
  readonly legs?: readonly RequestLeg[] | undefined
  readonly reason: string
}

export interface Execution {
  readonly utc_timestamp: EpochMicros
  readonly executed_quantity: Decimal
  readonly executed_price: Decimal
  readonly trade_id: TradeId
  readonly liquidity_flag: string
}

/** Row of open orders or order details. States are text: `accepted`, `partial_fill`, `filled` are known. */
export interface OrderRecord {
  readonly market_id: string
  readonly tradeable_entity_id?: EntityId | undefined
  readonly symbol: string
  readonly side: string
  readonly type: string
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly order_id?: OrderId | undefined
  readonly client_order_id: ClientOrderId
  readonly order_state: string
  readonly cancel_state: string
  readonly executions: readonly Execution[]
  /** Multi-leg orders, on venues with the extensions. */
  readonly legs?: readonly Leg[] | undefined
}

/** Uses the client's id: an acceptance may lack the venue's. */
export const orderRowId = (record: Pick<OrderRecord, 'order_id' | 'client_order_id'>): string =>
  record.client_order_id || (record.order_id ?? '')

/** Order terms that a trade reports. Others are present only if the acceptance was seen. */
export type OrderOfTrade = Pick<OrderRecord, 'symbol' | 'side'> &
  Partial<Pick<OrderRecord, 'order_id' | 'price' | 'market_id' | 'type' | 'quantity' | 'legs'>>

export type OrderDetails =
  | { readonly kind: 'found'; readonly order: OrderRecord; readonly at: EpochMicros }
  | { readonly kind: 'not_found'; readonly reason: string }

export const joinedSymbol = (legs: readonly { readonly symbol: string; readonly ratio: number }[]): string =>
  legs.map(leg => `${leg.symbol}@${leg.ratio}`).join('/')

export function parseJoinedSymbol(symbol: string): { symbol: string; ratio: number }[] | undefined {
  const parts = symbol.split('/').map(part => /^(.+)@([+-]?\d{1,9})$/.exec(part))
  const legs = parts.flatMap(part =>
    part?.[1] === undefined || part[2] === undefined ? [] : [{ symbol: part[1], ratio: Number.parseInt(part[2], 10) }],
  )
  return legs.length === parts.length ? legs : undefined
}

export function isSameSymbol(a: string, b: string): boolean {
  if (a === b) return true
  const [legsA, legsB] = [a, b].map(symbol =>
    parseJoinedSymbol(symbol)
      ?.map(leg => joinedSymbol([leg]))
      .sort()
      .join('/'),
  )
  return legsA !== undefined && legsA === legsB
}
