/**
 * What the venue booked each leg of a package at. It tells only the package's net price, but the entries of the positions before and after say what legs
 * that opened or grew were entered at: cost is linear in the price. What is left of the net price then belongs to legs that closed, whose entries do not
 * change; one such leg is determined, several share it by the marks of the moment and are marked as estimates: their sum is exact, their split is a booking.
 *
 * Nothing is booked until the trades seen explain each size; entries are averages of cost, as the venue keeps them.
 */
import { type Decimal, abs, add, dec, div, eq, gcd, gte, isZero, mul, roundTo, sign, sub, sum, zero } from './decimal.ts'
import { legPrices } from './leg-prices.ts'
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
}

export interface LegBooking {
  readonly price: Decimal
  readonly isEstimated?: true | undefined
}

const pricePlaces = 8
const none: Held = { size: zero, average_entry_price: zero, mark_price: zero }

const signedOf = (trade: LegTrade, ratio: number): Decimal => mul(trade.quantity, dec(ratio))

/** Do the trades explain how each size they touch changed? */
export function isExplained(before: ReadonlyMap<string, Held>, after: ReadonlyMap<string, Held>, trades: readonly LegTrade[]): boolean {
  const traded = new Map<string, Decimal>()
  for (const trade of trades) {
    for (const { symbol, ratio } of trade.legs) traded.set(symbol, add(traded.get(symbol) ?? zero, signedOf(trade, ratio)))
  }
  return [...traded].every(([symbol, size]) => eq(sub((after.get(symbol) ?? none).size, (before.get(symbol) ?? none).size), size))
}

/** Bookings of the packages among `trades`, by trade id, one a leg in their order; those that cannot be told are left out. */
export function legBookings(
  before: ReadonlyMap<string, Held>,
  after: ReadonlyMap<string, Held>,
  trades: readonly LegTrade[],
): ReadonlyMap<string, readonly LegBooking[]> {
  const inTurn = [...trades].sort((a, b) => a.atMs - b.atMs)
  const packages = new Map<string, LegTrade[]>()
  for (const trade of inTurn) if (trade.legs.length > 1) packages.set(trade.order, [...(packages.get(trade.order) ?? []), trade])
  const booked = new Map<string, readonly LegBooking[]>()
  for (const [order, own] of packages) {
    const { legs } = must(own[0], 'a trade of the order')
    const reported = legs.map(leg => enteredAt(leg.symbol, order, inTurn, before.get(leg.symbol) ?? none, after.get(leg.symbol) ?? none))
    const markOf = (symbol: string): Decimal | undefined => (after.get(symbol) ?? before.get(symbol))?.mark_price
    for (const trade of own) {
      const prices = shared(trade, reported, markOf)
      if (prices !== undefined) booked.set(trade.id, prices)
    }
  }
  return booked
}

/** Cost of a position with trades at their own prices, or at `priceOf` the leg where the price is that of a package. */
export function costAfter(
  held: Pick<Held, 'size' | 'average_entry_price'> | undefined,
  symbol: string,
  trades: readonly LegTrade[],
  legPrice: Decimal,
): Decimal {
  let cost: Cost = { size: held?.size ?? zero, a: held === undefined ? zero : mul(held.size, held.average_entry_price), b: zero }
  for (const trade of [...trades].sort((a, b) => a.atMs - b.atMs)) {
    for (const leg of trade.legs) {
      if (leg.symbol === symbol) cost = traded(cost, signedOf(trade, leg.ratio), trade.legs.length === 1 ? trade.price : legPrice)
    }
  }
  return cost.a
}

/** Cost of a position as a line a + b·p in the one price that is not known. */
interface Cost {
  readonly size: Decimal
  readonly a: Decimal
  readonly b: Decimal
}

/** The price at which `order` traded the leg, by the entry after it; undefined where that does not tell it. */
function enteredAt(symbol: string, order: string, trades: readonly LegTrade[], before: Held, after: Held): Decimal | undefined {
  let cost: Cost = { size: before.size, a: mul(before.size, before.average_entry_price), b: zero }
  for (const trade of trades) {
    const leg = trade.legs.find(each => each.symbol === symbol)
    if (leg === undefined) continue
    const isUnknown = trade.order === order
    // A second package in the same leg: one entry does not tell two prices.
    if (!isUnknown && trade.legs.length > 1) return undefined
    cost = traded(cost, signedOf(trade, leg.ratio), isUnknown ? undefined : trade.price)
  }
  if (isZero(cost.b)) return undefined
  return roundTo(div(sub(mul(after.size, after.average_entry_price), cost.a), cost.b), pricePlaces)
}

/** The cost after a trade of `quantity` at `price`, or at the price that is not known. */
function traded({ size, a, b }: Cost, quantity: Decimal, price: Decimal | undefined): Cost {
  const ownCost = (of: Decimal): Pick<Cost, 'a' | 'b'> => (price === undefined ? { a: zero, b: of } : { a: mul(of, price), b: zero })
  if (isZero(size) || sign(size) === sign(quantity)) {
    const own = ownCost(quantity)
    return { size: add(size, quantity), a: add(a, own.a), b: add(b, own.b) }
  }
  const next = add(size, quantity)
  if (gte(abs(quantity), abs(size))) return { size: next, ...ownCost(next) }
  const retained = (cost: Decimal): Decimal => div(mul(cost, abs(next)), abs(size))
  return { size: next, a: retained(a), b: retained(b) }
}

/** Prices of the legs, of which some are told, that come to the package's price exactly; undefined where a mark is lacking. */
function shared(
  { legs, price }: LegTrade,
  reported: readonly (Decimal | undefined)[],
  markOf: (symbol: string) => Decimal | undefined,
): readonly LegBooking[] | undefined {
  const open = legs.flatMap((leg, index) => (reported[index] === undefined ? [{ ...leg, index, mark: markOf(leg.symbol) }] : []))
  const known = sum(legs.map((leg, index) => mul(dec(leg.ratio), reported[index] ?? zero)))
  if (open.length === 0) {
    // Entries are rounded on the wire: what that leaves goes where leg prices put it.
    const exact = legPrices(
      legs.map((leg, index) => ({ ratio: leg.ratio, mark: must(reported[index], 'a price that is told') })),
      price,
    )
    return exact.map(each => ({ price: each }))
  }
  const priced = open.flatMap(({ ratio, mark }) => (mark === undefined ? [] : [{ ratio, mark }]))
  if (priced.length < open.length) return undefined
  const divisor = gcd(open.map(leg => leg.ratio))
  const rest = roundTo(div(sub(price, known), dec(divisor)), pricePlaces)
  const split = legPrices(
    priced.map(leg => ({ ...leg, ratio: leg.ratio / divisor })),
    rest,
  )
  const prices = new Map(open.map((leg, at) => [leg.index, must(split[at], 'a price of each leg')]))
  return legs.map((_, index): LegBooking => {
    const own = prices.get(index)
    if (own === undefined) return { price: must(reported[index], 'a price that is told') }
    return open.length > 1 ? { price: own, isEstimated: true } : { price: own }
  })
}
