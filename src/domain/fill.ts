/**
 * Fills as positions see them: one instrument, one price. The venue tells of a package only its net price; it is shared out among the legs
 * as `leg-prices.ts` says, from the marks at that time. Such a fill is marked *allotted*: the sum over the legs is exact, their split
 * is a booking.
 */
import { type Decimal, abs, dec, mul, neg } from './decimal.ts'
import { legPrices } from './leg-prices.ts'
import { must } from './must.ts'
import { type Execution, type Leg, type OrderRecord, type Side, opposite, parseJoinedSymbol } from './order.ts'

export interface Fill {
  /** Unique among the fills of an account. */
  readonly id: string
  /** `client_order_id` of the order that it belongs to. */
  readonly order: string
  readonly symbol: string
  readonly side: Side
  /** Above zero. */
  readonly quantity: Decimal
  readonly price: Decimal
  readonly atMs: number
  readonly isAllotted: boolean
}

export const signedQuantity = (fill: Pick<Fill, 'side' | 'quantity'>): Decimal => (fill.side === 'buy' ? fill.quantity : neg(fill.quantity))

type FilledOrder = Pick<OrderRecord, 'client_order_id' | 'symbol' | 'side' | 'executions'> & {
  readonly legs?: readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined
}

/** Mark of an instrument at a time; undefined where none is kept. */
export type MarkAt = (symbol: string, atMs: number) => Decimal | undefined

/** What the legs of an order are; undefined for a single instrument. */
export const legsOfSymbol = (order: Pick<FilledOrder, 'symbol' | 'legs'>): readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined =>
  order.legs ?? parseJoinedSymbol(order.symbol)

/** The fills of an order, and the executions whose legs could not be priced for want of a mark. */
export function fillsOfOrder(
  order: FilledOrder,
  markAt: MarkAt,
): { readonly fills: readonly Fill[]; readonly lacking: readonly Execution[] } {
  const side: Side = order.side === 'sell' ? 'sell' : 'buy'
  const legs = legsOfSymbol(order)
  const lacking: Execution[] = []
  const fills = order.executions.flatMap((execution): Fill[] => {
    const atMs = execution.utc_timestamp / 1_000
    const base = { order: order.client_order_id as string, atMs }
    const id = `${order.client_order_id} ${execution.trade_id}`
    if (legs === undefined) {
      const { executed_quantity: quantity, executed_price: price } = execution
      return [{ ...base, id, symbol: order.symbol, side, quantity, price, isAllotted: false }]
    }
    const priced = legs.flatMap(leg => {
      const mark = markAt(leg.symbol, atMs)
      return mark === undefined ? [] : [{ ratio: leg.ratio, mark }]
    })
    if (priced.length !== legs.length) {
      lacking.push(execution)
      return []
    }
    const prices = legPrices(priced, execution.executed_price)
    return legs.map((leg, index) => ({
      ...base,
      id: `${id} ${leg.symbol}`,
      symbol: leg.symbol,
      side: leg.ratio > 0 ? side : opposite(side),
      quantity: mul(execution.executed_quantity, abs(dec(leg.ratio))),
      price: must(prices[index], 'a price of each leg'),
      isAllotted: true,
    }))
  })
  return { fills, lacking }
}
