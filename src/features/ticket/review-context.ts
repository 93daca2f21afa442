/**
 * What a screen hands over with an order to be reviewed: plain data, kept with the intent. Read defensively: an intent kept by another
 * version of the app may carry anything.
 */

import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import { isPackage } from '../../domain/order-rules.ts'
import type { NewOrder, Side } from '../../domain/order.ts'

export interface ReviewFact {
  readonly term: string
  readonly value: string
}

/** A package as the trader put it, before it was brought to the wire's form. */
export interface MeantPackage {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly minimum_quantity?: Decimal | undefined
}

export interface ReviewContext {
  readonly facts: readonly ReviewFact[]
  readonly warnings: readonly string[]
  readonly meant?: MeantPackage | undefined
}

const isFact = (value: unknown): value is ReviewFact =>
  typeof value === 'object' &&
  value !== null &&
  'term' in value &&
  typeof value.term === 'string' &&
  'value' in value &&
  typeof value.value === 'string'

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Facts and warnings of a context; whatever else is there is left out. */
export function readReviewContext(context: { readonly [name: string]: unknown }): ReviewContext {
  return {
    facts: list(context['facts']).filter(isFact),
    warnings: list(context['warnings']).filter(warning => typeof warning === 'string'),
    meant: isMeant(context['meant']) ? context['meant'] : undefined,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isLeg = (value: unknown): boolean => isRecord(value) && typeof value['symbol'] === 'string' && Number.isSafeInteger(value['ratio'])
const isAmount = (value: unknown): boolean => value === undefined || isDecimal(value)

function isMeant(value: unknown): value is MeantPackage {
  if (!isRecord(value)) return false
  const { legs, side, quantity, price, minimum_quantity } = value
  const sided = side === 'buy' || side === 'sell'
  return sided && isDecimal(quantity) && isAmount(price) && isAmount(minimum_quantity) && Array.isArray(legs) && legs.every(isLeg)
}

type OrderBody = Omit<NewOrder, 'client_order_id'>

/** The order in the trader's own terms: the same life and market, with legs, side, quantity and price as meant. */
export function asMeant(order: OrderBody, meant: MeantPackage | undefined): OrderBody {
  if (meant === undefined || !isPackage(order)) return order
  const { legs, side, quantity, price, minimum_quantity } = meant
  return { ...order, legs, side, quantity, price, minimum_quantity }
}

/** Was the package turned or divided on its way to the wire's form? */
export function wasTurned(order: OrderBody, meant: MeantPackage | undefined): boolean {
  return meant !== undefined && isPackage(order) && (order.side !== meant.side || order.quantity !== meant.quantity)
}
