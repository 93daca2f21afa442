import { dec } from '../core/domain/decimal.ts'
import type { ExecutedPackage } from '../core/domain/fill.ts'

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
