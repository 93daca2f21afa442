/**
 * Data that a screen attaches to an order under review, stored with it as plain data. It is validated when read back,
 * since another app version may have written it.
 */
import { type Decimal, gt, isDecimal, zero } from './decimal.ts'
import { fieldsOf, isRecord } from './json.ts'
import type { QuoteTaken } from './market-data.ts'
import type { Leg, OrderBody, Side } from './order.ts'

export interface OrderFact {
  readonly term: string
  readonly value: string
}

export interface AmendedOrder {
  readonly clientOrderId: string
  readonly orderId?: string | undefined
  /** Filled quantity when the replacement was drafted. Later fills reduce the replacement. */
  readonly filled: Decimal
  /** Terms of its remainder, so that it can be reordered if the venue rejects the replacement. */
  readonly before?: OrderTerms | undefined
  /** Bound for price improvement in the wire's form: highest price of a buy, lowest of a sell. */
  readonly bound?: Decimal | undefined
}

export interface OrderTerms {
  readonly price: Decimal
  readonly quantity: Decimal
  readonly cycles: number
}

export interface OrderContext {
  readonly title: string
  /** In the wire's form, with instruments. */
  readonly legs?: readonly Leg[] | undefined
  readonly facts?: readonly OrderFact[] | undefined
  readonly warnings?: readonly string[] | undefined
  readonly rfq?: string | undefined
  readonly answers?: string | undefined
  readonly quote?: QuoteTaken | undefined
  /** Sent only after the venue has confirmed the cancellation of this order. */
  readonly amends?: AmendedOrder | undefined
  /** Price that the trader confirmed by typing although the price guard blocks it. */
  readonly overridden?: Decimal | undefined
}

/** The RFQ that it takes from or answers. A replacement order keeps it. */
export const linksOf = (context: OrderContext | undefined): Pick<OrderContext, 'rfq' | 'answers'> => ({
  rfq: context?.rfq,
  answers: context?.answers,
})

const isSide = (value: unknown): value is Side => value === 'buy' || value === 'sell'
const isPackageLeg = (value: unknown): boolean =>
  isRecord(value) && typeof value['symbol'] === 'string' && Number.isSafeInteger(value['ratio'])
const isLeg = (value: unknown): value is Leg =>
  isPackageLeg(value) && isRecord(value) && typeof value['tradeable_entity_id'] === 'string'
const isFact = (value: unknown): value is OrderFact =>
  isRecord(value) && typeof value['term'] === 'string' && typeof value['value'] === 'string'
const isText = (value: unknown): value is string => typeof value === 'string'

const listOf = <T>(value: unknown, is: (each: unknown) => each is T): readonly T[] | undefined =>
  Array.isArray(value) ? value.filter(is) : undefined

/** All or nothing: without one leg it would be another package. */
const wholeListOf = <T>(value: unknown, is: (each: unknown) => each is T): readonly T[] | undefined =>
  Array.isArray(value) && value.every(is) ? value : undefined

function quoteOf(value: unknown): QuoteTaken | undefined {
  if (!isRecord(value)) return undefined
  const { symbol, side, price, quantity, seenAtMs } = value
  if (!isText(symbol) || !isSide(side) || !isDecimal(price) || !isDecimal(quantity) || typeof seenAtMs !== 'number')
    return undefined
  return { symbol, side, price, quantity, seenAtMs }
}

function amendedOf(value: unknown): AmendedOrder | undefined {
  if (!isRecord(value)) return undefined
  const { clientOrderId, orderId, filled, before, bound } = value
  if (!isText(clientOrderId) || !isDecimal(filled)) return undefined
  return {
    clientOrderId,
    filled,
    ...(isText(orderId) ? { orderId } : {}),
    ...(isTerms(before) ? { before } : {}),
    ...(isDecimal(bound) ? { bound } : {}),
  }
}

const isTerms = (value: unknown): value is OrderTerms =>
  isRecord(value) && isDecimal(value['price']) && isDecimal(value['quantity']) && Number.isSafeInteger(value['cycles'])

/** Restores the replaced order for its remainder. Undefined if its terms or remainder are unknown. */
export function orderBefore(order: OrderBody, amends: AmendedOrder | undefined): OrderBody | undefined {
  const { before } = amends ?? {}
  if (before === undefined || !gt(before.quantity, zero)) return undefined
  const { minimum_quantity: least, ...rest } = order
  const minimum = least === undefined || gt(least, before.quantity) ? {} : { minimum_quantity: least }
  return { ...rest, ...minimum, price: before.price, quantity: before.quantity, recv_window: before.cycles }
}

/** Drops unreadable fields. */
export function parseOrderContext(value: unknown): OrderContext {
  const read = fieldsOf(value)
  const { title, rfq, answers, overridden } = read
  const context: OrderContext = {
    title: isText(title) ? title : '',
    legs: wholeListOf(read['legs'], isLeg),
    facts: listOf(read['facts'], isFact),
    warnings: listOf(read['warnings'], isText),
    rfq: isText(rfq) ? rfq : undefined,
    answers: isText(answers) ? answers : undefined,
    quote: quoteOf(read['quote']),
    amends: amendedOf(read['amends']),
    overridden: isDecimal(overridden) ? overridden : undefined,
  }
  const known = Object.entries(context).filter(([, each]) => each !== undefined)
  return { title: context.title, ...Object.fromEntries(known) }
}
