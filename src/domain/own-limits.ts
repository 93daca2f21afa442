/**
 * Limits that a trader sets for himself, against slips of the hand: an order beyond one of them is not sent until the limit is changed.
 * They say nothing about what the venue allows. An RFQ executes nothing, so it is held to the quantity and the pace, not to cash.
 */
import { abs, dec, type Decimal, gt, mul } from './decimal.ts'
import { parseInstrumentName } from './instrument.ts'
import { isRfqMarket, type NewOrder } from './order.ts'

export interface OwnLimits {
  /** |price| × quantity of a firm order, in its quote asset. */
  readonly cash?: Decimal | undefined
  /** Size of any one leg by base asset, in coins. */
  readonly legQuantities: Readonly<Record<string, Decimal>>
  /** Orders sent within a minute. */
  readonly ordersPerMinute?: number | undefined
}

export const noLimits: OwnLimits = { legQuantities: {} }

export type LimitBreach =
  | { readonly kind: 'cash'; readonly amount: Decimal; readonly limit: Decimal }
  /** A market order has no price to judge. */
  | { readonly kind: 'cash_unknown'; readonly limit: Decimal }
  | { readonly kind: 'leg_quantity'; readonly symbol: string; readonly amount: Decimal; readonly limit: Decimal }
  | { readonly kind: 'pace'; readonly sent: number; readonly limit: number }

type LimitedOrder = Pick<NewOrder, 'symbol' | 'market_id' | 'quantity' | 'price' | 'legs'>

/** What an order would go beyond; `sentLately` counts the orders sent in the last minute. */
export function limitBreaches(order: LimitedOrder, limits: OwnLimits, sentLately: number): LimitBreach[] {
  return [...cashBreach(order, limits), ...quantityBreaches(order, limits), ...paceBreach(limits, sentLately)]
}

function cashBreach({ market_id, price, quantity }: LimitedOrder, { cash }: OwnLimits): LimitBreach[] {
  if (cash === undefined || isRfqMarket(market_id)) return []
  if (price === undefined) return [{ kind: 'cash_unknown', limit: cash }]
  const amount = abs(mul(price, quantity))
  return gt(amount, cash) ? [{ kind: 'cash', amount, limit: cash }] : []
}

function quantityBreaches(order: LimitedOrder, { legQuantities }: OwnLimits): LimitBreach[] {
  const legs = order.legs ?? (order.symbol === undefined ? [] : [{ symbol: order.symbol, ratio: 1 }])
  return legs.flatMap(({ symbol, ratio }): LimitBreach[] => {
    const base = symbol === undefined ? undefined : parseInstrumentName(symbol)?.base
    const limit = base === undefined ? undefined : legQuantities[base]
    const amount = mul(order.quantity, dec(Math.abs(ratio)))
    return symbol !== undefined && limit !== undefined && gt(amount, limit) ? [{ kind: 'leg_quantity', symbol, amount, limit }] : []
  })
}

const paceBreach = ({ ordersPerMinute }: OwnLimits, sent: number): LimitBreach[] =>
  ordersPerMinute !== undefined && sent >= ordersPerMinute ? [{ kind: 'pace', sent, limit: ordersPerMinute }] : []
