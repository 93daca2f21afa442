/**
 * Own resting firm orders by instrument: a package appears at each of its legs with that leg's side and size. RFQs are
 * not included.
 */
import { dec, type Decimal, isZero, mul, sum } from '../../../../core/domain/decimal.ts'
import { fillsOf } from '../../../../core/domain/order-state.ts'
import { isRfqMarket, opposite, type OrderRecord, parseJoinedSymbol, type Side } from '../../../../core/domain/order.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { isClosing, titleOf } from '../../../../core/domain/trade-story/trade-words.ts'

export interface RestingOrder {
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly partOf: string | undefined
}

function legsOf({ legs, symbol }: OrderRecord): readonly PackageLeg[] {
  return legs !== undefined && legs.length > 0 ? legs : (parseJoinedSymbol(symbol) ?? [{ symbol, ratio: 1 }])
}

export function restingOrders(orders: readonly OrderRecord[]): ReadonlyMap<string, readonly RestingOrder[]> {
  const found = new Map<string, RestingOrder[]>()
  for (const order of orders) {
    const { side, price } = order
    if (isRfqMarket(order.market_id) || (side !== 'buy' && side !== 'sell')) continue
    // With an unknown filled part, all of it may rest.
    const { remaining = order.quantity } = fillsOf(order)
    if (isZero(remaining)) continue
    const legs = legsOf(order)
    const partOf = legs.length < 2 ? undefined : titleOf({ legs, side, closes: isClosing(order) })
    for (const { symbol, ratio } of legs) {
      const here = {
        side: ratio > 0 ? side : opposite(side),
        quantity: mul(remaining, dec(Math.abs(ratio))),
        price,
        partOf,
      }
      found.set(symbol, [...(found.get(symbol) ?? []), here])
    }
  }
  return found
}

export interface RestingTotal {
  readonly side: Side
  readonly quantity: Decimal
  readonly inPackages: boolean
}

export function restingTotals(resting: readonly RestingOrder[]): readonly RestingTotal[] {
  return (['buy', 'sell'] as const).flatMap(side =>
    [false, true].flatMap(inPackages => {
      const these = resting.filter(one => one.side === side && (one.partOf !== undefined) === inPackages)
      return these.length === 0 ? [] : [{ side, quantity: sum(these.map(one => one.quantity)), inPackages }]
    }),
  )
}
