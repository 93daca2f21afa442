/** Options around a market view that are quoted on both sides, with their value if the view is right. */
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../../domain/instrument.ts'
import type { Quotes } from '../../domain/market-data.ts'
import { countNeeded } from '../../domain/structures/instantiate.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import { yearMs } from '../../domain/time.ts'
import { chanceBelow, type Lognormal, priceAtSigma } from '../chance.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'

export interface MarketView {
  readonly low: number
  readonly high: number
  readonly byMs: number
  readonly points: number
  readonly loss: Decimal
}

export interface ViewMarket {
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly quotes: Quotes
}

interface PricedOption {
  readonly symbol: string
  readonly kind: 'C' | 'P' | 'U'
  readonly strike: number
  readonly expiryMs: number
  readonly bid: number
  readonly ask: number
  readonly average: number
  readonly inside: Float64Array
  readonly leg: ModelLeg
}

export interface PricedLeg {
  readonly ratio: number
  readonly option: PricedOption
}

const parts = 24
/** Most strikes per expiry to combine, by the number of strikes of a form. */
const mostStrikes: Readonly<Record<number, number>> = { 1: 60, 2: 24, 3: 14, 4: 9 }
const mostExpiries = 2
const lossPoints = 25

type Chain = ReadonlyMap<number, { readonly C?: PricedOption; readonly P?: PricedOption }>

interface Pricer {
  readonly expiries: (count: number) => readonly (readonly number[])[]
  readonly placed: (form: TemplateForm, sign: 1 | -1, expiries: readonly number[]) => Iterable<readonly PricedLeg[]>
  readonly lossOf: (legs: readonly PricedLeg[]) => number
  readonly bestOf: (legs: readonly PricedLeg[]) => number
  readonly leastSize: number
}

export function createPricer(view: MarketView, market: ViewMarket): Pricer | string {
  const { universe, surface } = market
  const { base } = surface
  const listed = universe.expiries(base).filter(expiryMs => expiryMs >= view.byMs)
  const law = lawAt(view.byMs, surface)
  if (listed.length === 0) return `No options on ${base} are listed that late.`
  if (law === undefined) return `The price or the volatility of ${base} is not known.`
  const range = rangeOf(view, law)
  if (range === undefined) return 'The surface gives that range no chance.'
  const pricing: ViewPricing = { view, market, law, ...range }
  const chains = new Map(listed.slice(0, mostExpiries + 1).map(expiryMs => [expiryMs, chainOf(expiryMs, pricing)]))
  const all = [...chains.values()]
    .flatMap(chain => [...chain.values()].flatMap(row => [row.C, row.P]))
    .flatMap(one => one ?? [])
  if (all.length === 0) return 'No options are quoted on both sides there.'
  const underlying = [universe.perpetual(base), universe.spot(base)]
    .map(one => linearOf(one, pricing))
    .find(one => one !== undefined)
  const futures = universe.futures(base).flatMap(one => linearOf(one, pricing) ?? [])
  const dates = [...chains.keys()]
  const instruments = [...chains.keys()]
    .flatMap(at => universe.chain(base, at).flatMap(({ call, put }) => [call, put]))
    .flatMap(one => one ?? [])
  return {
    expiries: count => (count < 2 ? dates.slice(0, mostExpiries).map(at => [at]) : pairsOf(dates)),
    placed: (form, sign, expiries) => placements(form, sign, expiries, { chains, underlying, futures, view, law }),
    lossOf: legs => lossOf(legs, view, law),
    bestOf: legs => mostInside(legs),
    leastSize: Math.min(...instruments.map(one => toNumber(one.minimum_quantity))),
  }
}

const pairsOf = (dates: readonly number[]): readonly (readonly number[])[] =>
  dates.flatMap((first, at) => dates.slice(at + 1).map(second => [first, second])).slice(0, mostExpiries + 1)

interface ViewPricing {
  readonly view: MarketView
  readonly market: ViewMarket
  readonly law: Lognormal
  readonly prices: Float64Array
  readonly weights: readonly number[]
}

function lawAt(atMs: number, { expiries, atMs: nowMs }: BaseSurface): Lognormal | undefined {
  const following = [...expiries.values()].filter(each => each.expiryMs >= atMs && each.atmVolatility !== undefined)
  const next = following.toSorted((a, b) => a.expiryMs - b.expiryMs)[0]
  if (next?.forward === undefined || next.atmVolatility === undefined) return undefined
  return { forward: next.forward.price, deviation: next.atmVolatility * Math.sqrt((atMs - nowMs) / yearMs) }
}

function rangeOf({ low, high }: MarketView, law: Lognormal) {
  const width = (high - low) / parts
  const prices = Float64Array.from({ length: parts }, (_, at) => low + width * (at + 0.5))
  const chances = [...prices].map(price => chanceBelow(price + width / 2, law) - chanceBelow(price - width / 2, law))
  const total = chances.reduce((sum, each) => sum + each, 0)
  return total > 0 ? { prices, weights: chances.map(each => each / total) } : undefined
}

function sidesOf(
  instrument: Instrument | undefined,
  { quotes }: ViewMarket,
): { readonly bid: number; readonly ask: number } | undefined {
  if (instrument?.status !== 'active') return undefined
  const { best_bid: bid, best_ask: ask } = quotes.get(instrument.symbol) ?? {}
  if (bid === undefined || ask === undefined) return undefined
  const sides = { bid: toNumber(bid), ask: toNumber(ask) }
  return sides.bid > 0 && sides.ask >= sides.bid ? sides : undefined
}

function valued(leg: ModelLeg, { view, prices, weights }: ViewPricing) {
  const shifts =
    view.points === 0 || leg.kind === 'linear' || leg.expiryMs <= view.byMs
      ? [0]
      : [-view.points / 100, 0, view.points / 100]
  const values = shifts.map(volatilityShift => payoffBefore([leg], 0, { atMs: view.byMs, volatilityShift }, prices))
  const averages = values.map(each => each.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))
  const inside = values[shifts.indexOf(0)] ?? new Float64Array(parts)
  return { average: averages.reduce((sum, each) => sum + each, 0) / averages.length, inside }
}

function chainOf(expiryMs: number, pricing: ViewPricing): Chain {
  const { market, view } = pricing
  const { surface, universe } = market
  const at = surface.expiries.get(expiryMs)
  const underlying = surface.underlying === undefined ? undefined : toNumber(surface.underlying.price)
  const chain = new Map<number, { C?: PricedOption; P?: PricedOption }>()
  if (at === undefined || underlying === undefined) return chain
  const forwardRatio = (at.forward?.price ?? underlying) / underlying
  for (const row of universe.chain(surface.base, expiryMs)) {
    const strike = toNumber(row.strike)
    for (const [kind, instrument] of [['C', row.call] as const, ['P', row.put] as const]) {
      const sides = sidesOf(instrument, market)
      const volatility = instrument === undefined ? undefined : at.marks.get(instrument.symbol)?.volatility
      if (instrument === undefined || sides === undefined || (volatility === undefined && expiryMs > view.byMs))
        continue
      const leg: ModelLeg = {
        kind: kind === 'C' ? 'call' : 'put',
        strike,
        ratio: 1,
        expiryMs,
        volatility: volatility ?? 0,
        forwardRatio,
      }
      const known = chain.get(strike) ?? {}
      known[kind] = { symbol: instrument.symbol, kind, strike, expiryMs, ...sides, leg, ...valued(leg, pricing) }
      chain.set(strike, known)
    }
  }
  return chain
}

function linearOf(instrument: Instrument | undefined, pricing: ViewPricing): PricedOption | undefined {
  const sides = sidesOf(instrument, pricing.market)
  if (instrument === undefined || sides === undefined) return undefined
  const name = parseInstrumentName(instrument.symbol)
  const expiryMs = name?.product === 'future' ? name.expiryMs : Infinity
  if (expiryMs < pricing.view.byMs) return undefined
  const leg: ModelLeg = { kind: 'linear', ratio: 1 }
  return { symbol: instrument.symbol, kind: 'U', strike: 0, expiryMs, ...sides, leg, ...valued(leg, pricing) }
}

interface PlacingInputs {
  readonly chains: ReadonlyMap<number, Chain>
  readonly underlying: PricedOption | undefined
  readonly futures: readonly PricedOption[]
  readonly view: MarketView
  readonly law: Lognormal
}

function* placements(
  form: TemplateForm,
  sign: 1 | -1,
  expiries: readonly number[],
  placing: PlacingInputs,
): Iterable<readonly PricedLeg[]> {
  const count = Math.max(0, countNeeded(form).strikes)
  const first = placing.chains.get(expiries[0] ?? 0)
  const strikes =
    count === 0 || first === undefined
      ? []
      : thinned(
          [...first.keys()].sort((a, b) => a - b),
          mostStrikes[count] ?? 8,
          placing,
        )
  const slots = form.legs.map(({ kind, ratio, strike, expiry }) => {
    const expiryMs = expiries[expiry === 'T2' ? 1 : 0] ?? 0
    const linear =
      expiry === undefined ? placing.underlying : placing.futures.find(future => future.expiryMs === expiryMs)
    return {
      kind,
      ratio: ratio * sign,
      rank: Number(strike?.slice(1)) - 1,
      chain: placing.chains.get(expiryMs),
      linear,
    }
  })
  for (const chosen of combinations(strikes, count)) {
    if (!keepsWings(form, chosen)) continue
    const legs: PricedLeg[] = []
    for (const { kind, ratio, rank, chain, linear } of slots) {
      const option = kind === 'U' ? linear : chain?.get(chosen[rank] ?? 0)?.[kind]
      if (option === undefined) break
      legs.push({ ratio, option })
    }
    if (legs.length === slots.length) yield legs
  }
}

/** Strikes within 2.5 standard deviations and around the view; if there are many, an even sample. */
function thinned(strikes: readonly number[], most: number, { view, law }: PlacingInputs): readonly number[] {
  const [from, to] = [Math.min(view.low, priceAtSigma(-2.5, law)), Math.max(view.high, priceAtSigma(2.5, law))]
  const near = strikes.filter(strike => strike >= from * 0.98 && strike <= to * 1.02)
  if (near.length <= most) return near
  return Array.from({ length: most }, (_, at) => near[Math.round((at * (near.length - 1)) / (most - 1))] ?? 0)
}

function* combinations(strikes: readonly number[], count: number): Iterable<readonly number[]> {
  if (strikes.length < count) return
  const places = Array.from({ length: count }, (_, at) => at)
  for (;;) {
    yield places.map(place => strikes[place] ?? 0)
    const moved = places.findLastIndex((place, at) => place < strikes.length - count + at)
    if (moved < 0) return
    const from = (places[moved] ?? 0) + 1
    for (let at = moved; at < count; at += 1) places[at] = from + at - moved
  }
}

function keepsWings({ constraint }: TemplateForm, strikes: readonly number[]): boolean {
  const lower = (strikes[1] ?? 0) - (strikes[0] ?? 0)
  const upper = (strikes.at(-1) ?? 0) - (strikes.at(-2) ?? 0)
  if (constraint === 'equal_wings') return lower === upper
  return constraint !== 'unequal_wings' || lower !== upper
}

const slopeAbove = (legs: readonly PricedLeg[]): number =>
  legs.reduce((sum, { ratio, option }) => sum + (option.kind === 'P' ? 0 : ratio), 0)

export const costOf = (legs: readonly PricedLeg[]): number =>
  legs.reduce((sum, { ratio, option }) => sum + ratio * (ratio > 0 ? option.ask : option.bid), 0)

const worthAt = ({ kind, strike }: PricedOption, price: number): number =>
  kind === 'U' ? price : Math.max(0, kind === 'C' ? price - strike : strike - price)

function lossOf(legs: readonly PricedLeg[], view: MarketView, law: Lognormal): number {
  if (slopeAbove(legs) < 0) return Infinity
  const dates = legs.flatMap(({ option }) => (option.kind === 'U' ? [] : [option.expiryMs]))
  const first = Math.min(...dates)
  const cost = costOf(legs)
  if (dates.some(expiryMs => expiryMs !== first)) return laterLoss(legs, first, cost, view, law)
  // Between strikes the payoff is linear, so its minimum is at a strike.
  let least = Infinity
  for (const at of [undefined, ...legs]) {
    const price = at?.option.strike ?? 0
    let value = -cost
    for (const { ratio, option } of legs) value += ratio * worthAt(option, price)
    if (value < least) least = value
  }
  return Math.max(0, -least)
}

/** For legs that live on: the worst over all volatilities at prices from zero to far out. */
function laterLoss(
  legs: readonly PricedLeg[],
  firstMs: number,
  cost: number,
  view: MarketView,
  law: Lognormal,
): number {
  const strikes = legs.map(leg => leg.option.strike)
  const far = Math.max(...strikes, law.forward) * 3
  const around = Array.from({ length: lossPoints }, (_, at) => priceAtSigma((at / (lossPoints - 1)) * 8 - 4, law))
  const prices = Float64Array.from([0, ...strikes, ...around, far])
  const all = legs.map(({ ratio, option }) => ({ ...option.leg, ratio }))
  const shifts = view.points === 0 ? [0] : [-view.points / 100, 0, view.points / 100]
  return Math.max(
    0,
    ...shifts.map(volatilityShift => -Math.min(...payoffBefore(all, cost, { atMs: firstMs, volatilityShift }, prices))),
  )
}

function mostInside(legs: readonly PricedLeg[]): number {
  const cost = costOf(legs)
  let most = -Infinity
  for (let at = 0; at < parts; at += 1) {
    let value = -cost
    for (const { ratio, option } of legs) value += ratio * (option.inside[at] ?? 0)
    if (value > most) most = value
  }
  return most
}
