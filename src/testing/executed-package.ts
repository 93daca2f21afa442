/** A package that was executed as a book of trades takes it, for tests of what is made of trades. */
import { dec } from '../domain/decimal.ts'
import type { ExecutedPackage } from '../domain/fill.ts'

/** Ratio and price of each, by symbol. */
export type ExecutedLegs = Readonly<Record<string, readonly [number, string]>>

/** The trade is named as its order unless something else is given. */
export const executedPackage = (order: string, atMs: number, quantity: string, legs: ExecutedLegs, trade = order): ExecutedPackage => ({
  order,
  trade,
  side: 'buy',
  atMs,
  quantity: dec(quantity),
  legs: Object.entries(legs).map(([symbol, [ratio, price]]) => ({ symbol, ratio, price: dec(price), isEstimated: false })),
})
