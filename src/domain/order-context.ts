/**
 * What a screen passes on with an order to be reviewed, and what is stored with it: plain data for the browser's
 * database. Parsed once when it is read back: another version of the app may have stored anything.
 */
import { type Decimal, gt, isDecimal, zero } from './decimal.ts'
import { fieldsOf, isRecord } from './json.ts'
import type { QuoteTaken } from './market-data.ts'
import type { Leg, OrderBody, Side } from './order.ts'

export interface OrderFact {
  readonly term: string
  readonly value: string
}

/** A live order that another is to take the place of. */
export interface AmendedOrder {
  readonly clientOrderId: string
  readonly orderId?: string | undefined
  /** Filled quantity when the replacement was drafted; later fills are not ordered again. */
  readonly filled: Decimal
  /** Its own terms, for what was left of it: should the venue refuse the other, it can be ordered again. */
  readonly before?: OrderTerms | undefined
  /** How far the trader lets its price be improved, in the wire's form: the highest of a buy, the lowest of a sell. */
  readonly bound?: Decimal | undefined
}

export interface OrderTerms {
  readonly price: Decimal
  readonly quantity: Decimal
  readonly cycles: number
}

export interface OrderContext {
  readonly title: string
  /** Of the wire's form, with their instruments. */
  readonly legs?: readonly Leg[] | undefined
  readonly facts?: readonly OrderFact[] | undefined
  readonly warnings?: readonly string[] | undefined
  /** Drafted to close what is held: it is not sent where it would open something. */
  readonly closes?: boolean | undefined
  /** Client id of the RFQ that it was sent from. */
  readonly rfq?: string | undefined
  /** Order id of the RFQ of another participant that it answers. */
  readonly answers?: string | undefined
  readonly quote?: QuoteTaken | undefined
  /** It leaves only once the venue says that this one is cancelled. */
  readonly amends?: AmendedOrder | undefined
  /** The price that the trader let stand by a typed word, though the price guard blocks it. */
  readonly overridden?: Decimal | undefined
}

/** What an order is for: the RFQ that it was sent from, or that it answers. An order in its place is for the same. */
export const purposeOf = (context: OrderContext | undefined): Pick<OrderContext, 'rfq' | 'answers'> => ({
  rfq: context?.rfq,
  answers: context?.answers,
})

const isSide = (value: unknown): value is Side => value === 'buy' || value === 'sell'
const isPackageLeg = (value: unknown): boolean =>
  isRecord(value) && typeof value['symbol'] === 'string' && Number.isSafeInteger(value['ratio'])
const isLeg = (value: unknown): value is Leg => isPackageLeg(value) && isRecord(value) && typeof value['tradeable_entity_id'] === 'string'
const isFact = (value: unknown): value is OrderFact =>
  isRecord(value) && typeof value['term'] === 'string' && typeof value['value'] === 'string'
const isText = (value: unknown): value is string => typeof value === 'string'

/** The readable items of a list; undefined if it is not a list. */
const listOf = <T>(value: unknown, is: (each: unknown) => each is T): readonly T[] | undefined =>
  Array.isArray(value) ? value.filter(is) : undefined

/** The whole list or undefined: with one leg missing it would be another package. */
const wholeListOf = <T>(value: unknown, is: (each: unknown) => each is T): readonly T[] | undefined =>
  Array.isArray(value) && value.every(is) ? value : undefined

function quoteOf(value: unknown): QuoteTaken | undefined {
  if (!isRecord(value)) return undefined
  const { symbol, side, price, quantity, seenAtMs } = value
  if (!isText(symbol) || !isSide(side) || !isDecimal(price) || !isDecimal(quantity) || typeof seenAtMs !== 'number') return undefined
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

/** The order that another was to take the place of, for what was left of it; undefined where its terms or a rest are not known. */
export function orderBefore(order: OrderBody, amends: AmendedOrder | undefined): OrderBody | undefined {
  const { before } = amends ?? {}
  if (before === undefined || !gt(before.quantity, zero)) return undefined
  const { minimum_quantity: least, ...rest } = order
  const minimum = least === undefined || gt(least, before.quantity) ? {} : { minimum_quantity: least }
  return { ...rest, ...minimum, price: before.price, quantity: before.quantity, recv_window: before.cycles }
}

/** Unreadable fields are left out. */
export function parseOrderContext(value: unknown): OrderContext {
  const read = fieldsOf(value)
  const { title, rfq, answers, overridden } = read
  const context: OrderContext = {
    title: isText(title) ? title : '',
    legs: wholeListOf(read['legs'], isLeg),
    facts: listOf(read['facts'], isFact),
    warnings: listOf(read['warnings'], isText),
    closes: read['closes'] === true ? true : undefined,
    rfq: isText(rfq) ? rfq : undefined,
    answers: isText(answers) ? answers : undefined,
    quote: quoteOf(read['quote']),
    amends: amendedOf(read['amends']),
    overridden: isDecimal(overridden) ? overridden : undefined,
  }
  const known = Object.entries(context).filter(([, each]) => each !== undefined)
  return { title: context.title, ...Object.fromEntries(known) }
}
