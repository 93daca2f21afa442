/**
 * Margin by scenario, per underlying: the larger of two losses. One is the worst that positions and open firm orders together come to if
 * the underlying ends anywhere within a range around its index: options at intrinsic value, what is linear at its uPnL plus size × the
 * move of the index, each order filled or not, whichever is worse. The other is what closing everything at the marks would cost, plus a part of the index for each
 * net short call and each net short put. Below zero where a profit that the range cannot eat frees money. Coins are no collateral.
 *
 * These are the rules of the sandbox (docs/sandbox.md, "Margin"); no other venue says that it margins so. In USD, floats.
 */
import { intrinsicValue } from '../black.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'
import { groupLines } from '../portfolio/net-greeks.ts'

export interface MarginRules {
  /** Part of the index that prices are moved by, both ways. */
  readonly shock: number
  /** Part of the index for each net short option. */
  readonly shortOption: number
}

/** Needed to place an order. */
export const initialRules: MarginRules = { shock: 0.3, shortOption: 0.03 }
/** Maintenance margin. */
export const maintenanceRules: MarginRules = { shock: 0.15, shortOption: 0.015 }

export interface MarginHolding {
  readonly symbol: string
  readonly base: string
  readonly kind: 'call' | 'put' | 'linear'
  /** Of an option. */
  readonly strike: number | undefined
  /** Signed. */
  readonly size: number
  readonly mark: number
  /** Of what is linear: what it has won since its entry. An option's price was paid in cash. */
  readonly upnl: number
}

export interface MarginLeg {
  readonly symbol: string
  readonly base: string
  readonly kind: 'call' | 'put' | 'linear' | 'spot'
  readonly strike: number | undefined
  readonly ratio: number
  readonly mark: number
}

/** A firm order that may fill, in part or whole, at its price. */
export interface MarginOrder {
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  /** Of one unit, net over its legs. */
  readonly price: number
  readonly legs: readonly MarginLeg[]
}

export interface BaseMargin {
  readonly base: string
  /** USD that is bound; below zero: freed. */
  readonly bound: number
  /** The price of the underlying at which it is the most; undefined where closing at the marks is. */
  readonly worstAt: number | undefined
}

type Unit = Pick<MarginLeg, 'kind' | 'strike'>

const intrinsic = ({ kind, strike = 0 }: Unit, price: number): number => Math.max(0, kind === 'call' ? price - strike : strike - price)

/** Worth of one unit of a leg where the underlying ends at `price`; a coin is no USD. */
function legWorth(leg: MarginLeg, price: number, index: number): number {
  if (leg.kind === 'spot') return 0
  return leg.kind === 'linear' ? leg.mark + price - index : intrinsic(leg, price)
}

const markWorth = (leg: MarginLeg): number => (leg.kind === 'spot' ? 0 : leg.mark)
const weighed = (legs: readonly MarginLeg[], worthOf: (leg: MarginLeg) => number): number =>
  legs.reduce((total, leg) => total + leg.ratio * worthOf(leg), 0)

/** Part of an order that concerns one base. The base of the first leg bears what the price differs by, all other legs at their marks. */
interface OrderPart {
  readonly order: MarginOrder
  readonly legs: readonly MarginLeg[]
  /** What the price is held against beside the legs here; undefined where another base bears it. */
  readonly others: number | undefined
}

function partOf(order: MarginOrder, base: string): OrderPart | undefined {
  const legs = order.legs.filter(leg => leg.base === base)
  if (legs.length === 0) return undefined
  const isBearer = order.legs[0]?.base === base
  const others = order.legs.filter(leg => leg.base !== base)
  return { order, legs, others: isBearer ? weighed(others, leg => leg.mark) : undefined }
}

/** What a part would win where its legs are worth what `worthOf` says. */
function partGain({ order, legs, others }: OrderPart, worthOf: (leg: MarginLeg) => number): number {
  const paid = others === undefined ? weighed(legs, leg => leg.mark) : order.price - others
  return (order.side === 'buy' ? 1 : -1) * order.quantity * (weighed(legs, worthOf) - paid)
}

/** Options of one right that an order would sell, not above zero. */
function optionsSold({ order, legs }: OrderPart, right: 'call' | 'put'): number {
  const net = legs.reduce((total, leg) => total + (leg.kind === right ? leg.ratio : 0), 0)
  return order.quantity * Math.min(0, order.side === 'buy' ? net : -net)
}

/** Options of one right and base, net, with what open orders would sell of them. */
export const netOptions = (
  holdings: readonly MarginHolding[],
  orders: readonly MarginOrder[],
  base: string,
  right: 'call' | 'put',
): number =>
  orders.reduce(
    (net, order) => {
      const part = partOf(order, base)
      return part === undefined ? net : net + optionsSold(part, right)
    },
    holdings.reduce((net, each) => (each.base === base && each.kind === right ? net + each.size : net), 0),
  )

/** Options of one right by strike, in the order in which their strikes were met. */
interface ByStrike {
  readonly strikes: Float64Array
  readonly sizes: Float64Array
  /** Net. */
  readonly size: number
}

function byStrike(holdings: readonly MarginHolding[], right: 'call' | 'put'): ByStrike {
  const sizes = new Map<number, number>()
  let total = 0
  for (const { kind, strike = 0, size } of holdings) {
    if (kind !== right) continue
    sizes.set(strike, (sizes.get(strike) ?? 0) + size)
    total += size
  }
  return { strikes: Float64Array.from(sizes.keys()), sizes: Float64Array.from(sizes.values()), size: total }
}

/** Positions of one base, gathered: options by strike, what is linear as one. */
class BaseHoldings {
  readonly strikes: readonly number[]
  readonly calls: ByStrike
  readonly puts: ByStrike
  readonly #linear: number
  #atMarks = 0
  #upnl = 0

  constructor(holdings: readonly MarginHolding[]) {
    this.calls = byStrike(holdings, 'call')
    this.puts = byStrike(holdings, 'put')
    this.strikes = [...new Set([...this.calls.strikes, ...this.puts.strikes])]
    this.#linear = holdings.reduce((total, { kind, size }) => (kind === 'linear' ? total + size : total), 0)
    this.moveTo(holdings)
  }

  /** What closing everything at the marks brings. */
  get atMarks(): number {
    return this.#atMarks
  }

  /** To other marks of the same holdings: that of holding n stands at n × `stride` + `offset`. */
  moveTo(holdings: readonly MarginHolding[], marks?: Float64Array, stride = 1, offset = 0): void {
    let [atMarks, upnl] = [0, 0]
    for (let at = 0; at < holdings.length; at++) {
      const holding = holdings[at] as MarginHolding
      const mark = marks === undefined ? holding.mark : (marks[at * stride + offset] as number)
      if (holding.kind === 'linear') {
        const won = marks === undefined ? holding.upnl : holding.upnl + holding.size * (mark - holding.mark)
        upnl += won
        atMarks += won
      } else atMarks += holding.size * mark
    }
    this.#atMarks = atMarks
    this.#upnl = upnl
  }

  worthAt(price: number, index: number): number {
    const { calls, puts } = this
    let worth = this.#upnl + this.#linear * (price - index)
    for (let at = 0; at < calls.strikes.length; at++) {
      const strike = calls.strikes[at] as number
      if (price > strike) worth += (calls.sizes[at] as number) * (price - strike)
    }
    for (let at = 0; at < puts.strikes.length; at++) {
      const strike = puts.strikes[at] as number
      if (price < strike) worth += (puts.sizes[at] as number) * (strike - price)
    }
    return worth
  }
}

/** Margin of one base at one index. All holdings and parts of orders are of that base. */
function bindingOf(
  held: BaseHoldings,
  parts: readonly OrderPart[],
  index: number,
  { shock, shortOption }: MarginRules,
): Omit<BaseMargin, 'base'> {
  const lossOf = (worthOf: (leg: MarginLeg) => number): number =>
    parts.reduce((total, part) => total + Math.min(0, partGain(part, worthOf)), 0)
  const sold = (right: 'call' | 'put', size: number): number =>
    Math.min(
      0,
      parts.reduce((net, part) => net + optionsSold(part, right), size),
    )
  let worst = held.atMarks + lossOf(markWorth) + (sold('call', held.calls.size) + sold('put', held.puts.size)) * index * shortOption
  let worstAt: number | undefined
  const [low, high] = [index * (1 - shock), index * (1 + shock)]
  const ordered = parts.flatMap(part => part.legs.flatMap(leg => leg.strike ?? []))
  const inside = [...held.strikes, ...ordered].filter(strike => strike > low && strike < high)
  for (const price of [low, ...inside, high]) {
    const worth = held.worthAt(price, index) + lossOf(leg => legWorth(leg, price, index))
    if (worth < worst) [worst, worstAt] = [worth, price]
  }
  return { bound: -worst, worstAt }
}

/** What positions of one base bind at each of several prices of the underlying, their own marks at these given holding by holding. */
export function holdingsBounds(
  holdings: readonly MarginHolding[],
  prices: Float64Array,
  marks: Float64Array,
  rules: MarginRules,
): Float64Array {
  const held = new BaseHoldings(holdings)
  return prices.map((price, at) => {
    held.moveTo(holdings, marks, prices.length, at)
    return bindingOf(held, [], price, rules).bound
  })
}

/** By base; undefined where a base has no index: no sum without all its parts. */
export function marginByBase(
  holdings: readonly MarginHolding[],
  orders: readonly MarginOrder[],
  indexOf: (base: string) => number | undefined,
  rules: MarginRules,
): readonly BaseMargin[] | undefined {
  const byBase = groupLines(holdings, each => each.base)
  const bases = new Set([...byBase.keys(), ...orders.flatMap(order => order.legs.map(leg => leg.base))])
  const margins: BaseMargin[] = []
  for (const base of bases) {
    const index = indexOf(base)
    if (index === undefined) return undefined
    const parts = orders.flatMap(order => partOf(order, base) ?? [])
    margins.push({ base, ...bindingOf(new BaseHoldings(byBase.get(base) ?? []), parts, index, rules) })
  }
  return margins
}

export const totalBound = (margins: readonly BaseMargin[]): number => margins.reduce((total, each) => total + each.bound, 0)

/** Marks of positions of one base with the underlying at other prices: each its own, moved as its model moves. */

/** Of one holding at each of `prices`. `leg`: the model of one of it; `index`: the present price. */
function writeMarks(
  { kind, strike = 0, mark }: MarginHolding,
  leg: ModelLeg | undefined,
  index: number,
  atMs: number,
  prices: Float64Array,
  marks: Float64Array,
  offset: number,
): void {
  if (kind === 'linear') {
    for (let at = 0; at < prices.length; at++) marks[offset + at] = (mark * (prices[at] as number)) / index
    return
  }
  const isCall = kind === 'call'
  if (leg === undefined) {
    const timeValue = Math.max(0, mark - intrinsicValue(index, strike, isCall))
    for (let at = 0; at < prices.length; at++) marks[offset + at] = timeValue + intrinsicValue(prices[at] as number, strike, isCall)
    return
  }
  const present = { atMs, volatilityShift: 0 }
  const [now = 0] = payoffBefore([leg], 0, present, Float64Array.of(index))
  payoffBefore([leg], now - mark, present, prices, marks, offset)
  for (let at = offset; at < offset + prices.length; at++) marks[at] = Math.max(0, marks[at] as number)
}

/**
 * Marks of each of `holdings` at each price, those of holding n from n × the number of prices on. `legs` are the models of one of each, undefined for what is
 * linear and for options without a volatility: these keep their time value. `index` is the present price.
 */
export const createMarksAt =
  (holdings: readonly MarginHolding[], legs: readonly (ModelLeg | undefined)[], index: number, atMs: number) =>
  (prices: Float64Array): Float64Array => {
    const marks = new Float64Array(holdings.length * prices.length)
    for (const [at, holding] of holdings.entries()) writeMarks(holding, legs[at], index, atMs, prices, marks, at * prices.length)
    return marks
  }
