/**
 * Compares an RFQ's best quote with the best quotes of the account's earlier RFQs of the same structure, side and
 * underlying.
 */
import { type Decimal, sub, toNumber } from '../../domain/decimal.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { isRfqMarket, parseSide } from '../../domain/order.ts'
import { legsOfPoint } from '../../domain/reference-point.ts'
import { tradePhrase } from '../../domain/trade-story/trade-phrase.ts'
import { fewRfqs, meanOf } from './estimate.ts'
import { fairPrice, packageVega } from './fair-value.ts'

const mostRfqs = 30

export function quoteCostVol(order: JournalOrder): number | undefined {
  const side = parseSide(order.side)
  const point = order.points?.findLast(({ kind }) => kind === 'first' || kind === 'better')
  const price: Decimal | undefined = side === 'buy' ? point?.ask?.price : point?.bid?.price
  const legs = legsOfPoint(order)
  const fair = fairPrice(legs, point?.market)
  if (side === undefined || point === undefined || price === undefined || fair === undefined) return undefined
  const vega = packageVega(legs, point.market, point.atMs)
  return vega === undefined ? undefined : toNumber(side === 'buy' ? sub(price, fair) : sub(fair, price)) / vega
}

function kindOf(order: JournalOrder): string {
  const legs = legsOfPoint(order)
  const { name, side } = tradePhrase(legs, parseSide(order.side))
  return `${name} ${side ?? ''} ${parseInstrumentName(legs[0]?.symbol ?? '')?.base ?? ''}`
}

export interface QuoteAgainstOwn {
  /** Volatility points; positive if the quote is worse. */
  readonly worse: number
  readonly count: number
}

export function quoteAgainstOwn(rfq: JournalOrder, orders: readonly JournalOrder[]): QuoteAgainstOwn | undefined {
  const now = quoteCostVol(rfq)
  if (now === undefined) return undefined
  // Caches the name, because many orders have the same legs.
  const kinds = new Map<string, string>()
  const kindOnce = (order: JournalOrder): string => {
    const key = `${order.symbol} ${order.side}`
    const kind = kinds.get(key) ?? kindOf(order)
    kinds.set(key, kind)
    return kind
  }
  const kind = kindOnce(rfq)
  const costs: number[] = []
  for (const order of orders.toSorted((a, b) => b.sentAtMs - a.sentAtMs)) {
    if (costs.length === mostRfqs) break
    if (!isRfqMarket(order.market_id) || order.sentAtMs >= rfq.sentAtMs || kindOnce(order) !== kind) continue
    costs.push(...[quoteCostVol(order)].flatMap(cost => cost ?? []))
  }
  const { value } = meanOf(costs)
  return value === undefined || costs.length < fewRfqs ? undefined : { worse: now - value, count: costs.length }
}
