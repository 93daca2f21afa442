/**
 * Execution quality of an RFQ or order, from its reference points. A positive cost means that more was paid, or less
 * received, than fair. A figure with missing inputs is missing, never zero.
 */
import { add, dec, type Decimal, mul, sub, sum, toNumber, zero } from '../../domain/decimal.ts'
import { expiryOf, parseInstrumentName } from '../../domain/instrument.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { type Execution, isRfqMarket, parseSide, type Side, sideSign } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { legsOfPoint, type ReferencePoint, takeOf } from '../../domain/reference-point.ts'
import { minuteMs, secondMs } from '../../domain/time.ts'
import { tradePhrase } from '../../domain/trade-story/trade-phrase.ts'
import { fairPrice, packageVega } from './fair-value.ts'

export type MarkNear = (symbol: string, atMs: number) => Decimal | undefined

export const afterMinutes = [1, 5, 30] as const

export interface OrderQuality {
  readonly id: string
  /** Client ids of the orders that traded for an RFQ, or the order's own. */
  readonly orders: readonly string[]
  readonly isRfq: boolean
  readonly atMs: number
  readonly symbol: string
  readonly structure: string
  readonly base: string
  readonly expiryMs: number | undefined
  readonly side: Side | undefined
  readonly size: Decimal
  readonly isQuoted: boolean
  readonly isTraded: boolean
  readonly firstQuoteSeconds: number | undefined
  /** Per package in the quote asset, as are those below: at the last point with bid and ask. */
  readonly halfSpread: number | undefined
  readonly cost: number | undefined
  readonly costVol: number | undefined
  /** Total of the fills that have a fair value, in the quote asset. */
  readonly costTotal: Decimal | undefined
  readonly unpricedFills: number
  readonly slippage: number | undefined
  readonly cover: number | undefined
  readonly improvement: number | undefined
  /** Price move in favour of the trade, by `afterMinutes`. */
  readonly after: readonly (number | undefined)[]
}

function addTo(groups: Map<string, JournalOrder[]>, key: string, order: JournalOrder): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [order])
  else group.push(order)
}

type StructureOf = (symbol: string, legs: readonly PackageLeg[], side: Side | undefined) => string

export function createStructureNames(): StructureOf {
  const names = new Map<string, string>()
  return (symbol, legs, side) => {
    const key = `${symbol} ${side ?? ''}`
    const known = names.get(key)
    if (known !== undefined) return known
    const { name } = tradePhrase(legs, side)
    names.set(key, name)
    return name
  }
}

/**
 * Orders that traded for an RFQ: those that name it, and those of another device with its legs and side during its
 * life.
 */
export function tradesOfRfqs(orders: readonly JournalOrder[]): ReadonlyMap<string, readonly JournalOrder[]> {
  const rfqs = orders.filter(order => isRfqMarket(order.market_id))
  const bySymbol = new Map<string, JournalOrder[]>()
  for (const rfq of rfqs) addTo(bySymbol, `${rfq.symbol} ${rfq.side}`, rfq)
  const found = new Map<string, JournalOrder[]>()
  for (const order of orders) {
    if (isRfqMarket(order.market_id) || order.executions.length === 0) continue
    const within = (rfq: JournalOrder): boolean =>
      rfq.sentAtMs <= order.sentAtMs && order.sentAtMs <= (rfq.endedAtMs ?? order.sentAtMs)
    const [one, ...others] =
      order.title === '' ? (bySymbol.get(`${order.symbol} ${order.side}`) ?? []).filter(within) : []
    const rfq = order.rfq ?? (others.length === 0 ? one?.client_order_id : undefined)
    if (rfq !== undefined) addTo(found, rfq, order)
  }
  return found
}

export function qualityOf(
  order: JournalOrder,
  trades: readonly JournalOrder[],
  markNear: MarkNear,
  structureOf = createStructureNames(),
): OrderQuality {
  const legs = legsOfPoint(order)
  const side = parseSide(order.side)
  const isRfq = isRfqMarket(order.market_id)
  const traded = isRfq ? trades : [order]
  const points = [...(order.points ?? []), ...(isRfq ? traded.flatMap(each => each.points ?? []) : [])]
  const [firstFill] = traded.flatMap(each => each.executions).sort((a, b) => a.utc_timestamp - b.utc_timestamp)
  const expiries = legs.flatMap(leg => expiryOf(leg.symbol) ?? [])
  const quotes = order.quotes
  const better = (from: Decimal, to: Decimal): number | undefined =>
    side === undefined ? undefined : toNumber(side === 'buy' ? sub(from, to) : sub(to, from))
  const [firstPrice] = quotes?.trail ?? []
  return {
    id: order.client_order_id,
    orders: isRfq ? [order.client_order_id, ...traded.map(each => each.client_order_id)] : [order.client_order_id],
    isRfq,
    atMs: order.sentAtMs,
    symbol: order.symbol,
    structure: structureOf(order.symbol, legs, side),
    base: parseInstrumentName(legs[0]?.symbol ?? '')?.base ?? '',
    expiryMs: expiries.length === 0 ? undefined : Math.min(...expiries),
    side,
    size: order.quantity,
    isQuoted: quotes !== undefined,
    isTraded: firstFill !== undefined,
    firstQuoteSeconds: quotes === undefined ? undefined : Math.max(0, quotes.firstMs - order.sentAtMs) / secondMs,
    halfSpread: halfSpreadOf(points),
    ...costOf(traded),
    slippage: slippageOf(order),
    cover: quotes?.second === undefined ? undefined : better(quotes.second.price, quotes.best.price),
    improvement:
      quotes === undefined || firstPrice === undefined ? undefined : better(firstPrice.price, quotes.best.price),
    after: afterMinutes.map(minutes =>
      firstFill === undefined ? undefined : movedAfter(traded, firstFill, minutes, markNear),
    ),
  }
}

function halfSpreadOf(points: readonly ReferencePoint[]): number | undefined {
  const both = points.findLast(({ bid, ask }) => bid !== undefined && ask !== undefined)
  return both?.bid === undefined || both.ask === undefined
    ? undefined
    : toNumber(sub(both.ask.price, both.bid.price)) / 2
}

type Costs = Pick<OrderQuality, 'cost' | 'costVol' | 'costTotal' | 'unpricedFills'>

export function costOf(orders: readonly JournalOrder[]): Costs {
  let [filled, total, vols, volFilled, unpricedFills] = [zero, zero, 0, 0, 0]
  for (const order of orders) {
    const { executions, points } = order
    const [own, legs] = [parseSide(order.side), legsOfPoint(order)]
    for (const { trade_id, executed_price, executed_quantity } of executions) {
      const point = takeOf(points, trade_id)
      const fair = fairPrice(legs, point?.market)
      if (fair === undefined || point === undefined || own === undefined) {
        unpricedFills += 1
        continue
      }
      const worse = own === 'buy' ? sub(executed_price, fair) : sub(fair, executed_price)
      filled = add(filled, executed_quantity)
      total = add(total, mul(worse, executed_quantity))
      const vega = packageVega(legs, point.market, point.atMs)
      if (vega === undefined) continue
      vols += (toNumber(worse) / vega) * toNumber(executed_quantity)
      volFilled += toNumber(executed_quantity)
    }
  }
  const isPriced = filled !== zero && toNumber(filled) > 0
  return {
    cost: isPriced ? toNumber(total) / toNumber(filled) : undefined,
    costVol: volFilled > 0 ? vols / volFilled : undefined,
    costTotal: isPriced ? total : undefined,
    unpricedFills,
  }
}

/**
 * How much worse the average price was than fair at sending, in the quote asset. Undefined for an RFQ or if a figure is
 * missing.
 */
export function slippageOf(order: JournalOrder): number | undefined {
  if (isRfqMarket(order.market_id)) return undefined
  const side = parseSide(order.side)
  const decision = fairPrice(legsOfPoint(order), order.points?.find(point => point.kind === 'send')?.market)
  const filled = toNumber(sum(order.executions.map(each => each.executed_quantity)))
  if (decision === undefined || side === undefined || !(filled > 0)) return undefined
  const average = toNumber(sum(order.executions.map(each => mul(each.executed_price, each.executed_quantity)))) / filled
  return sideSign(side) * (average - toNumber(decision))
}

/** Move from fair at the take to the later marks of the legs, if a sample has them. */
function movedAfter(
  orders: readonly JournalOrder[],
  { trade_id, utc_timestamp }: Execution,
  minutes: number,
  markNear: MarkNear,
): number | undefined {
  const order = orders.find(each => each.executions.some(fill => fill.trade_id === trade_id))
  const side = parseSide(order?.side ?? '')
  if (order === undefined || side === undefined) return undefined
  const legs = legsOfPoint(order)
  const fair = fairPrice(legs, takeOf(order.points, trade_id)?.market)
  const marks = legs.flatMap(({ symbol, ratio }) => {
    const mark = markNear(symbol, utc_timestamp / 1_000 + minutes * minuteMs)
    return mark === undefined ? [] : [mul(mark, dec(ratio))]
  })
  if (fair === undefined || marks.length < legs.length) return undefined
  return sideSign(side) * toNumber(sub(sum(marks), fair))
}
