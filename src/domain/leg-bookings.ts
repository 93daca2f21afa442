/**
 * What the venue booked each leg of a package at. It reports only the package's net price. Two kinds of equations determine the prices of the legs: the legs of
 * each trade come to its net price, and each position's cost after the trades is what the venue's average entry says. Where they leave a choice (several legs of
 * one package closed), the marks of the moment decide, and these prices are marked as estimates: their sum is exact, their split is not the venue's word.
 *
 * Entries are averages of cost, as the venue computes them: a trade that closes releases cost in proportion, one that turns a position begins at its price.
 */
import { abs, add, dec, type Decimal, decimalFromNumber, gte, isZero, mul, roundTo, sub, sum, toNumber, zero } from './decimal.ts'
import { type Equation, solveEquations } from './leg-equations.ts'
import { legPrices, markedLegs } from './leg-prices.ts'
import { type Lot, lotHeld, traded } from './lot.ts'
import { must } from './must.ts'

export interface Held {
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
}

/** One execution; a single instrument is a package of one, of ratio 1. */
export interface LegTrade {
  readonly id: string
  readonly order: string
  readonly atMs: number
  /** Signed: below zero where it was sold. */
  readonly quantity: Decimal
  readonly price: Decimal
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  /** What the legs are known to be booked at, in their order. */
  readonly booked?: readonly LegBooking[] | undefined
}

export interface LegBooking {
  readonly price: Decimal
  readonly isEstimated?: true | undefined
}

/** What became of positions through trades. */
export interface Traded {
  readonly before: ReadonlyMap<string, Held>
  readonly after: ReadonlyMap<string, Held>
  /** All trades in between, in the order in which the venue booked them. */
  readonly trades: readonly LegTrade[]
  /** Whether the position afterwards says nothing of an instrument: it expired, or is not a position. */
  readonly isLoose?: ((symbol: string) => boolean) | undefined
  /** Of an instrument that neither positions hold. */
  readonly markOf?: ((symbol: string) => Decimal | undefined) | undefined
}

export interface LegBookings {
  /** Entries may be what the trades make of the positions before; sizes are not compared. */
  readonly isConsistent: boolean
  /** Of packages, by trade id, one a leg in their order. */
  readonly bookings: ReadonlyMap<string, readonly LegBooking[]>
}

const pricePlaces = 8
/** More take too long to solve. */
const mostUnknowns = 2_000
const none: Held = { size: zero, average_entry_price: zero, mark_price: zero }
const never = (): false => false

const signedOf = (trade: LegTrade, ratio: number): Decimal => mul(trade.quantity, dec(ratio))

/** Signed size traded of an instrument. */
export const tradedOf = (symbol: string, trades: readonly LegTrade[]): Decimal =>
  sum(trades.flatMap(trade => trade.legs.filter(leg => leg.symbol === symbol).map(leg => signedOf(trade, leg.ratio))))

/** How much of the change of each size the trades leave unexplained, of those that they touch. */
export function sizesLeft({ before, after, trades, isLoose = never }: Traded): Map<string, Decimal> {
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

/** Do the trades explain how each size they touch changed? */
export const isExplained = (before: ReadonlyMap<string, Held>, after: ReadonlyMap<string, Held>, trades: readonly LegTrade[]): boolean =>
  [...sizesLeft({ before, after, trades }).values()].every(isZero)

/**
 * Bookings of the packages among `trades`.
 * @internal For tests.
 */
export const legBookings = (
  before: ReadonlyMap<string, Held>,
  after: ReadonlyMap<string, Held>,
  trades: readonly LegTrade[],
): LegBookings['bookings'] => bookLegs({ before, after, trades: [...trades].sort((a, b) => a.atMs - b.atMs) }).bookings

/** The price of a leg: as known, or a guess that an unknown number corrects. */
type Price = { readonly known: Decimal } | { readonly unknown: number; readonly guess: Decimal }
type Prices = ReadonlyMap<LegTrade, readonly Price[]>

/** Rounding of entries contradicts by less. */
const rounding = 0.001

/**
 * The executions of an order differ from the marks alike, where that goes with the entries: then an average entry determines them. An order that closes a leg
 * with one execution and opens it with the next has prices of its own for each.
 */
export function bookLegs(traded: Traded): LegBookings {
  const alike = solved(traded, trade => trade.order)
  const found = alike !== undefined && alike.contradiction <= rounding ? alike : solved(traded, trade => trade.id)
  if (found === undefined) return { isConsistent: true, bookings: new Map() }
  const symbols = new Set(traded.trades.flatMap(trade => trade.legs.map(leg => leg.symbol)))
  const tolerance = [...symbols].reduce((total, symbol) => total + toleranceOf(traded.after.get(symbol) ?? none), least)
  return { isConsistent: found.contradiction <= tolerance, bookings: found.bookings }
}

/** Undefined where there are too many unknowns. `sharedBy`: trades of the same have the same corrections. */
function solved(
  traded: Traded,
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

function pricesOf(trade: LegTrade, { before, after, markOf }: Traded, numberOf: (leg: number) => number): readonly Price[] {
  const { legs, price, booked } = trade
  if (legs.length === 1) return [{ known: price }]
  if (booked?.length === legs.length && booked.every(each => each.isEstimated !== true)) return booked.map(each => ({ known: each.price }))
  const markIn = (symbol: string): Decimal | undefined => (after.get(symbol) ?? before.get(symbol))?.mark_price ?? markOf?.(symbol)
  const marked = markedLegs(legs, price, markIn) ?? legs.map(({ symbol, ratio }) => ({ ratio, mark: markIn(symbol) ?? zero }))
  const guesses = legPrices(marked, price)
  return legs.map((_, leg) => ({ unknown: numberOf(leg), guess: must(guesses[leg], 'a guess of each leg') }))
}

/** The legs of a package come to its price. */
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

/** The cost of a position after the trades is what its entry says. */
function entryEquation(symbol: string, { before, after, trades }: Traded, prices: Prices): Equation {
  let cost: Cost = { lot: lotHeld(before.get(symbol)), weights: new Map() }
  for (const trade of trades) {
    for (const [leg, { symbol: own, ratio }] of trade.legs.entries()) {
      if (own === symbol) cost = costWith(cost, signedOf(trade, ratio), must(prices.get(trade)?.[leg], 'a price of each leg'))
    }
  }
  return { terms: cost.weights, value: toNumber(sub(lotHeld(after.get(symbol)).cost, cost.lot.cost)) }
}

/** Entries are rounded on the wire, by some venues to a price step. */
const least = 0.01
const toleranceOf = ({ size, average_entry_price }: Held): number =>
  Math.abs(toNumber(size)) * Math.max(0.01, 1e-6 * toNumber(average_entry_price))

/** Cost of a position at the guesses of unknown prices, and by how much it changes with each of them. */
interface Cost {
  readonly lot: Lot
  readonly weights: ReadonlyMap<number, number>
}

/** The cost after a trade of `quantity`, signed. */
function costWith({ lot, weights }: Cost, quantity: Decimal, price: Price): Cost {
  const { opened, held } = traded(lot, quantity, 'known' in price ? price.known : price.guess)
  const stays = isZero(lot.size) ? 0 : toNumber(sub(held.size, opened)) / toNumber(lot.size)
  const next = new Map(stays === 0 ? [] : [...weights].map(([unknown, weight]) => [unknown, weight * stays]))
  if (!('known' in price) && !isZero(opened)) next.set(price.unknown, (next.get(price.unknown) ?? 0) + toNumber(opened))
  return { lot: held, weights: next }
}

/** Cost of a position with trades at their own prices, or at `legPrice` where the price is that of a package. */
export function costAfter(
  held: Pick<Held, 'size' | 'average_entry_price'> | undefined,
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

/** Rounded entries leave a price a little off the few decimals that the venue booked: decimals after which three are 0 or 9 are those. */
const fewPlaces = ['0.00001', '0.00001', '0.00001', '0.000001', '0.0000001', '0.00000001'].map(dec)

function withoutDust(price: Decimal): Decimal {
  const places = fewPlaces.findIndex((dust, each) => gte(dust, abs(sub(price, roundTo(price, each)))))
  return roundTo(price, places < 0 ? pricePlaces : places)
}

/** The same prices, which come to the package's price exactly: what rounding left goes where leg prices put it. */
function toNetPrice({ legs, price }: LegTrade, whole: readonly LegBooking[]): readonly LegBooking[] {
  const rounded = legs.map(({ ratio }, leg) => ({ ratio, mark: must(whole[leg], 'a price of each leg').price }))
  const exact = legPrices(rounded, price)
  return whole.map((each, leg) => ({ ...each, price: must(exact[leg], 'a price of each leg') }))
}
