/**
 * Finds the cheapest package with the same payoff at every price: calls against puts and the future of the same expiry
 * (put-call parity), bought at asks and sold at bids. At each strike calls and puts bend the payoff alike, so their sum
 * is fixed; so is the sum of calls and futures, the slope at high prices. Only the number of calls at each strike is
 * free. Costs are convex and piecewise linear, so in some cheapest package at most one strike (or one future) is
 * neither all calls nor all puts; all such packages are compared. If two synthetics of one expiry are crossed, an
 * arbitrage, only one unit of it is used. A perpetual pays funding and has no equivalent, so it stays. Payoffs that
 * differ by a constant have the same profit at another price: the constant is part of the cost. Integer arithmetic
 * throughout.
 */
import { maxOrderLegs } from '../../domain/order-rules.ts'
import { type Decimal, places } from '../../domain/decimal.ts'
import type { ListedChains } from '../../domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { fromUnits, type Lack, type QuotedMarket, quotedPrice, toUnits } from './quoted.ts'

export interface SolveMarket extends QuotedMarket {
  readonly listed: Pick<ListedChains, 'chain' | 'futures'>
}

export type SamePayoff =
  | {
      readonly kind: 'cheaper'
      readonly legs: readonly PackageLeg[]
      /** Extra profit per package, at every price. */
      readonly by: Decimal
    }
  | { readonly kind: 'cheapest' }
  /** The payoff is constant: having no legs would be better by this amount. */
  | { readonly kind: 'constant'; readonly by: Decimal }
  | { readonly kind: 'unknown'; readonly symbol: string; readonly lack: Lack | 'unlisted' | 'too long' }

interface Strike {
  readonly at: number
  readonly call: Instrument | undefined
  readonly put: Instrument | undefined
  readonly bend: number
}

interface Expiry {
  readonly strikes: readonly Strike[]
  readonly future: Instrument | undefined
  readonly slope: number
}

interface Part {
  readonly cost: number
  readonly legs: readonly PackageLeg[]
}

type CostOf = (instrument: Instrument | undefined, ratio: number) => number

export function samePayoff(legs: readonly PackageLeg[], market: SolveMarket): SamePayoff {
  const groups = expiriesOf(legs, market)
  const scale = scaleOf(groups, market)
  const own = ownCost(legs, groups, market, scale)
  if (typeof own !== 'number') return own
  const fixed = legs.filter(leg => !groups.some(group => group.symbols.has(leg.symbol)))
  const [costOf, unitCostOf] = [costsIn(market, scale), costsIn({ ...market, quantity: undefined }, scale)]
  const best = groups.reduce<readonly (Part | undefined)[]>(
    (parts, group) => combined(parts, cheapestByCount(expiryOf(group, scale), costOf, unitCostOf)),
    [{ cost: 0, legs: [] }],
  )
  const found = leastOf(best.slice(0, maxOrderLegs - fixed.length + 1))
  if (found === undefined || found.cost >= own) return { kind: 'cheapest' }
  const by = fromUnits(own - found.cost, scale)
  const all = [...fixed, ...found.legs]
  return all.length === 0 ? { kind: 'constant', by } : { kind: 'cheaper', legs: all, by }
}

export interface Shape {
  readonly base: string
  readonly expiryMs: number
  readonly bends: ReadonlyMap<Decimal, number>
  readonly slope: number
}

export interface ShapedLegs {
  readonly legs: readonly PackageLeg[]
  readonly cost: Decimal
}

export function cheapestLegs(shape: Shape, market: SolveMarket, most = maxOrderLegs): ShapedLegs | undefined {
  const { bends, slope } = shape
  const group = { symbols: new Set<string>(), legs: [], ...listedAt(shape, market) }
  const scale = scaleOf([group], market)
  const strikes = group.rows.map(({ strike, call, put }) => ({
    at: toUnits(strike, scale),
    call,
    put,
    bend: bends.get(strike) ?? 0,
  }))
  const costs = [costsIn(market, scale), costsIn({ ...market, quantity: undefined }, scale)] as const
  const found = leastOf(cheapestByCount({ strikes, future: group.future, slope }, ...costs).slice(0, most + 1))
  return found === undefined || found.legs.length === 0
    ? undefined
    : { legs: found.legs, cost: fromUnits(found.cost, scale) }
}

const leastOf = (parts: readonly (Part | undefined)[]): Part | undefined =>
  parts.reduce<Part | undefined>(
    (least, part) => (part !== undefined && part.cost < (least?.cost ?? Infinity) ? part : least),
    undefined,
  )

interface Group {
  readonly symbols: ReadonlySet<string>
  readonly legs: readonly PackageLeg[]
  readonly rows: ReturnType<ListedChains['chain']>
  readonly future: Instrument | undefined
}

function expiriesOf(legs: readonly PackageLeg[], { listed }: SolveMarket): readonly Group[] {
  const groups = new Map<string, { base: string; expiryMs: number; legs: PackageLeg[] }>()
  for (const leg of legs) {
    const name = parseInstrumentName(leg.symbol)
    if (name === undefined || !('expiryMs' in name)) continue
    const key = `${name.base} ${name.expiryMs}`
    const group = groups.get(key) ?? { base: name.base, expiryMs: name.expiryMs, legs: [] }
    group.legs.push(leg)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ base, expiryMs, legs: own }) => ({
    symbols: new Set(own.map(leg => leg.symbol)),
    legs: own,
    ...listedAt({ base, expiryMs }, { listed }),
  }))
}

const listedAt = ({ base, expiryMs }: Pick<Shape, 'base' | 'expiryMs'>, { listed }: Pick<SolveMarket, 'listed'>) => ({
  rows: listed.chain(base, expiryMs),
  future: listed.futures(base).find(each => {
    const name = parseInstrumentName(each.symbol)
    return name?.product === 'future' && name.expiryMs === expiryMs
  }),
})

function scaleOf(groups: readonly Group[], { quotes }: SolveMarket): number {
  let most = 0
  const look = (instrument: Instrument | undefined): void => {
    const quote = instrument === undefined ? undefined : quotes.get(instrument.symbol)
    for (const price of [quote?.best_bid, quote?.best_ask])
      if (price !== undefined) most = Math.max(most, places(price))
  }
  for (const { rows, future } of groups) {
    look(future)
    for (const { strike, call, put } of rows) {
      most = Math.max(most, places(strike))
      look(call)
      look(put)
    }
  }
  return most
}

function ownCost(
  legs: readonly PackageLeg[],
  groups: readonly Group[],
  market: SolveMarket,
  scale: number,
): number | SamePayoff {
  let total = 0
  for (const { legs: own, rows, future } of groups) {
    const listed = new Map<string, Instrument>()
    for (const each of [future, ...rows.flatMap(row => [row.call, row.put])])
      if (each !== undefined) listed.set(each.symbol, each)
    for (const { symbol, ratio } of own) {
      const instrument = listed.get(symbol)
      if (instrument === undefined) return { kind: 'unknown', symbol, lack: 'unlisted' }
      const quoted = quotedPrice(instrument, ratio, market)
      if ('lack' in quoted) return { kind: 'unknown', symbol, lack: quoted.lack }
      total += ratio * (toUnits(quoted.price, scale) - worthAtZero(symbol, scale))
    }
  }
  const ratios = legs.reduce((sum, leg) => sum + Math.abs(leg.ratio), 0)
  const largest = Math.max(0, ...groups.flatMap(group => group.rows.map(row => toUnits(row.strike, scale))))
  const isSafe = Number.isSafeInteger(total) && Number.isSafeInteger(largest * ratios * 8)
  return isSafe ? total : { kind: 'unknown', symbol: legs[0]?.symbol ?? '', lack: 'too long' }
}

function worthAtZero(symbol: string, scale: number): number {
  const name = parseInstrumentName(symbol)
  return name?.product === 'option' && name.right === 'put' ? toUnits(name.strike, scale) : 0
}

function expiryOf({ legs, rows, future }: Group, scale: number): Expiry {
  const ratioOf = new Map(legs.map(leg => [leg.symbol, leg.ratio]))
  const of = (instrument: Instrument | undefined): number =>
    instrument === undefined ? 0 : (ratioOf.get(instrument.symbol) ?? 0)
  const slope = of(future) + rows.reduce((sum, row) => sum + of(row.call), 0)
  const strikes = rows.map(({ strike, call, put }) => ({
    at: toUnits(strike, scale),
    call,
    put,
    bend: of(call) + of(put),
  }))
  return { strikes, future, slope }
}

function costsIn(market: SolveMarket, scale: number): CostOf {
  const known = new Map<Instrument, Map<number, number>>()
  return (instrument, ratio) => {
    if (ratio === 0) return 0
    if (instrument === undefined) return Infinity
    const ofOne = known.get(instrument) ?? new Map<number, number>()
    known.set(instrument, ofOne)
    const before = ofOne.get(ratio)
    if (before !== undefined) return before
    const quoted = quotedPrice(instrument, ratio, market)
    const cost = 'lack' in quoted ? Infinity : ratio * toUnits(quoted.price, scale)
    ofOne.set(ratio, cost)
    return cost
  }
}

const strikeCost = ({ at, call, put, bend }: Strike, calls: number, costOf: CostOf): number =>
  costOf(call, calls) + costOf(put, bend - calls) - (bend - calls) * at

interface Choice {
  readonly cost: number
  readonly count: number
  readonly calls: readonly number[]
  readonly future?: number
  readonly synthetic?: Synthetic
}

interface Synthetic {
  readonly cost: number
  readonly strike: Strike
  readonly ratio: number
}

function cheapestByCount(expiry: Expiry, costOf: CostOf, unitCostOf: CostOf): readonly (Part | undefined)[] {
  const bent = expiry.strikes.filter(strike => strike.bend !== 0)
  const syntheticOf = createSynthetics(expiry, costOf, unitCostOf)
  const best: (Choice | undefined)[] = []
  const keep = (choice: Choice): void => {
    if (choice.count <= maxOrderLegs && choice.cost < (best[choice.count]?.cost ?? Infinity))
      best[choice.count] = choice
  }
  const calls = bent.map(() => 0)
  const costs = bent.map(() => 0)
  const complete = (left: number): void => {
    const cost = costs.reduce((sum, each) => sum + each, 0)
    const count = bent.length
    if (left === 0) return keep({ cost, count, calls: [...calls] })
    keep({ cost: cost + costOf(expiry.future, left), count: count + 1, calls: [...calls], future: left })
    const synthetic = syntheticOf(left)
    if (synthetic !== undefined) keep({ cost: cost + synthetic.cost, count: count + 2, calls: [...calls], synthetic })
    for (const [at, strike] of bent.entries()) {
      const changed = calls.map((each, index) => (index === at ? each + left : each))
      // With only calls or puts here it equals another choice with fewer legs.
      if (changed[at] === 0 || changed[at] === strike.bend) continue
      const others = costs.reduce((sum, each, index) => (index === at ? sum : sum + each), 0)
      keep({ cost: others + strikeCost(strike, changed[at] ?? 0, costOf), count: count + 1, calls: changed })
    }
  }
  const choose = (index: number, left: number): void => {
    const strike = bent[index]
    if (strike === undefined) return complete(left)
    for (const count of [strike.bend, 0]) {
      calls[index] = count
      costs[index] = strikeCost(strike, count, costOf)
      choose(index + 1, left - count)
    }
  }
  choose(0, expiry.slope)
  return best.map(choice =>
    choice === undefined ? undefined : { cost: choice.cost, legs: legsOf(choice, bent, expiry) },
  )
}

/** The cheapest synthetic future at a strike without a bend, by ratio. */
function createSynthetics(
  { strikes }: Expiry,
  costOf: CostOf,
  unitCostOf: CostOf,
): (ratio: number) => Synthetic | undefined {
  const flat = strikes.filter(strike => strike.bend === 0)
  const sorted = new Map<number, readonly Strike[]>()
  const byPrice = (sign: number): readonly Strike[] => {
    const before = sorted.get(sign)
    if (before !== undefined) return before
    const priced = flat
      .map(strike => ({ strike, cost: strikeCost(strike, sign, unitCostOf) }))
      .filter(each => each.cost < Infinity)
    const found = priced.sort((a, b) => a.cost - b.cost).map(each => each.strike)
    sorted.set(sign, found)
    return found
  }
  const known = new Map<number, Synthetic | undefined>()
  return ratio => {
    if (known.has(ratio)) return known.get(ratio)
    const strike = byPrice(Math.sign(ratio)).find(each => strikeCost(each, ratio, costOf) < Infinity)
    const found = strike === undefined ? undefined : { strike, ratio, cost: strikeCost(strike, ratio, costOf) }
    known.set(ratio, found)
    return found
  }
}

function legsOf({ calls, future, synthetic }: Choice, bent: readonly Strike[], expiry: Expiry): readonly PackageLeg[] {
  const leg = (instrument: Instrument | undefined, ratio: number): PackageLeg[] =>
    instrument === undefined || ratio === 0 ? [] : [{ symbol: instrument.symbol, ratio }]
  return [
    ...bent.flatMap((strike, at) => [
      ...leg(strike.call, calls[at] ?? 0),
      ...leg(strike.put, strike.bend - (calls[at] ?? 0)),
    ]),
    ...leg(expiry.future, future ?? 0),
    ...leg(synthetic?.strike.call, synthetic?.ratio ?? 0),
    ...leg(synthetic?.strike.put, -(synthetic?.ratio ?? 0)),
  ]
}

function combined(
  one: readonly (Part | undefined)[],
  other: readonly (Part | undefined)[],
): readonly (Part | undefined)[] {
  const best: (Part | undefined)[] = []
  for (const [count, a] of one.entries()) {
    for (const [more, b] of other.entries()) {
      if (a === undefined || b === undefined || count + more > maxOrderLegs) continue
      const cost = a.cost + b.cost
      if (cost < (best[count + more]?.cost ?? Infinity)) best[count + more] = { cost, legs: [...a.legs, ...b.legs] }
    }
  }
  return best
}
