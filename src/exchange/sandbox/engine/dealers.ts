/**
 * Dealers answer RFQs with firm orders on the other side, priced between fair value (the mid of the makers' quotes) and
 * the makers' best price. Some decline. A quote keeps its price for a while and is pulled once the market has moved it
 * outside that range; a new one follows around the new fair value, for a shorter time. Quotes are a function of
 * request, dealer and time, constant within one life of makers' quotes, and start in the life after the request's.
 * Dealers see the request, never the account. A quote that was taken returns in the next life, like a maker's.
 */
import {
  add,
  dec,
  type Decimal,
  gt,
  isMultipleOf,
  isZero,
  lt,
  max,
  min,
  mul,
  roundToStep,
  sub,
} from '../../../core/domain/decimal.ts'
import type { OrderId } from '../../../core/domain/ids.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import { must } from '../../../core/domain/must.ts'
import { opposite, type Side } from '../../../core/domain/order.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import { hashText, mix, uniform } from '../market/hash.ts'
import type { Market, Quotes } from '../market/market.ts'
import { type Contract, legsOf } from './contracts.ts'

interface Temper {
  readonly name: string
  /** Distance from fair value, in thousandths of half the makers' spread. Below 1000, so better than theirs. */
  readonly edge: number
  /** Share of the requested quantity, in thousandths. */
  readonly share: number
  /** Largest quantity, as a multiple of the makers' best level. */
  readonly appetite: number
  readonly delayMs: number
  readonly standMs: number
  /** Share of requests it does not answer, in thousandths. */
  readonly declines: number
}

export const tempers: readonly Temper[] = [
  { name: '@dealer-brisk', edge: 700, share: 500, appetite: 3, delayMs: 300, standMs: 3_000, declines: 120 },
  { name: '@dealer-keen', edge: 250, share: 250, appetite: 2, delayMs: 1_500, standMs: 5_000, declines: 350 },
  { name: '@dealer-steady', edge: 550, share: 1_000, appetite: 8, delayMs: 1_000, standMs: 10_000, declines: 20 },
  { name: '@dealer-large', edge: 800, share: 1_000, appetite: 40, delayMs: 4_000, standMs: 20_000, declines: 60 },
  { name: '@dealer-choosy', edge: 400, share: 600, appetite: 5, delayMs: 2_500, standMs: 8_000, declines: 600 },
]

export function makersQuotes(market: Market, contract: Contract, nowMs: number): Quotes {
  const listedOf = (index: number) => must(contract.legs[index], 'each leg of a contract').listed
  if (!contract.isPackage) return market.quotes(listedOf(0), nowMs)
  return market.packageQuotes(
    legsOf(contract).map((leg, index) => ({ ...leg, listed: listedOf(index) })),
    nowMs,
  )
}

export interface QuoteRequest {
  readonly order_id: OrderId
  readonly contract: Contract
  readonly side: Side
  readonly quantity: Decimal
  readonly minimum_quantity?: Decimal | undefined
  readonly placedAt: EpochMicros
}

export interface DealerQuote extends BookLevel {
  readonly side: Side
  readonly dealer: string
  readonly rfq: OrderId
}

/** Only the latest requests of a contract are answered, which bounds the work. */
const mostAnswered = 20

export function dealerQuotes(
  market: Market,
  requests: Iterable<QuoteRequest>,
  now: Quotes,
  nowMs: number,
): DealerQuote[] {
  const found: DealerQuote[] = []
  const thisLife = Math.floor(nowMs / market.quoteLifeMs) * market.quoteLifeMs * 1_000
  for (const wanted of [...requests].filter(request => request.placedAt < thisLife).slice(-mostAnswered)) {
    for (const temper of tempers) {
      const quote = answerOf(market, wanted, temper, now, nowMs)
      if (quote !== undefined) found.push(quote)
    }
  }
  return found
}

function answerOf(
  market: Market,
  wanted: QuoteRequest,
  temper: Temper,
  now: Quotes,
  nowMs: number,
): DealerQuote | undefined {
  const key = mix(hashText(temper.name), hashText(wanted.order_id))
  const bias = market.bias?.usd
  if (bias !== undefined) return biasedAnswer(wanted, temper, now, bias)
  if (uniform(mix(key, 1)) * 1_000 < temper.declines) return undefined
  const side = opposite(wanted.side)
  for (const life of standingSince(market, wanted, temper, key, nowMs)) {
    const fromMs = life * market.quoteLifeMs
    const then = fromMs === nowMs ? now : makersQuotes(market, wanted.contract, fromMs)
    const edge = (temper.edge * (800 + Math.floor(400 * uniform(mix(key, life))))) / 1_000
    const price = priceOf(wanted.contract, side, then, edge)
    if (price === undefined || !isBetween(price, side, now)) continue
    const quantity = quantityOf(wanted, temper, then[side][0]?.quantity)
    return quantity === undefined ? undefined : { side, price, quantity, dealer: temper.name, rfq: wanted.order_id }
  }
  return undefined
}

/**
 * A bias set at the control desk replaces the dealers' behaviour: the full quantity, `bias` worse than the makers' mid,
 * rounded to a step.
 */
function biasedAnswer(
  { contract, side: wantedSide, quantity, order_id }: QuoteRequest,
  { name }: Temper,
  now: Quotes,
  bias: Decimal,
) {
  const {
    buy: [bid],
    sell: [ask],
  } = now
  if (bid === undefined || ask === undefined) return undefined
  const step = contract.legs.map(leg => leg.listed.instrument.price_step).reduce(min)
  const side = opposite(wantedSide)
  const price = roundToStep(
    side === 'sell' ? add(middle(bid, ask), bias) : sub(middle(bid, ask), bias),
    step,
    'nearest',
  )
  return { side, price, quantity, dealer: name, rfq: order_id }
}

/**
 * Possible start times of the present quote, earliest first: the start of its regular life, then those of half as long
 * and so on, for a quote that was pulled. Empty before the first answer.
 */
function standingSince(
  { quoteLifeMs }: Market,
  { placedAt }: QuoteRequest,
  { delayMs, standMs }: Temper,
  key: number,
  nowMs: number,
): number[] {
  const delay = delayMs * (0.75 + uniform(mix(key, 2)) / 2)
  const first = Math.floor((placedAt / 1_000 + delay) / quoteLifeMs) + 1
  const passed = Math.floor(nowMs / quoteLifeMs) - first
  if (passed < 0) return []
  const since: number[] = []
  for (let lives = Math.max(1, Math.round(standMs / quoteLifeMs)); lives >= 1; lives = Math.floor(lives / 2)) {
    since.push(first + Math.floor(passed / lives) * lives)
  }
  return since
}

const half = dec('0.5')
const thousandth = dec('0.001')
const middle = (bid: BookLevel, ask: BookLevel): Decimal => mul(add(bid.price, ask.price), half)

/**
 * A price `edge` thousandths of half the spread from the mid, on the price step and strictly better than the makers'.
 */
function priceOf(
  { legs }: Contract,
  side: Side,
  { buy: [bid], sell: [ask] }: Quotes,
  edge: number,
): Decimal | undefined {
  if (bid === undefined || ask === undefined) return undefined
  const step = legs.map(leg => leg.listed.instrument.price_step).reduce(min)
  const distance = mul(mul(sub(ask.price, bid.price), half), mul(dec(Math.floor(edge)), thousandth))
  const fair = middle(bid, ask)
  return side === 'sell'
    ? min(roundToStep(add(fair, distance), step, 'up'), sub(ask.price, step))
    : max(roundToStep(sub(fair, distance), step, 'down'), add(bid.price, step))
}

function isBetween(price: Decimal, side: Side, { buy: [bid], sell: [ask] }: Quotes): boolean {
  if (bid === undefined || ask === undefined) return false
  const fair = middle(bid, ask)
  return side === 'sell' ? gt(price, fair) && lt(price, ask.price) : lt(price, fair) && gt(price, bid.price)
}

function quantityOf(
  { contract, quantity, minimum_quantity }: QuoteRequest,
  temper: Temper,
  shown: Decimal | undefined,
): Decimal | undefined {
  if (shown === undefined) return undefined
  const lot = contract.legs.map(({ listed }) => listed.lot ?? listed.instrument.quantity_step).reduce(max)
  // Quantities below a lot are answered in the instruments' own steps.
  const step = isMultipleOf(quantity, lot)
    ? lot
    : contract.legs.map(leg => leg.listed.instrument.quantity_step).reduce(max)
  const share = roundToStep(mul(quantity, mul(dec(temper.share), thousandth)), step, 'down')
  const least = max(step, roundToStep(minimum_quantity ?? step, step, 'up'))
  const most = roundToStep(mul(shown, dec(temper.appetite)), step, 'down')
  const offered = min(max(share, least), most)
  return isZero(offered) || lt(offered, least) || gt(least, quantity) ? undefined : min(offered, quantity)
}
