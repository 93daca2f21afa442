/**
 * What the quotes of one underlying say: its price, the forward of each expiry, each option's volatility and delta, and the surface through them.
 * An option's own volatility comes from its mid, else its last trade; where neither gives one the surface does, and the source says so.
 */
import { type ReferencePrice, referencePrice } from './reference-price.ts'
import type { ChainStrike, ListedUniverse } from '../../domain/listed-universe.ts'
import { toNumber } from '../../domain/decimal.ts'
import { type Instrument, parseInstrumentName, productOf } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { yearMs } from '../../domain/time.ts'
import { blackGreeksInto, greekSlot } from '../black.ts'
import { type Forward, type ParityPair, forwardOf } from '../forward.ts'
import { type QuoteVolatility, quoteVolatility } from '../quote-volatility.ts'
import { type SmilePoint, type SsviSlice, fitSlices, surfaceVolatility } from '../surface.ts'
import { legQuote } from './leg-quotes.ts'

export type VolatilitySource = 'mid' | 'last' | 'surface'

export interface OptionMark extends QuoteVolatility {
  readonly source: VolatilitySource | undefined
  readonly delta: number | undefined
}

export interface ExpirySurface {
  readonly expiryMs: number
  readonly years: number
  readonly forward: Forward | undefined
  readonly marks: ReadonlyMap<string, OptionMark>
  /** Of the surface, at the forward. */
  readonly atmVolatility: number | undefined
}

export interface BaseSurface {
  readonly base: string
  readonly atMs: number
  readonly underlying: ReferencePrice | undefined
  readonly expiries: ReadonlyMap<number, ExpirySurface>
  readonly slices: readonly SsviSlice[]
}

export interface SurfaceInputs {
  readonly universe: ListedUniverse
  readonly base: string
  readonly quotes: ReadonlyMap<string, MarketSummary>
  readonly atMs: number
}

interface Quoted {
  readonly symbol: string
  readonly strike: number
  readonly right: 'call' | 'put'
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly price: number | undefined
  readonly source: 'mid' | 'last' | undefined
}

const positive = (value: MarketSummary['best_bid']): number | undefined => {
  const number = value === undefined ? 0 : toNumber(value)
  return number > 0 ? number : undefined
}

function readQuote(instrument: Instrument, strike: number, right: 'call' | 'put', quotes: SurfaceInputs['quotes']): Quoted {
  const summary = quotes.get(instrument.symbol)
  const [bid, ask, last] = [positive(summary?.best_bid), positive(summary?.best_ask), positive(summary?.last_price)]
  const mid = bid !== undefined && ask !== undefined && bid <= ask ? (bid + ask) / 2 : undefined
  const source = mid !== undefined ? 'mid' : last === undefined ? undefined : 'last'
  return { symbol: instrument.symbol, strike, right, bid, ask, price: mid ?? last, source }
}

function readChain(
  rows: readonly ChainStrike[],
  quotes: SurfaceInputs['quotes'],
): { readonly all: Quoted[]; readonly pairs: ParityPair[] } {
  const all: Quoted[] = []
  const pairs: ParityPair[] = []
  for (const row of rows) {
    const strike = toNumber(row.strike)
    const call = row.call && readQuote(row.call, strike, 'call', quotes)
    const put = row.put && readQuote(row.put, strike, 'put', quotes)
    if (call !== undefined) all.push(call)
    if (put !== undefined) all.push(put)
    if (call?.source === 'mid' && put?.source === 'mid') pairs.push({ strike, call: call.price ?? 0, put: put.price ?? 0 })
  }
  return { all, pairs }
}

interface ReadExpiry {
  readonly expiryMs: number
  readonly years: number
  readonly forward: Forward | undefined
  readonly quoted: readonly { readonly option: Quoted; readonly says: QuoteVolatility }[]
}

function readExpiry(inputs: SurfaceInputs, expiryMs: number, underlying: number | undefined): ReadExpiry {
  const { universe, base, quotes, atMs } = inputs
  const future = futureOf(universe, base, expiryMs)
  const price = future === undefined ? undefined : legQuote(quotes.get(future.symbol)).mid
  const { all, pairs } = readChain(universe.chain(base, expiryMs), quotes)
  const years = (expiryMs - atMs) / yearMs
  const forward = forwardOf({
    future: future === undefined || price === undefined ? undefined : { symbol: future.symbol, price: toNumber(price) },
    pairs,
    underlying,
  })
  return { expiryMs, years, forward, quoted: all.map(option => ({ option, says: quoteVolatility(option, forward?.price, years) })) }
}

/** The smile is drawn through options out of the money: there the time value is most of the price. */
function smilePoints({ years, forward, quoted }: ReadExpiry): SmilePoint[] {
  if (forward === undefined) return []
  return quoted.flatMap(({ option, says }) => {
    const outOfMoney = option.right === 'call' ? option.strike >= forward.price : option.strike < forward.price
    if (!outOfMoney || says.volatility === undefined || option.source !== 'mid') return []
    const spread = (says.ask ?? says.volatility) - (says.bid ?? says.volatility)
    const uncertainty = Math.max(spread, 0.01) * says.volatility * years
    return [{ logStrike: Math.log(option.strike / forward.price), totalVariance: says.volatility ** 2 * years, weight: uncertainty ** -2 }]
  })
}

const out = new Float64Array(greekSlot.width)

function marksOf({ forward, years, quoted }: ReadExpiry, slices: readonly SsviSlice[]): Map<string, OptionMark> {
  const marks = new Map<string, OptionMark>()
  for (const { option, says } of quoted) {
    const own = says.volatility
    const volatility = own ?? (forward === undefined ? undefined : surfaceVolatility(slices, forward.price, option.strike, years))
    const source = own !== undefined ? option.source : volatility === undefined ? undefined : 'surface'
    let delta: number | undefined
    if (forward !== undefined && volatility !== undefined) {
      blackGreeksInto(forward.price, option.strike, years, volatility, option.right === 'call', out, 0)
      delta = out[greekSlot.delta]
    }
    marks.set(option.symbol, { ...says, volatility, source, delta })
  }
  return marks
}

const expiryOf = ({ symbol }: Instrument): number | undefined => {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined
}

/** The future that settles with these options. */
function futureOf(universe: ListedUniverse, base: string, expiryMs: number): Instrument | undefined {
  return universe.futures(base).find(future => expiryOf(future) === expiryMs)
}

const perpetualFirst = (a: Instrument, b: Instrument): number => rank(a) - rank(b)
const rank = (instrument: Instrument): number => (productOf(instrument) === 'perpetual' ? 0 : 1)

/** Price of the underlying of a base. */
export function underlyingPrice({ universe, base, quotes }: Omit<SurfaceInputs, 'atMs'>): ReferencePrice | undefined {
  const linear = [universe.perpetual(base), universe.spot(base), ...universe.futures(base)].flatMap(one => (one === undefined ? [] : [one]))
  const [first] = universe.expiries(base)
  const options = first === undefined ? [] : universe.chain(base, first).flatMap(row => [row.call, row.put])
  return referencePrice(linear.sort(perpetualFirst), options, quotes, summary => legQuote(summary).reference)
}

/** The surface of a base. */
export function baseSurface(inputs: SurfaceInputs): BaseSurface {
  const { universe, base, atMs } = inputs
  const underlying = underlyingPrice(inputs)
  const price = underlying === undefined ? undefined : toNumber(underlying.price)
  const live = universe.expiries(base).filter(expiryMs => expiryMs > atMs)
  const read = live.map(expiryMs => readExpiry(inputs, expiryMs, price))
  const slices = fitSlices(read.map(each => ({ years: each.years, points: smilePoints(each) })))
  const expiries = new Map(
    read.map(each => {
      const { expiryMs, years, forward } = each
      const atmVolatility = forward === undefined ? undefined : surfaceVolatility(slices, forward.price, forward.price, years)
      return [expiryMs, { expiryMs, years, forward, marks: marksOf(each, slices), atmVolatility }] as const
    }),
  )
  return { base, atMs, underlying, expiries, slices }
}
