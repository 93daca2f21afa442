/**
 * The sandbox's market: a function of seed and time that returns instruments, fair values, quotes and summary. Nothing
 * runs between calls.
 */
import type { Deliverable } from '../../../core/domain/account.ts'
import { type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import { firstPlace } from '../../../core/domain/first-place.ts'
import { deliverableId, type EntityId } from '../../../core/domain/ids.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import { must } from '../../../core/domain/must.ts'
import { joinedSymbol } from '../../../core/domain/order.ts'
import { secondMs } from '../../../core/domain/time.ts'
import type { InstrumentActivity } from './activity.ts'
import { type Base, usd } from './bases.ts'
import { hashText } from './hash.ts'
import type { ListedInstrument, Market, Quotes } from './market.ts'
import { planFor } from './plan.ts'
import { fairOf, instrumentQuotes, placesOf, priceOf, quotePackage } from './quotes.ts'
import { roundText } from './steps.ts'
import { createSummary, shownRate, type SummaryRows } from './summary.ts'
import { createSurface, type Surface } from './surface.ts'
import { createUniverse } from './universe.ts'

/**
 * Manual price changes: from a second on, a base's index is multiplied by a factor until the next shift. The past
 * stays, so a market remains a function of seed, shifts and time.
 */
export interface PriceShift {
  readonly base: string
  readonly fromSecond: number
  readonly factor: number
}

interface PriceShifts {
  /** Shifts of a base must be added in order of time. */
  add(shift: PriceShift): void
  all(): readonly PriceShift[]
  factorOf(base: string): (second: number) => number
}

const begunBy = (shifts: readonly PriceShift[], second: number): number =>
  firstPlace(shifts.length, place => (shifts[place]?.fromSecond ?? Number.POSITIVE_INFINITY) > second)

export function createPriceShifts(): PriceShifts {
  const byBase = new Map<string, PriceShift[]>()
  const ofBase = (base: string): PriceShift[] => {
    const known = byBase.get(base) ?? []
    byBase.set(base, known)
    return known
  }
  return {
    add(shift) {
      const known = ofBase(shift.base)
      if (shift.fromSecond < (known.at(-1)?.fromSecond ?? 0))
        throw new Error('a price is set from a moment before the last one set')
      if (shift.fromSecond === known.at(-1)?.fromSecond) known.pop()
      known.push(shift)
    },
    all: () => [...byBase.values()].flat(),
    factorOf(base) {
      const shifts = ofBase(base)
      return second => shifts[begunBy(shifts, second) - 1]?.factor ?? 1
    },
  }
}

export interface MarketOptions {
  readonly seed: string
  /** In a frozen market prices stay those of `frozenAtMs`, while time and expiries advance. */
  readonly mode: 'live' | 'frozen'
  /** ms since 1970 UTC; required if frozen. */
  readonly frozenAtMs?: number
  /** Approximate number of instruments, 100 to 50,000. */
  readonly instruments: number
}

export interface SandboxMarket extends Market {
  /**
   * Rows `from` (inclusive) to `to` (exclusive) of the listing, all by default, at the start of the present
   * `summaryLifeMs`, including clients' effects.
   */
  summary(
    nowMs: number,
    from?: number,
    to?: number,
    activityOf?: (id: EntityId) => InstrumentActivity | undefined,
  ): readonly MarketSummary[]
  readonly summaryLifeMs: number
  deliverables(nowMs: number): readonly Deliverable[]
  shiftTo(base: string, price: Decimal, fromSecond: number): PriceShift | undefined
  /** Applies a shift from a future second on: quotes of the present one have been seen. */
  shift(shift: PriceShift): void
  shifts(): readonly PriceShift[]
  readonly bias: { usd: Decimal | undefined }
}

const noQuotes: Quotes = { buy: [], sell: [] }
const quoteLifeMs = secondMs
/** A large universe is summarised less often, to keep polling cheap: one quote life per this many instruments. */
const summarisedPerLife = 4_000

const expirySecond = (listed: ListedInstrument): number => secondOf(must(listed.expiryMs, 'the expiry of what settles'))

export function createMarket(options: MarketOptions): SandboxMarket {
  const seed = hashText(options.seed)
  const frozenSecond = Math.floor((options.frozenAtMs ?? 0) / secondMs)
  const clamp = options.mode === 'frozen' ? () => frozenSecond : (second: number) => second
  const plan = planFor(options.instruments)
  const shifts = createPriceShifts()
  const surfaces = new Map(
    plan.bases.map(base => [base.name, createSurface(base, seed, clamp, shifts.factorOf(base.name))]),
  )
  const surfaceOf = (base: string): Surface => {
    const found = surfaces.get(base)
    if (found === undefined) throw new Error(`no underlying ${base}`)
    return found
  }
  const universe = createUniverse(plan, (base: Base, atMs) => surfaceOf(base.name).index(secondOf(atMs)))

  const settlement = (listed: ListedInstrument): number =>
    intrinsic(listed, rounded(surfaceOf(listed.base), surfaceOf(listed.base).index(expirySecond(listed))))
  const fairPrice = (listed: ListedInstrument, nowMs: number): number =>
    isExpired(listed, nowMs) ? settlement(listed) : priceOf(surfaceOf(listed.base), listed, secondOf(nowMs))
  const print = (listed: ListedInstrument, price: number): Decimal => printed(surfaceOf(listed.base), listed, price)
  const quote = (listed: ListedInstrument, nowMs: number, count?: number): Quotes => {
    if (isExpired(listed, nowMs) || listed.instrument.status !== 'active') return noQuotes
    const surface = surfaceOf(listed.base)
    const second = secondOf(nowMs)
    const context = { seed, bucket: clamp(second), indexPrice: surface.index(second) }
    return instrumentQuotes(listed, fairOf(surface, listed, second), context, count)
  }

  const summaryLifeMs = quoteLifeMs * Math.max(1, Math.ceil(options.instruments / summarisedPerLife))
  let summarised: { readonly at: number; readonly rows: SummaryRows } | undefined
  let delivered: { readonly version: string; readonly rows: readonly Deliverable[] } | undefined

  return {
    ...universe,
    indexPrice(base, nowMs) {
      const surface = surfaceOf(base)
      return written(roundText(surface.index(secondOf(nowMs)), placesOf(surface.base)), `index of ${base}`)
    },
    markPrice: (listed, nowMs) => print(listed, fairPrice(listed, nowMs)),
    fundingRate: (base, nowMs) => written(shownRate(surfaceOf(base), secondOf(nowMs)), `funding of ${base}`),
    settlementPrice: listed => print(listed, settlement(listed)),
    quotes: (listed, nowMs) => quote(listed, nowMs),
    packageQuotes(legs, nowMs) {
      if (
        legs.length < 2 ||
        legs.some(leg => isExpired(leg.listed, nowMs) || leg.listed.instrument.status !== 'active')
      )
        return noQuotes
      const second = secondOf(nowMs)
      const fair = legs.map(({ listed, ratio }) => {
        const surface = surfaceOf(listed.base)
        return { listed, ratio, indexPrice: surface.index(second), ...fairOf(surface, listed, second) }
      })
      return quotePackage(joinedSymbol(legs), fair, seed, clamp(second))
    },
    quoteLifeMs,
    summaryLifeMs,
    summary(nowMs, from = 0, to = Number.POSITIVE_INFINITY, clients = () => undefined) {
      const at = Math.floor(nowMs / summaryLifeMs) * summaryLifeMs
      if (summarised?.at !== at) {
        summarised = {
          at,
          rows: createSummary(universe.listing(at).all, {
            seed,
            atMs: at,
            surfaceOf,
            best: listed => quote(listed, at, 1),
          }),
        }
      }
      return summarised.rows(from, to, clients)
    },
    deliverables(nowMs) {
      const { version, all } = universe.listing(nowMs)
      if (delivered?.version !== version) delivered = { version, rows: deliverablesOf(plan.bases, all) }
      return delivered.rows
    },
    shiftTo: (base, price, fromSecond) => shiftOf(surfaces.get(base), shifts, toNumber(price), fromSecond),
    shift: shifts.add,
    shifts: shifts.all,
    bias: { usd: undefined },
  }
}

function shiftOf(
  surface: Surface | undefined,
  shifts: PriceShifts,
  price: number,
  fromSecond: number,
): PriceShift | undefined {
  if (surface === undefined) return undefined
  const base = surface.base.name
  const own = surface.index(fromSecond) / shifts.factorOf(base)(fromSecond)
  return { base, fromSecond, factor: price / own }
}

function deliverablesOf(bases: readonly Base[], all: readonly ListedInstrument[]): Deliverable[] {
  const assets = [usd, ...bases.map(base => ({ symbol: base.name, deliverableId: base.deliverableId }))]
  return [
    ...assets.map(asset => ({ symbol: asset.symbol, deliverable_id: deliverableId(asset.deliverableId) })),
    ...all
      .filter(listed => listed.product !== 'spot')
      .map(listed => ({ symbol: listed.instrument.symbol, deliverable_id: listed.deliverable_id })),
  ]
}

const secondOf = (atMs: number): number => Math.floor(atMs / secondMs)
const isExpired = (listed: ListedInstrument, nowMs: number): boolean =>
  listed.expiryMs !== undefined && listed.expiryMs <= nowMs
function written(text: Decimal | undefined, what: string): Decimal {
  if (text === undefined) throw new Error(`the market has no figure that can be written: ${what}`)
  return text
}

const printed = ({ base }: Surface, { instrument }: ListedInstrument, price: number): Decimal =>
  written(roundText(price, placesOf(base)), `price of ${instrument.symbol}`)

function rounded(surface: Surface, index: number): number {
  const text = roundText(index, placesOf(surface.base))
  return text === undefined ? Number.NaN : toNumber(text)
}

function intrinsic(listed: ListedInstrument, index: number): number {
  if (listed.strike === undefined) return index
  const strike = toNumber(listed.strike)
  return Math.max(0, listed.right === 'call' ? index - strike : strike - index)
}
