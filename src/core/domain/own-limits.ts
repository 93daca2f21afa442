/**
 * Limits that traders set against their own slips. An order beyond one is not sent until the limit is changed. They are
 * independent of the venue's limits. RFQs execute nothing, so only quantity and pace apply to them, not cash.
 */
import { abs, dec, type Decimal, gt, gte, max, mul, sum, zero } from './decimal.ts'
import { parseInstrumentName } from './instrument.ts'
import { isRfqMarket, type NewOrder } from './order.ts'

export interface OwnLimits {
  /** |price| × quantity of a firm order, in its quote asset. */
  readonly cash?: Decimal | undefined
  /** Size of any one leg by base asset, in coins. */
  readonly legQuantities: Readonly<Record<string, Decimal>>
  /** Loss of equity since the day's start, USD. Beyond it no position is opened. */
  readonly dailyLoss?: Decimal | undefined
  readonly ordersPerMinute?: number | undefined
  /** For answers to RFQs of others: total size of all live answers by base, in coins of their largest legs. */
  readonly answerSizes?: Readonly<Record<string, Decimal>> | undefined
  readonly answersPerMinute?: number | undefined
  /** Stored limits that cannot be read. Until each is set again nothing is opened. */
  readonly unread?: readonly LimitName[] | undefined
}

export type LimitName = Exclude<keyof OwnLimits, 'unread'>
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
  /** Largest loss at any moment of the day, USD. */
  readonly most: Decimal
  readonly sinceMs: number
  readonly untilMs: number
}
export interface DayLoss {
  readonly known: DayLossKnown | undefined
  readonly why: string | undefined
}

export interface LimitedNow {
  readonly sentLately: number
  readonly dayLoss: DayLoss
  /** True if the order only reduces positions that no working order already reduces. */
  readonly isClosing: boolean
}

export type LimitBreach =
  | { readonly kind: 'cash'; readonly amount: Decimal; readonly limit: Decimal }
  /** A market order has no price to check. */
  | { readonly kind: 'cash_unknown'; readonly limit: Decimal }
  | { readonly kind: 'leg_quantity'; readonly symbol: string; readonly amount: Decimal; readonly limit: Decimal }
  | {
      readonly kind: 'day_loss'
      readonly lost: Decimal
      readonly limit: Decimal
      readonly sinceMs: number
      readonly untilMs: number
    }
  | { readonly kind: 'day_unknown'; readonly why: string; readonly limit: Decimal }
  | { readonly kind: 'unread'; readonly limits: readonly LimitName[] }
  | { readonly kind: 'pace'; readonly sent: number; readonly limit: number }
  | { readonly kind: 'answer_size'; readonly base: string; readonly amount: Decimal; readonly limit: Decimal }
  | { readonly kind: 'answer_base'; readonly symbol: string }
  | { readonly kind: 'answer_pace'; readonly sent: number; readonly limit: number }

type LimitedOrder = Pick<NewOrder, 'symbol' | 'market_id' | 'quantity' | 'price' | 'legs'>

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

function dayBreach(
  { market_id }: LimitedOrder,
  { dailyLoss: limit }: OwnLimits,
  { dayLoss, isClosing }: LimitedNow,
): LimitBreach[] {
  if (limit === undefined || isClosing || isRfqMarket(market_id)) return []
  const { known, why } = dayLoss
  // A limit once reached stays reached for the day.
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
    return symbol !== undefined && limit !== undefined && gt(amount, limit)
      ? [{ kind: 'leg_quantity', symbol, amount, limit }]
      : []
  })
}

const paceBreach = ({ ordersPerMinute }: OwnLimits, sent: number): LimitBreach[] =>
  ordersPerMinute !== undefined && sent >= ordersPerMinute ? [{ kind: 'pace', sent, limit: ordersPerMinute }] : []

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
