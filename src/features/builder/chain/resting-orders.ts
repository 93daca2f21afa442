/**
 * Own firm orders at rest, by the instruments they would trade: a package rests in each of its legs as part of it, with the side and size that
 * the leg would have. RFQs do not rest: they never execute.
 */
import { dec, type Decimal, isZero, mul, sum } from '../../../domain/decimal.ts'
import { fillsOf } from '../../../domain/order-state.ts'
import { isRfqMarket, opposite, type OrderRecord, parseJoinedSymbol, type Side } from '../../../domain/order.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import { titleOf } from '../../../domain/trade-story/trade-words.ts'

export interface Resting {
  readonly side: Side
  /** Of this instrument, still unfilled. */
  readonly quantity: Decimal
  /** Of the order: of a package the net price. */
  readonly price: Decimal | undefined
  /** What it is part of, as its side executes it; undefined for an order in only this instrument. */
  readonly partOf: string | undefined
}

function legsOf({ legs, symbol }: OrderRecord): readonly PackageLeg[] {
  return legs !== undefined && legs.length > 0 ? legs : (parseJoinedSymbol(symbol) ?? [{ symbol, ratio: 1 }])
}

/** By symbol, in the order of the list. */
export function restingOrders(orders: readonly OrderRecord[]): ReadonlyMap<string, readonly Resting[]> {
  const found = new Map<string, Resting[]>()
  for (const order of orders) {
    const { side, price } = order
    if (isRfqMarket(order.market_id) || (side !== 'buy' && side !== 'sell')) continue
    // Partly filled and the venue does not say by how much: all of it may rest.
    const { remaining = order.quantity } = fillsOf(order)
    if (isZero(remaining)) continue
    const legs = legsOf(order)
    const partOf = legs.length < 2 ? undefined : titleOf({ legs, side })
    for (const { symbol, ratio } of legs) {
      const here = { side: ratio > 0 ? side : opposite(side), quantity: mul(remaining, dec(Math.abs(ratio))), price, partOf }
      found.set(symbol, [...(found.get(symbol) ?? []), here])
    }
  }
  return found
}

export interface RestingTotal {
  readonly side: Side
  readonly quantity: Decimal
  /** Are all of them parts of packages? */
  readonly inPackages: boolean
}

/** What rests on each side, orders of their own apart from parts of packages. */
export function restingTotals(resting: readonly Resting[]): readonly RestingTotal[] {
  return (['buy', 'sell'] as const).flatMap(side =>
    [false, true].flatMap(inPackages => {
      const these = resting.filter(one => one.side === side && (one.partOf !== undefined) === inPackages)
      return these.length === 0 ? [] : [{ side, quantity: sum(these.map(one => one.quantity)), inPackages }]
    }),
  )
}
