/**
 * Fills as positions see them: one instrument, one price. The venue reports only the net price of a package; it is shared out among the legs
 * as the venue's entries say (`leg-bookings.ts`), or until they do as `leg-prices.ts` says, from the marks at that time. Such a fill is marked *allotted*:
 * the sum over the legs is exact, their split is an estimate.
 */
import { abs, dec, type Decimal, mul, neg, zero } from './decimal.ts'
import { compareIds } from './ids.ts'
import type { LegBooking } from './leg-bookings.ts'
import { legPrices, markedLegs } from './leg-prices.ts'
import { must } from './must.ts'
import { type Execution, type Leg, type OrderRecord, parseJoinedSymbol, parseSide, type Side, sideSign } from './order.ts'
import { minuteMs } from './time.ts'

export interface Fill {
  /** Unique among the fills of an account. */
  readonly id: string
  /** `client_order_id` of the order that it belongs to. */
  readonly order: string
  /** `trade_id`: of both fills, where the account traded with itself. */
  readonly trade: string
  readonly symbol: string
  readonly side: Side
  /** Above zero. */
  readonly quantity: Decimal
  readonly price: Decimal
  readonly atMs: number
  readonly isAllotted: boolean
  /** No mark of its minute is stored: its price is not known, only what the legs of its package come to together. */
  readonly isUnknown?: true | undefined
}

/**
 * The order in which a venue booked what it reports: by time, at one moment (an order that sweeps several prices) by the number of the trade. Of an account
 * that traded with itself the buying comes first.
 */
export const inTurn = (a: Turn, b: Turn): number =>
  a.atMs - b.atMs || compareIds(a.trade, b.trade) || (a.side === b.side ? 0 : a.side === 'buy' ? -1 : 1)

type Turn = Pick<Fill, 'atMs' | 'trade' | 'side'>

export const signedQuantity = (fill: Pick<Fill, 'side' | 'quantity'>): Decimal => (fill.side === 'buy' ? fill.quantity : neg(fill.quantity))

export type FilledOrder = Pick<OrderRecord, 'client_order_id' | 'symbol' | 'side' | 'executions'> & {
  readonly legs?: readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined
  /** What the venue booked the legs at, by its entries, by `trade_id`. */
  readonly bookings?: Readonly<Record<string, readonly LegBooking[]>> | undefined
  /** When each booking became known: its estimates are by the marks of then. */
  readonly bookingsKnownMs?: Readonly<Record<string, number>> | undefined
}

/** Mark of an instrument at a time, from so near at most; undefined where none is stored. */
export type MarkAt = (symbol: string, atMs: number, withinMs?: number) => Decimal | undefined

/** Marks further from a fill share its price out, but say nothing of a leg. */
const sameMinuteMs = minuteMs

/** What the legs of an order are; undefined for a single instrument. */
export const legsOfSymbol = (order: Pick<FilledOrder, 'symbol' | 'legs'>): readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined =>
  order.legs ?? parseJoinedSymbol(order.symbol)

/** One execution of an order, its legs at the prices that they are booked at; a single instrument is a package of one, of ratio 1. */
export interface ExecutedPackage {
  /** `client_order_id`. */
  readonly order: string
  /** `trade_id`. */
  readonly trade: string
  readonly side: Side
  readonly atMs: number
  /** Packages, above zero. */
  readonly quantity: Decimal
  readonly legs: readonly ExecutedLeg[]
}

export interface ExecutedLeg {
  readonly symbol: string
  /** Signed as executed; whole, not zero. */
  readonly ratio: number
  readonly price: Decimal
  readonly isEstimated: boolean
  /** As `Fill.isUnknown`. */
  readonly isUnknown?: true | undefined
}

type BookedLeg = LegBooking & Pick<ExecutedLeg, 'isUnknown'>

/**
 * What the legs were booked at, or shares of the package's price by the marks of its time. Without marks the split is arbitrary, and its legs are not known:
 * their sum is exact all the same, and no size is left out.
 */
function bookedLegs(execution: Execution, order: FilledOrder, markAt: MarkAt): readonly BookedLeg[] {
  const legs = legsOfSymbol(order)
  const { executed_price: price, utc_timestamp } = execution
  if (legs === undefined) return [{ price }]
  const booked = order.bookings?.[execution.trade_id]
  const atMs = utc_timestamp / 1_000
  if (booked?.length === legs.length) {
    const isLate = (order.bookingsKnownMs?.[execution.trade_id] ?? atMs) - atMs > sameMinuteMs
    return isLate ? booked.map(each => (each.isEstimated === true ? { ...each, isUnknown: true } : each)) : booked
  }
  const estimate = { isEstimated: true } as const
  const near = markedLegs(legs, price, symbol => markAt(symbol, atMs, sameMinuteMs))
  if (near !== undefined) return legPrices(near, price).map(each => ({ ...estimate, price: each }))
  const far = markedLegs(legs, price, symbol => markAt(symbol, atMs)) ?? legs.map(({ ratio }) => ({ ratio, mark: zero }))
  return legPrices(far, price).map(each => ({ ...estimate, price: each, isUnknown: true }))
}

function executedPackage(execution: Execution, order: FilledOrder, side: Side, booked: readonly BookedLeg[]): ExecutedPackage {
  const { utc_timestamp, trade_id: trade, executed_quantity: quantity } = execution
  const legs = (legsOfSymbol(order) ?? [{ symbol: order.symbol, ratio: 1 }]).map(({ symbol, ratio }, at): ExecutedLeg => {
    const { price, isEstimated = false, isUnknown } = must(booked[at], 'a price of each leg')
    return { symbol, ratio: ratio * sideSign(side), price, isEstimated, ...(isUnknown === undefined ? {} : { isUnknown }) }
  })
  return { order: order.client_order_id, trade, side, atMs: utc_timestamp / 1_000, quantity, legs }
}

/** The executions of an order as trades take them. */
export function executedPackages(order: FilledOrder, markAt: MarkAt): ExecutedPackage[] {
  const side = parseSide(order.side)
  if (side === undefined) return []
  return order.executions.map(execution => executedPackage(execution, order, side, bookedLegs(execution, order, markAt)))
}

/** The fills of an order. Of a side that is not understood there are none: it changes no position that is known. */
export function fillsOfOrder(order: FilledOrder, markAt: MarkAt): readonly Fill[] {
  const isPackage = legsOfSymbol(order) !== undefined
  return executedPackages(order, markAt).flatMap(each => legFills(each, isPackage))
}

const legFills = ({ order, trade, atMs, quantity, legs }: ExecutedPackage, isPackage: boolean): Fill[] =>
  legs.map(({ symbol, ratio, price, isEstimated, isUnknown }) => ({
    id: isPackage ? `${order} ${trade} ${symbol}` : `${order} ${trade}`,
    order,
    trade,
    symbol,
    side: ratio > 0 ? 'buy' : 'sell',
    quantity: mul(quantity, abs(dec(ratio))),
    price,
    atMs,
    isAllotted: isEstimated,
    ...(isUnknown === undefined ? {} : { isUnknown }),
  }))
