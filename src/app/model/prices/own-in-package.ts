/** Own fills and resting orders of an instrument or package, converted to prices of its listed legs. */
import { canonical, dec, type Decimal, div, mul, roundTo } from '../../../core/domain/decimal.ts'
import type { Fill } from '../../../core/domain/fill.ts'
import { legsOfSymbol } from '../../../core/domain/fill.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { isRfqMarket, opposite, type OrderRecord, parseSide, type Side } from '../../../core/domain/order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { legsOfOrder } from '../../../core/domain/trade-story/trade-words.ts'
import { timesOf } from '../../../core/domain/package/times-of.ts'
import { amendable, openOrderRow } from '../orders/open-order-rows.ts'

export interface OwnTrade {
  readonly id: string
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
}

export interface OwnFill extends OwnTrade {
  readonly atMs: number
  /** Its price is a share of a package's, by the marks at that time. */
  readonly isAllotted: boolean
}

export interface OwnResting extends OwnTrade {
  /** Number of the order's packages in this one, negative if reversed. */
  readonly times: number
  readonly orderPrice: Decimal
}

const turned = (side: Side, times: number): Side => (times < 0 ? opposite(side) : side)
const share = (quantity: Decimal, times: number): Decimal => canonical(roundTo(div(quantity, dec(Math.abs(times))), 8))

/** `fills`: fills of single instruments, including packages allocated to their legs. */
export function ownFills(
  legs: readonly PackageLeg[],
  orders: readonly JournalOrder[],
  fills: readonly Fill[],
): readonly OwnFill[] {
  const [only] = legs
  if (legs.length === 1 && only !== undefined) {
    const way = Math.sign(only.ratio)
    return fills
      .filter(fill => fill.symbol === only.symbol && fill.isUnknown !== true)
      .map(({ id, side, quantity, price, atMs, isAllotted }) => ({
        id,
        side: turned(side, way),
        quantity: share(quantity, only.ratio),
        price: mul(price, dec(only.ratio)),
        atMs,
        isAllotted,
      }))
  }
  return orders.flatMap(order => {
    const [times, side] = [timesOf(legs, legsOfSymbol(order) ?? []), parseSide(order.side)]
    if (times === undefined || side === undefined) return []
    return order.executions.map(
      ({ trade_id: id, executed_price: price, executed_quantity: quantity, utc_timestamp: at }) => ({
        id: `${order.client_order_id} ${id}`,
        side: turned(side, times),
        quantity: share(quantity, times),
        price: mul(price, dec(times)),
        atMs: at / 1_000,
        isAllotted: false,
      }),
    )
  })
}

/** A fill of some legs of a package. Its price is the price of those legs only. */
export interface OwnPart extends OwnTrade {
  readonly atMs: number
  readonly legs: readonly PackageLeg[]
}

export function ownParts(legs: readonly PackageLeg[], orders: readonly JournalOrder[]): readonly OwnPart[] {
  if (legs.length < 2) return []
  const symbols = new Set(legs.map(leg => leg.symbol))
  return orders.flatMap(order => {
    const [part, side] = [legsOfOrder(order), parseSide(order.side)]
    const isPart = part.length < legs.length && part.every(leg => symbols.has(leg.symbol))
    if (!isPart || side === undefined) return []
    return order.executions.map(
      ({ trade_id: id, executed_price: price, executed_quantity: quantity, utc_timestamp: at }) => ({
        id: `${order.client_order_id} ${id}`,
        side,
        quantity,
        price,
        atMs: at / 1_000,
        legs: part,
      }),
    )
  })
}

export function ownResting(legs: readonly PackageLeg[], open: readonly OrderRecord[]): readonly OwnResting[] {
  return open.flatMap(record => {
    if (isRfqMarket(record.market_id)) return []
    const row = openOrderRow(record, undefined)
    const [order, times] = [amendable(row), timesOf(legs, row.legs)]
    if (order === undefined || times === undefined) return []
    const { side, price, remaining } = order
    return [
      {
        id: record.client_order_id,
        side: turned(side, times),
        quantity: share(remaining, times),
        price: mul(price, dec(times)),
        orderPrice: price,
        times,
      },
    ]
  })
}
