/**
 * Determines the venue's booked prices of package legs. The venue reports only the net price. Equations: the legs of a
 * trade add up to its net price, and each position's cost after the trades matches its average entry. If these leave a
 * choice, marks decide, and the prices are estimates with an exact sum.
 * Entries are average costs: a closing trade releases cost in proportion; a trade through zero restarts at its price.
 */
import {
  abs,
  add,
  dec,
  type Decimal,
  decimalFromNumber,
  gte,
  isZero,
  mul,
  roundTo,
  sub,
  sum,
  toNumber,
  zero,
} from './decimal.ts'
import { type Equation, solveEquations } from './leg-equations.ts'
import { legPrices, markedLegs } from './leg-prices.ts'
import { type Lot, lotHeld, traded } from './lot.ts'
import { must } from './must.ts'

export interface PositionState {
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
}

export interface LegTrade {
  readonly id: string
  readonly order: string
  readonly atMs: number
  /** Signed: negative for a sale. */
  readonly quantity: Decimal
  readonly price: Decimal
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly booked?: readonly LegBooking[] | undefined
}

export interface LegBooking {
  readonly price: Decimal
  readonly isEstimated?: true | undefined
}

export interface TradedSpan {
  readonly before: ReadonlyMap<string, PositionState>
  readonly after: ReadonlyMap<string, PositionState>
  readonly trades: readonly LegTrade[]
  /** True if the later position gives no evidence: the instrument expired, or is not a position. */
  readonly isLoose?: ((symbol: string) => boolean) | undefined
  /** For instruments absent from both position lists. */
  readonly markOf?: ((symbol: string) => Decimal | undefined) | undefined
}

export interface LegBookings {
  /** True if the trades can produce the later entries. Sizes are not compared. */
  readonly isConsistent: boolean
  readonly bookings: ReadonlyMap<string, readonly LegBooking[]>
}

const pricePlaces = 8
/** Larger systems are too slow to solve. */
const mostUnknowns = 2_000
const none: PositionState = { size: zero, average_entry_price: zero, mark_price: zero }
const never = (): false => false

const signedOf = (trade: LegTrade, ratio: number): Decimal => mul(trade.quantity, dec(ratio))

export const tradedOf = (symbol: string, trades: readonly LegTrade[]): Decimal =>
  sum(trades.flatMap(trade => trade.legs.filter(leg => leg.symbol === symbol).map(leg => signedOf(trade, leg.ratio))))

export function sizesLeft({ before, after, trades, isLoose = never }: TradedSpan): Map<string, Decimal> {
  const left = new Map<string, Decimal>()
  for (const trade of trades) {
    for (const { symbol, ratio } of trade.legs) {
      if (isLoose(symbol)) continue
      const known = left.get(symbol) ?? sub((after.get(symbol) ?? none).size, (before.get(symbol) ?? none).size)
      left.set(symbol, sub(known, signedOf(trade, ratio)))
    }
  }
  return left
}

export const isExplained = (
  before: ReadonlyMap<string, PositionState>,
  after: ReadonlyMap<string, PositionState>,
  trades: readonly LegTrade[],
): boolean => [...sizesLeft({ before, after, trades }).values()].every(isZero)

type Price = { readonly known: Decimal } | { readonly unknown: number; readonly guess: Decimal }
type Prices = ReadonlyMap<LegTrade, readonly Price[]>

/** Smaller contradictions come from rounded entries. */
const rounding = 0.001

/**
 * First assumes that all executions of an order share the same correction to the marks, so that an average entry
 * determines them. An order that closes a leg and reopens it needs separate prices.
 */
export function bookLegs(traded: TradedSpan): LegBookings {
  const alike = solved(traded, trade => trade.order)
  const found = alike !== undefined && alike.contradiction <= rounding ? alike : solved(traded, trade => trade.id)
  if (found === undefined) return { isConsistent: true, bookings: new Map() }
  const symbols = new Set(traded.trades.flatMap(trade => trade.legs.map(leg => leg.symbol)))
  const tolerance = [...symbols].reduce((total, symbol) => total + toleranceOf(traded.after.get(symbol) ?? none), least)
  return { isConsistent: found.contradiction <= tolerance, bookings: found.bookings }
}

/** Undefined with too many unknowns. Trades with the same `sharedBy` share corrections. */
function solved(
  traded: TradedSpan,
  sharedBy: (trade: LegTrade) => string,
): { readonly contradiction: number; readonly bookings: LegBookings['bookings'] } | undefined {
  const { trades, isLoose = never } = traded
  const numbers = new Map<string, number>()
  const numberOf = (trade: LegTrade, leg: number): number => {
    const key = `${sharedBy(trade)} ${leg}`
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const prices: Prices = new Map(trades.map(trade => [trade, pricesOf(trade, traded, leg => numberOf(trade, leg))]))
  if (numbers.size > mostUnknowns) return undefined
  const equations = trades.flatMap(trade => netEquation(trade, must(prices.get(trade), 'prices of the trade')))
  for (const symbol of new Set(trades.flatMap(trade => trade.legs.map(leg => leg.symbol)))) {
    if (!isLoose(symbol)) equations.push(entryEquation(symbol, traded, prices))
  }
  const { values, isDetermined, contradiction } = solveEquations(equations, numbers.size)
  const bookings = new Map<string, readonly LegBooking[]>()
  for (const [trade, own] of prices) {
    const booked = own.flatMap((price): LegBooking[] => {
      if ('known' in price) return []
      const isKnown = isDetermined[price.unknown] === true
      const found = withoutDust(add(price.guess, decimalFromNumber(values[price.unknown] ?? 0) ?? zero))
      return [isKnown ? { price: found } : { price: found, isEstimated: true }]
    })
    if (booked.length === trade.legs.length) bookings.set(trade.id, toNetPrice(trade, booked))
  }
  return { contradiction, bookings }
}

function pricesOf(
  trade: LegTrade,
  { before, after, markOf }: TradedSpan,
  numberOf: (leg: number) => number,
): readonly Price[] {
  const { legs, price, booked } = trade
  if (legs.length === 1) return [{ known: price }]
  if (booked?.length === legs.length && booked.every(each => each.isEstimated !== true))
    return booked.map(each => ({ known: each.price }))
  const markIn = (symbol: string): Decimal | undefined =>
    (after.get(symbol) ?? before.get(symbol))?.mark_price ?? markOf?.(symbol)
  const marked =
    markedLegs(legs, price, markIn) ?? legs.map(({ symbol, ratio }) => ({ ratio, mark: markIn(symbol) ?? zero }))
  const guesses = legPrices(marked, price)
  return legs.map((_, leg) => ({ unknown: numberOf(leg), guess: must(guesses[leg], 'a guess of each leg') }))
}

function netEquation({ legs, price }: LegTrade, prices: readonly Price[]): readonly Equation[] {
  const terms = new Map<number, number>()
  const guessed = prices.map((each, leg) => {
    const { ratio } = must(legs[leg], 'a leg of each price')
    if ('known' in each) return mul(dec(ratio), each.known)
    terms.set(each.unknown, ratio)
    return mul(dec(ratio), each.guess)
  })
  return terms.size === 0 ? [] : [{ terms, value: toNumber(sub(price, sum(guessed))) }]
}

function entryEquation(symbol: string, { before, after, trades }: TradedSpan, prices: Prices): Equation {
  let cost: Cost = { lot: lotHeld(before.get(symbol)), weights: new Map() }
  for (const trade of trades) {
    for (const [leg, { symbol: own, ratio }] of trade.legs.entries()) {
      if (own === symbol)
        cost = costWith(cost, signedOf(trade, ratio), must(prices.get(trade)?.[leg], 'a price of each leg'))
    }
  }
  return { terms: cost.weights, value: toNumber(sub(lotHeld(after.get(symbol)).cost, cost.lot.cost)) }
}

/** Entries are rounded on the wire, by some venues to a price step. */
const least = 0.01
const toleranceOf = ({ size, average_entry_price }: PositionState): number =>
  Math.abs(toNumber(size)) * Math.max(0.01, 1e-6 * toNumber(average_entry_price))

interface Cost {
  readonly lot: Lot
  readonly weights: ReadonlyMap<number, number>
}

function costWith({ lot, weights }: Cost, quantity: Decimal, price: Price): Cost {
  const { opened, held } = traded(lot, quantity, 'known' in price ? price.known : price.guess)
  const stays = isZero(lot.size) ? 0 : toNumber(sub(held.size, opened)) / toNumber(lot.size)
  const next = new Map(stays === 0 ? [] : [...weights].map(([unknown, weight]) => [unknown, weight * stays]))
  if (!('known' in price) && !isZero(opened)) next.set(price.unknown, (next.get(price.unknown) ?? 0) + toNumber(opened))
  return { lot: held, weights: next }
}

/** Applies trades at their own prices, or at `legPrice` for packages. */
export function costAfter(
  held: Pick<PositionState, 'size' | 'average_entry_price'> | undefined,
  symbol: string,
  trades: readonly LegTrade[],
  legPrice: Decimal,
): Decimal {
  let lot = lotHeld(held)
  for (const trade of [...trades].sort((a, b) => a.atMs - b.atMs)) {
    for (const leg of trade.legs) {
      if (leg.symbol !== symbol) continue
      lot = traded(lot, signedOf(trade, leg.ratio), trade.legs.length === 1 ? trade.price : legPrice).held
    }
  }
  return lot.cost
}

/** Largest rounding error by number of decimals: within it, the fewer decimals are what the venue booked. */
const fewPlaces = ['0.00001', '0.00001', '0.00001', '0.000001', '0.0000001', '0.00000001'].map(dec)

function withoutDust(price: Decimal): Decimal {
  const places = fewPlaces.findIndex((dust, each) => gte(dust, abs(sub(price, roundTo(price, each)))))
  return roundTo(price, places < 0 ? pricePlaces : places)
}

/** Adjusts the legs to the package's exact price. `legPrices` places the rounding remainder. */
function toNetPrice({ legs, price }: LegTrade, whole: readonly LegBooking[]): readonly LegBooking[] {
  const rounded = legs.map(({ ratio }, leg) => ({ ratio, mark: must(whole[leg], 'a price of each leg').price }))
  const exact = legPrices(rounded, price)
  return whole.map((each, leg) => ({ ...each, price: must(exact[leg], 'a price of each leg') }))
}
