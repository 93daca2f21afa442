import { abs, dec, mul } from '../core/domain/decimal.ts'
import type { ExecutedPackage, Fill } from '../core/domain/fill.ts'
import type { OpeningLot } from '../core/domain/realised.ts'

export type ExecutedLegs = Readonly<Record<string, readonly [number, string]>>

export const executedPackage = (
  order: string,
  atMs: number,
  quantity: string,
  legs: ExecutedLegs,
  trade = order,
): ExecutedPackage => ({
  order,
  trade,
  side: 'buy',
  atMs,
  quantity: dec(quantity),
  legs: Object.entries(legs).map(([symbol, [ratio, price]]) => ({
    symbol,
    ratio,
    price: dec(price),
    isEstimated: false,
  })),
})

/** The fills of the legs of an executed package. */
export const fillsOfPackage = ({ order, trade, quantity, atMs, legs }: ExecutedPackage): Fill[] =>
  legs.map(({ symbol, ratio, price }) => ({
    id: `${order} ${trade} ${symbol}`,
    order,
    trade,
    symbol,
    side: ratio > 0 ? 'buy' : 'sell',
    quantity: mul(quantity, abs(dec(ratio))),
    price,
    atMs,
    isAllotted: false,
  }))

export const openingLot = (symbol: string, size: string, price: string): OpeningLot => ({
  symbol,
  size: dec(size),
  average_entry_price: dec(price),
})
