/**
 * Scenario margin per underlying: the larger of two losses. The first is the worst outcome of positions and open firm
 * orders if the underlying ends anywhere within a range around its index: options at intrinsic value, linear positions
 * at their uPnL plus size × index move, each order filled or not, whichever is worse. The second is the cost of closing
 * everything at the marks, plus a share of the index for each net short call and net short put. Negative if a
 * guaranteed profit frees money. Coins are not collateral. These are the sandbox's rules (docs/sandbox.md, "Margin");
 * no other venue is known to use them. USD, floats.
 */
import { intrinsicValue } from '../black.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'
import { groupLines } from '../portfolio/net-greeks.ts'

export interface MarginRules {
  /** Price range up and down, as a share of the index. */
  readonly shock: number
  /** Charge for each net short option, as a share of the index. */
  readonly shortOption: number
}

export const initialRules: MarginRules = { shock: 0.3, shortOption: 0.03 }
export const maintenanceRules: MarginRules = { shock: 0.15, shortOption: 0.015 }

export interface MarginHolding {
  readonly symbol: string
  readonly base: string
  readonly kind: 'call' | 'put' | 'linear'
  readonly strike: number | undefined
  readonly size: number
  readonly mark: number
  /** Linear positions only. An option's price was paid in cash. */
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

export interface MarginOrder {
  readonly id?: string | undefined
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  readonly price: number
  readonly legs: readonly MarginLeg[]
}

export interface BaseMargin {
  readonly base: string
  /** USD; negative if it frees money. */
  readonly bound: number
  /** The underlying's price with the largest loss; undefined if closing at the marks costs more. */
  readonly worstAt: number | undefined
}

type Unit = Pick<MarginLeg, 'kind' | 'strike'>

const intrinsic = ({ kind, strike = 0 }: Unit, price: number): number =>
  Math.max(0, kind === 'call' ? price - strike : strike - price)

function legWorth(leg: MarginLeg, price: number, index: number): number {
  if (leg.kind === 'spot') return 0
  return leg.kind === 'linear' ? leg.mark + price - index : intrinsic(leg, price)
}

const markWorth = (leg: MarginLeg): number => (leg.kind === 'spot' ? 0 : leg.mark)
const weighed = (legs: readonly MarginLeg[], worthOf: (leg: MarginLeg) => number): number =>
  legs.reduce((total, leg) => total + leg.ratio * worthOf(leg), 0)

/**
 * The legs of an order on one base. The base of the first leg bears the difference between price and marks; all other
 * legs count at their marks.
 */
interface OrderPart {
  readonly order: MarginOrder
  readonly legs: readonly MarginLeg[]
  readonly others: number | undefined
}

function partOf(order: MarginOrder, base: string): OrderPart | undefined {
  const legs = order.legs.filter(leg => leg.base === base)
  if (legs.length === 0) return undefined
  const isBearer = order.legs[0]?.base === base
  const others = order.legs.filter(leg => leg.base !== base)
  return { order, legs, others: isBearer ? weighed(others, markWorth) : undefined }
}

function partGain({ order, legs, others }: OrderPart, worthOf: (leg: MarginLeg) => number): number {
  const paid = others === undefined ? weighed(legs, markWorth) : order.price - others
  return (order.side === 'buy' ? 1 : -1) * order.quantity * (weighed(legs, worthOf) - paid)
}

function optionsSold({ order, legs }: OrderPart, right: 'call' | 'put'): number {
  const net = legs.reduce((total, leg) => total + (leg.kind === right ? leg.ratio : 0), 0)
  return order.quantity * Math.min(0, order.side === 'buy' ? net : -net)
}

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

interface ByStrike {
  readonly strikes: Float64Array
  readonly sizes: Float64Array
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

  get atMarks(): number {
    return this.#atMarks
  }

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
  let worst =
    held.atMarks +
    lossOf(markWorth) +
    (sold('call', held.calls.size) + sold('put', held.puts.size)) * index * shortOption
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

/**
 * Margin of positions of one base at several prices of the underlying. `marks` has their marks at those prices, holding
 * by holding.
 */
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

/** By base. Undefined if a base has no index: the sum would be incomplete. */
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

export const totalBound = (margins: readonly BaseMargin[]): number =>
  margins.reduce((total, each) => total + each.bound, 0)

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
    for (let at = 0; at < prices.length; at++)
      marks[offset + at] = timeValue + intrinsicValue(prices[at] as number, strike, isCall)
    return
  }
  const present = { atMs, volatilityShift: 0 }
  const [now = 0] = payoffBefore([leg], 0, present, Float64Array.of(index))
  payoffBefore([leg], now - mark, present, prices, marks, offset)
  for (let at = offset; at < offset + prices.length; at++) marks[at] = Math.max(0, marks[at] as number)
}

/**
 * Returns the marks of each holding at each price; holding n begins at n × the number of prices. `legs` models one unit
 * each; undefined for linear positions and for options without a volatility, which keep their time value. `index` is
 * the present price.
 */
export const createMarksAt =
  (holdings: readonly MarginHolding[], legs: readonly (ModelLeg | undefined)[], index: number, atMs: number) =>
  (prices: Float64Array): Float64Array => {
    const marks = new Float64Array(holdings.length * prices.length)
    for (const [at, holding] of holdings.entries())
      writeMarks(holding, legs[at], index, atMs, prices, marks, at * prices.length)
    return marks
  }
