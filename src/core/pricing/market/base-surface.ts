/**
 * Market data of one underlying: its price, each expiry's forward, each option's volatility and delta, and the fitted
 * surface. An option's volatility is implied by its mid; without one it comes from the surface, within any quotes, and
 * the source says so. Values typed by the trader override everything. A typed underlying price is a scenario: forwards
 * move in proportion and volatilities stay with their strikes. A typed volatility counts as that option's quote, also
 * in the fit. A shift is added after the fit to every volatility of its expiry that is not typed.
 */
import { toNumber } from '../../domain/decimal.ts'
import type { ChainStrike, ListedUniverse } from '../../domain/instrument-index.ts'
import { type Instrument, expiryOf, productOf } from '../../domain/instrument.ts'
import type { MarketSummary, Quotes } from '../../domain/market-data.ts'
import { runSteps, type Steps } from '../../domain/steps.ts'
import { yearMs } from '../../domain/time.ts'
import { blackChainInto, greekSlot } from '../black-chain.ts'
import { type QuoteVolatility, quoteVolatility } from '../implied-volatility.ts'
import { sliceSteps, type SmilePoint, type SmileQuotes, type SsviSlice, surfaceVolatility } from '../surface.ts'
import { legQuote } from './leg-quotes.ts'
import { type Forward, forwardOf, type ParityPair, type ReferencePrice, referencePrice } from './reference-price.ts'
import { noOverrides, type Override, type Overrides, overriddenNumber } from './overrides.ts'

/** `last` occurs only in samples of earlier versions. */
export type VolatilitySource = 'mid' | 'last' | 'surface' | 'typed'

export interface OptionMark extends QuoteVolatility {
  readonly source: VolatilitySource | undefined
  readonly delta: number | undefined
  readonly typed?: Override<number> | undefined
  /** The part of `volatility` that is the expiry's shift, as a fraction a year. */
  readonly shift?: number | undefined
}

export interface VolatilityShift {
  readonly shift: number
  readonly atMs: number
}

export interface OptionMarks extends Iterable<readonly [string, OptionMark]> {
  get(symbol: string): OptionMark | undefined
}

export interface ExpirySurface {
  readonly expiryMs: number
  readonly years: number
  readonly forward: Forward | undefined
  readonly marks: OptionMarks
  readonly atmVolatility: number | undefined
  /** The surface's volatility at the forward, without the shift. */
  readonly marketAtm: number | undefined
  readonly shift: VolatilityShift | undefined
}

export interface BaseSurface {
  readonly base: string
  readonly atMs: number
  readonly underlying: ReferencePrice | undefined
  readonly expiries: ReadonlyMap<number, ExpirySurface>
  readonly slices: readonly SsviSlice[]
  readonly typed: Overrides
}

export interface SurfaceInputs {
  readonly universe: ListedUniverse
  readonly base: string
  readonly quotes: Quotes
  readonly atMs: number
  readonly typed?: Overrides | undefined
}

interface StrikeQuote {
  readonly symbol: string
  readonly strike: number
  readonly right: 'call' | 'put'
  readonly bid: number | undefined
  readonly ask: number | undefined
  /** Mid of both sides. A last trade is not used: its age is unknown. */
  readonly price: number | undefined
}

const positive = (value: MarketSummary['best_bid']): number | undefined => {
  const number = value === undefined ? 0 : toNumber(value)
  return number > 0 ? number : undefined
}

function readQuote(
  instrument: Instrument,
  strike: number,
  right: 'call' | 'put',
  quotes: SurfaceInputs['quotes'],
): StrikeQuote {
  const summary = quotes.get(instrument.symbol)
  const [bid, ask] = [positive(summary?.best_bid), positive(summary?.best_ask)]
  const mid = bid !== undefined && ask !== undefined && bid <= ask ? (bid + ask) / 2 : undefined
  return { symbol: instrument.symbol, strike, right, bid, ask, price: mid }
}

function readChain(
  rows: readonly ChainStrike[],
  quotes: SurfaceInputs['quotes'],
): { readonly all: StrikeQuote[]; readonly pairs: ParityPair[] } {
  const all: StrikeQuote[] = []
  const pairs: ParityPair[] = []
  for (const row of rows) {
    const strike = toNumber(row.strike)
    const call = row.call && readQuote(row.call, strike, 'call', quotes)
    const put = row.put && readQuote(row.put, strike, 'put', quotes)
    if (call !== undefined) all.push(call)
    if (put !== undefined) all.push(put)
    if (call?.price !== undefined && put?.price !== undefined) pairs.push({ strike, call: call.price, put: put.price })
  }
  return { all, pairs }
}

interface ReadExpiry {
  readonly expiryMs: number
  readonly years: number
  readonly forward: Forward | undefined
  readonly quotedAt: Forward | undefined
  readonly quoted: readonly OptionQuote[]
  readonly shift: VolatilityShift | undefined
}

/** An option with its quote's volatilities. They take three root searches, so they are computed on first access. */
class OptionQuote {
  readonly option: StrikeQuote
  readonly typed: { readonly number: number; readonly atMs: number } | undefined
  readonly #forward: number | undefined
  readonly #years: number
  #says: QuoteVolatility | undefined

  constructor(option: StrikeQuote, forward: number | undefined, years: number, typed: OptionQuote['typed']) {
    this.option = option
    this.typed = typed
    this.#forward = forward
    this.#years = years
  }

  get says(): QuoteVolatility {
    return (this.#says ??= quoteVolatility(this.option, this.#forward, this.#years))
  }
}

const overriddenVolatility = (typed: Overrides, symbol: string): OptionQuote['typed'] =>
  typed.size === 0 ? undefined : overriddenNumber(typed, `volatility ${symbol}`)

function readExpiry(inputs: SurfaceInputs, expiryMs: number, { market: underlying, moved }: Underlying): ReadExpiry {
  const { universe, base, quotes, atMs, typed = noOverrides } = inputs
  const future = futureOf(universe, base, expiryMs)
  const price = future === undefined ? undefined : legQuote(quotes.get(future.symbol)).mid
  const { all, pairs } = readChain(universe.chain(base, expiryMs), quotes)
  const years = (expiryMs - atMs) / yearMs
  const market = forwardOf({
    future: future === undefined || price === undefined ? undefined : { symbol: future.symbol, price: toNumber(price) },
    pairs,
    underlying,
  })
  const byHand = overriddenNumber(typed, `forward ${expiryMs}`)
  const quotedAt: Forward | undefined =
    byHand === undefined ? market : { price: byHand.number, source: { kind: 'typed', atMs: byHand.atMs, market } }
  const forward = byHand === undefined ? movedForward(market, moved) : quotedAt
  const shift = overriddenNumber(typed, `shift ${expiryMs}`)
  return {
    expiryMs,
    years,
    forward,
    quotedAt,
    shift: shift === undefined ? undefined : { shift: shift.number, atMs: shift.atMs },
    quoted: all.map(
      option => new OptionQuote(option, quotedAt?.price, years, overriddenVolatility(typed, option.symbol)),
    ),
  }
}

interface Underlying {
  readonly market: number | undefined
  /** Typed price divided by the market's; 1 if nothing is typed. */
  readonly moved: number
}

const movedForward = (market: Forward | undefined, moved: number): Forward | undefined =>
  market === undefined || moved === 1 ? market : { price: market.price * moved, source: { kind: 'moved', market } }

/** The smile is fitted to out-of-the-money options: their price is mostly time value. */
function smilePoints({ years, quotedAt: forward, quoted }: ReadExpiry): SmilePoint[] {
  if (forward === undefined) return []
  const point = (strike: number, volatility: number, spread: number): SmilePoint => {
    const uncertainty = Math.max(spread, 0.01) * volatility * years
    return {
      logStrike: Math.log(strike / forward.price),
      totalVariance: volatility ** 2 * years,
      weight: uncertainty ** -2,
    }
  }
  return quoted.flatMap(said => {
    const { option, typed } = said
    if (typed !== undefined) return [point(option.strike, typed.number, 0)]
    const outOfMoney = option.right === 'call' ? option.strike >= forward.price : option.strike < forward.price
    if (!outOfMoney) return []
    const { says } = said
    if (says.volatility === undefined) return []
    return [point(option.strike, says.volatility, (says.ask ?? says.volatility) - (says.bid ?? says.volatility))]
  })
}

/** Smallest volatility after a shift. At zero the price would be the intrinsic value. */
const leastVolatility = 1e-4
const shifted = (volatility: number, shift: VolatilityShift | undefined): number =>
  shift === undefined ? volatility : Math.max(leastVolatility, volatility + shift.shift)

function volatilityOf(
  { option, says, typed }: OptionQuote,
  read: ReadExpiry,
  slices: readonly SsviSlice[],
): Omit<OptionMark, 'delta'> {
  const { quotedAt: forward, years, shift } = read
  const own = says.volatility
  const fitted = forward === undefined ? undefined : surfaceVolatility(slices, forward.price, option.strike, years)
  // A single bid or ask bounds the surface's value.
  const market =
    own ??
    (fitted === undefined ? undefined : Math.min(Math.max(fitted, says.bid ?? 0), says.ask ?? Number.POSITIVE_INFINITY))
  if (typed !== undefined)
    return { ...says, volatility: typed.number, source: 'typed', typed: { atMs: typed.atMs, market } }
  if (market === undefined) return { ...says, volatility: undefined, source: undefined }
  const source = own === undefined ? 'surface' : 'mid'
  if (shift === undefined) return { ...says, volatility: market, source }
  const volatility = shifted(market, shift)
  return { ...says, volatility, source, shift: volatility - market }
}

function deltaOf(
  { strike, right }: StrikeQuote,
  years: number,
  forward: number,
  volatility: number,
): number | undefined {
  const out = new Float64Array(greekSlot.width)
  const [strikes, volatilities] = [Float64Array.of(strike), Float64Array.of(volatility)]
  blackChainInto({ forward, years, strikes, volatilities, calls: Uint8Array.of(right === 'call' ? 1 : 0) }, out)
  return out[greekSlot.delta]
}

class LazyMarks implements OptionMarks {
  readonly #read: ReadExpiry
  readonly #slices: readonly SsviSlice[]
  readonly #made = new Map<string, OptionMark>()
  #said: ReadonlyMap<string, OptionQuote> | undefined

  constructor(read: ReadExpiry, slices: readonly SsviSlice[]) {
    this.#read = read
    this.#slices = slices
  }

  get(symbol: string): OptionMark | undefined {
    this.#said ??= new Map(this.#read.quoted.map(said => [said.option.symbol, said]))
    const said = this.#said.get(symbol)
    return said === undefined ? undefined : this.#markOf(said)
  }

  *[Symbol.iterator](): Generator<readonly [string, OptionMark], void, undefined> {
    for (const said of this.#read.quoted) yield [said.option.symbol, this.#markOf(said)]
  }

  #markOf(said: OptionQuote): OptionMark {
    const { option } = said
    const known = this.#made.get(option.symbol)
    if (known !== undefined) return known
    const { forward, years } = this.#read
    const mark = volatilityOf(said, this.#read, this.#slices)
    const delta =
      forward === undefined || mark.volatility === undefined
        ? undefined
        : deltaOf(option, years, forward.price, mark.volatility)
    const made = { ...mark, delta }
    this.#made.set(option.symbol, made)
    return made
  }
}

export function futureOf(universe: ListedUniverse, base: string, expiryMs: number): Instrument | undefined {
  return universe.futures(base).find(future => expiryOf(future.symbol) === expiryMs)
}

const perpetualFirst = (a: Instrument, b: Instrument): number => rank(a) - rank(b)
const rank = (instrument: Instrument): number => (productOf(instrument) === 'perpetual' ? 0 : 1)

export function underlyingPrice({
  universe,
  base,
  quotes,
}: Omit<SurfaceInputs, 'atMs' | 'typed'>): ReferencePrice | undefined {
  const linear = [universe.perpetual(base), universe.spot(base), ...universe.futures(base)].flatMap(one =>
    one === undefined ? [] : [one],
  )
  const options = (): (Instrument | undefined)[] => {
    const [first] = universe.expiries(base)
    return first === undefined ? [] : universe.chain(base, first).flatMap(row => [row.call, row.put])
  }
  return referencePrice(linear.sort(perpetualFirst), options, quotes, summary => legQuote(summary).reference)
}

function chosenUnderlying(inputs: SurfaceInputs): ReferencePrice | undefined {
  const market = underlyingPrice(inputs)
  const byHand = inputs.typed?.get('underlying')
  return byHand === undefined ? market : { price: byHand.value, source: 'typed', typed: { atMs: byHand.atMs, market } }
}

function movingOf(underlying: ReferencePrice | undefined): Underlying {
  const ofMarket = underlying?.typed === undefined ? underlying : underlying.typed.market
  const market = ofMarket === undefined ? undefined : toNumber(ofMarket.price)
  const price = underlying === undefined ? undefined : toNumber(underlying.price)
  return { market: market ?? price, moved: market === undefined || price === undefined ? 1 : price / market }
}

function expirySurface(read: ReadExpiry, slices: readonly SsviSlice[]): ExpirySurface {
  const { expiryMs, years, forward, quotedAt, shift } = read
  const atm = forward?.price ?? 0
  const marketAtm = quotedAt === undefined ? undefined : surfaceVolatility(slices, quotedAt.price, atm, years)
  const atmVolatility = marketAtm === undefined ? undefined : shifted(marketAtm, shift)
  return { expiryMs, years, forward, atmVolatility, marketAtm, shift, marks: new LazyMarks(read, slices) }
}

/**
 * Builds the surface of a base, one expiry or slice per step; with hundreds of strikes a step takes some milliseconds.
 */
export function* surfaceSteps(inputs: SurfaceInputs): Steps<BaseSurface> {
  const { universe, base, atMs, typed = noOverrides } = inputs
  const underlying = chosenUnderlying(inputs)
  const moving = movingOf(underlying)
  yield
  const read: ReadExpiry[] = []
  const smiles: SmileQuotes[] = []
  for (const expiryMs of universe.expiries(base)) {
    if (expiryMs <= atMs) continue
    const each = readExpiry(inputs, expiryMs, moving)
    yield
    read.push(each)
    smiles.push({ years: each.years, points: smilePoints(each) })
    yield
  }
  const slices = yield* sliceSteps(smiles)
  const expiries = new Map(read.map(each => [each.expiryMs, expirySurface(each, slices)]))
  return { base, atMs, underlying, expiries, slices, typed }
}

export const baseSurface = (inputs: SurfaceInputs): BaseSurface => runSteps(surfaceSteps(inputs))

export const bareSurface = (inputs: SurfaceInputs): BaseSurface => ({
  base: inputs.base,
  atMs: inputs.atMs,
  underlying: chosenUnderlying(inputs),
  expiries: new Map(),
  slices: [],
  typed: inputs.typed ?? noOverrides,
})
