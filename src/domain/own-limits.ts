/**
 * Limits that a trader sets for himself, against slips of the hand: an order beyond one of them is not sent until the limit is changed.
 * They say nothing about what the venue allows. An RFQ executes nothing, so it is held to the quantity and the pace, not to cash.
 */
import { abs, dec, type Decimal, gt, gte, max, mul, sum, zero } from './decimal.ts'
import { parseInstrumentName } from './instrument.ts'
import { isRfqMarket, type NewOrder } from './order.ts'

export interface OwnLimits {
  /** |price| × quantity of a firm order, in its quote asset. */
  readonly cash?: Decimal | undefined
  /** Size of any one leg by base asset, in coins. */
  readonly legQuantities: Readonly<Record<string, Decimal>>
  /** USD of equity lost since the day's start, from which on nothing is opened. */
  readonly dailyLoss?: Decimal | undefined
  /** Orders sent within a minute. */
  readonly ordersPerMinute?: number | undefined
  /** Of answers to the RFQs of others: what all that live may trade by base asset, in coins of their largest legs. */
  readonly answerSizes?: Readonly<Record<string, Decimal>> | undefined
  /** Answers sent within a minute. */
  readonly answersPerMinute?: number | undefined
  /** Limits that are stored and cannot be read: nothing is opened until each is set again. */
  readonly unread?: readonly LimitName[] | undefined
}

export type LimitName = Exclude<keyof OwnLimits, 'unread'>
/** As Settings call them. */
export const limitLabels: Readonly<Record<LimitName, string>> = {
  cash: 'Max order value',
  legQuantities: 'Max leg size',
  dailyLoss: 'Daily loss limit, USD',
  ordersPerMinute: 'Max orders per minute',
  answerSizes: 'Max in answers',
  answersPerMinute: 'Max answers per minute',
}

export const noLimits: OwnLimits = { legQuantities: {} }

export interface DayLossKnown {
  /** The most lost at any moment of the day, in USD. */
  readonly most: Decimal
  readonly sinceMs: number
  readonly untilMs: number
}
export interface DayLoss {
  /** As last computed this day. */
  readonly known: DayLossKnown | undefined
  /** Why it is not known now. */
  readonly why: string | undefined
}

/** What the limits are held against. */
export interface LimitedNow {
  /** Orders sent in the last minute. */
  readonly sentLately: number
  readonly dayLoss: DayLoss
  /** Does the order only reduce what is held and no working order reduces already? */
  readonly isClosing: boolean
}

export type LimitBreach =
  | { readonly kind: 'cash'; readonly amount: Decimal; readonly limit: Decimal }
  /** A market order has no price to judge. */
  | { readonly kind: 'cash_unknown'; readonly limit: Decimal }
  | { readonly kind: 'leg_quantity'; readonly symbol: string; readonly amount: Decimal; readonly limit: Decimal }
  | { readonly kind: 'day_loss'; readonly lost: Decimal; readonly limit: Decimal; readonly sinceMs: number; readonly untilMs: number }
  | { readonly kind: 'day_unknown'; readonly why: string; readonly limit: Decimal }
  | { readonly kind: 'unread'; readonly limits: readonly LimitName[] }
  | { readonly kind: 'pace'; readonly sent: number; readonly limit: number }
  | { readonly kind: 'answer_size'; readonly base: string; readonly amount: Decimal; readonly limit: Decimal }
  | { readonly kind: 'answer_base'; readonly symbol: string }
  | { readonly kind: 'answer_pace'; readonly sent: number; readonly limit: number }

type LimitedOrder = Pick<NewOrder, 'symbol' | 'market_id' | 'quantity' | 'price' | 'legs'>

/** What an order would go beyond. */
export function limitBreaches(order: LimitedOrder, limits: OwnLimits, now: LimitedNow): LimitBreach[] {
  return [
    ...unreadBreach(limits, now),
    ...dayBreach(order, limits, now),
    ...cashBreach(order, limits),
    ...quantityBreaches(order, limits),
    ...paceBreach(limits, now.sentLately),
  ]
}

const unreadBreach = ({ unread = [] }: OwnLimits, { isClosing }: LimitedNow): LimitBreach[] =>
  unread.length === 0 || isClosing ? [] : [{ kind: 'unread', limits: unread }]

function dayBreach({ market_id }: LimitedOrder, { dailyLoss: limit }: OwnLimits, { dayLoss, isClosing }: LimitedNow): LimitBreach[] {
  if (limit === undefined || isClosing || isRfqMarket(market_id)) return []
  const { known, why } = dayLoss
  // What was reached stays reached, whatever is unknown now.
  if (known !== undefined && gte(known.most, limit)) {
    const { most: lost, sinceMs, untilMs } = known
    return [{ kind: 'day_loss', lost, limit, sinceMs, untilMs }]
  }
  return why === undefined ? [] : [{ kind: 'day_unknown', why, limit }]
}

function cashBreach({ market_id, price, quantity }: LimitedOrder, { cash }: OwnLimits): LimitBreach[] {
  if (cash === undefined || isRfqMarket(market_id)) return []
  if (price === undefined) return [{ kind: 'cash_unknown', limit: cash }]
  const amount = abs(mul(price, quantity))
  return gt(amount, cash) ? [{ kind: 'cash', amount, limit: cash }] : []
}

function quantityBreaches(order: LimitedOrder, { legQuantities }: OwnLimits): LimitBreach[] {
  const legs = order.legs ?? (order.symbol === undefined ? [] : [{ symbol: order.symbol, ratio: 1 }])
  return legs.flatMap(({ symbol, ratio }): LimitBreach[] => {
    const base = symbol === undefined ? undefined : parseInstrumentName(symbol)?.base
    const limit = base === undefined ? undefined : legQuantities[base]
    const amount = mul(order.quantity, dec(Math.abs(ratio)))
    return symbol !== undefined && limit !== undefined && gt(amount, limit) ? [{ kind: 'leg_quantity', symbol, amount, limit }] : []
  })
}

const paceBreach = ({ ordersPerMinute }: OwnLimits, sent: number): LimitBreach[] =>
  ordersPerMinute !== undefined && sent >= ordersPerMinute ? [{ kind: 'pace', sent, limit: ordersPerMinute }] : []

/** What an answer may come to by base: its size times the largest ratio of a leg in it; the leg whose base cannot be read where there is one. */
function answerSizes(order: LimitedOrder): ReadonlyMap<string, Decimal> | string {
  const sizes = new Map<string, Decimal>()
  for (const { symbol = '', ratio } of order.legs ?? [{ symbol: order.symbol, ratio: 1 }]) {
    const base = parseInstrumentName(symbol)?.base
    if (base === undefined) return symbol
    const size = mul(order.quantity, dec(Math.abs(ratio)))
    sizes.set(base, max(size, sizes.get(base) ?? zero))
  }
  return sizes
}

/** What an answer to the RFQ of another would go beyond, with those that live and `sentLately` of the last minute. */
export function answerBreaches(
  order: LimitedOrder,
  limits: OwnLimits,
  living: readonly LimitedOrder[],
  sentLately: number,
): readonly LimitBreach[] {
  const { answersPerMinute: pace, answerSizes: most = {} } = limits
  const tooFast: readonly LimitBreach[] =
    pace !== undefined && sentLately >= pace ? [{ kind: 'answer_pace', sent: sentLately, limit: pace }] : []
  if (Object.keys(most).length === 0) return tooFast
  const own = answerSizes(order)
  if (typeof own === 'string') return [...tooFast, { kind: 'answer_base', symbol: own }]
  const others = living.map(answerSizes)
  const tooLarge = [...own].flatMap(([base, size]): LimitBreach[] => {
    const limit = most[base]
    const amount = sum([size, ...others.flatMap(sizes => (typeof sizes === 'string' ? [] : (sizes.get(base) ?? [])))])
    return limit !== undefined && gt(amount, limit) ? [{ kind: 'answer_size', base, amount, limit }] : []
  })
  return [...tooFast, ...tooLarge]
}
