/**
 * The market summary: best prices and 24 h figures sampled from the market's past. Prints and volumes come from
 * simulated other traders, a function of seed and time, plus the clients. What was never traded has no last price.
 */
import { add, type Decimal, max, min, toNumber } from '../../../core/domain/decimal.ts'
import type { EntityId } from '../../../core/domain/ids.ts'
import type { Product } from '../../../core/domain/instrument.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'
import { dayMs, minuteMs, secondMs } from '../../../core/domain/time.ts'
import type { InstrumentActivity, TradeStatistics } from './activity.ts'
import { hashText, mix, uniform } from './hash.ts'
import type { ListedInstrument, Quotes } from './market.ts'
import { placesOf, priceOf } from './quotes.ts'
import { roundText, stepsOf, stepText } from './steps.ts'
import type { Surface } from './surface.ts'

export interface SummaryContext {
  readonly seed: number
  readonly atMs: number
  surfaceOf(base: string): Surface
  best(listed: ListedInstrument): Quotes
}

const productTypes: Readonly<Record<Product, string>> = {
  spot: 'spot',
  perpetual: 'perpetual_future',
  future: 'future',
  option: 'option',
  index: 'index',
}

const sampleMs = 30 * minuteMs

/** Seconds of the last 24 h at which a base's index was first, lowest, highest and last. */
function turningSeconds(surface: Surface, atMs: number): readonly number[] {
  const from = atMs - dayMs
  let low = from
  let high = from
  for (let at = Math.ceil(from / sampleMs) * sampleMs; at <= atMs; at += sampleMs) {
    const price = surface.index(at / secondMs)
    if (price < surface.index(Math.floor(low / secondMs))) low = at
    if (price > surface.index(Math.floor(high / secondMs))) high = at
  }
  return [from, low, high].map(at => Math.floor(at / secondMs))
}

/** Daily turnover in USD, by product, at the money. */
const turnover: Readonly<Record<Product, number>> = { spot: 4e7, perpetual: 6e8, future: 6e7, option: 3e6, index: 0 }

interface Activity {
  readonly isTraded: boolean
  readonly volume: number
  readonly openInterest: number
}

function activityOf(listed: ListedInstrument, index: number, seed: number, atMs: number): Activity {
  const own = mix(seed, hashText(listed.instrument.symbol))
  const today = mix(own, Math.floor(atMs / dayMs))
  const distance = listed.strike === undefined ? 0 : Math.abs(Math.log(toNumber(listed.strike) / index))
  const interest = Math.exp(-distance * 6) * (0.2 + 1.6 * uniform(mix(own, 1)))
  const units = (turnover[listed.product] / index) * interest
  return {
    isTraded: listed.strike === undefined || uniform(mix(today, 2)) < 0.4 + interest,
    volume: units * uniform(mix(today, 3)),
    openInterest: units * 2.5 * uniform(mix(today, 4)),
  }
}

export const shownRate = (surface: Surface, second: number): Decimal | undefined =>
  roundText(surface.fundingRate(second), 6)

export type SummaryRows = (
  from: number,
  to: number,
  clients: (id: EntityId) => InstrumentActivity | undefined,
) => MarketSummary[]

export function createSummary(all: readonly ListedInstrument[], context: SummaryContext): SummaryRows {
  const bases = new Map<
    string,
    {
      readonly surface: Surface
      readonly turns: readonly number[]
      readonly around: Omit<Around, 'bid' | 'ask' | 'activity'>
    }
  >()
  const now = Math.floor(context.atMs / secondMs)
  const baseOf = (name: string) => {
    const known = bases.get(name)
    if (known !== undefined) return known
    const surface = context.surfaceOf(name)
    const index = surface.index(now)
    const around = {
      index,
      indexText: roundText(index, placesOf(surface.base)),
      rate: shownRate(surface, now),
      context,
    }
    const made = { surface, turns: turningSeconds(surface, context.atMs), around }
    bases.set(name, made)
    return made
  }
  return (from, to, clients) => {
    const part = all.slice(from, to)
    // All rows for one second after the other, since a surface caches the strikes' shared values for one second.
    const [before = [], atLow = [], atHigh = [], current = []] = [0, 1, 2, 3].map(turn =>
      part.map(listed => priceOf(baseOf(listed.base).surface, listed, baseOf(listed.base).turns[turn] ?? now)),
    )
    return part.map((listed, row) => {
      const prices = [before[row] ?? 0, atLow[row] ?? 0, atHigh[row] ?? 0, current[row] ?? 0]
      const activity = clients(listed.instrument.tradeable_entity_id)
      return summaryRow(listed, prices, {
        ...baseOf(listed.base).around,
        ...bestOf(listed, activity, context),
        activity,
      })
    })
  }
}

interface Around {
  readonly index: number
  readonly indexText: Decimal | undefined
  readonly rate: Decimal | undefined
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
  readonly activity: InstrumentActivity | undefined
  readonly context: SummaryContext
}

function bestOf(
  listed: ListedInstrument,
  activity: InstrumentActivity | undefined,
  context: SummaryContext,
): Pick<Around, 'bid' | 'ask'> {
  if (activity !== undefined) return { bid: activity.bid, ask: activity.ask }
  const { buy, sell } = context.best(listed)
  return { bid: buy[0]?.price, ask: sell[0]?.price }
}

const lastsMs = minuteMs

function summaryRow(listed: ListedInstrument, prices: readonly number[], around: Around): MarketSummary {
  const { index, indexText, rate, bid, ask, activity, context } = around
  const { instrument } = listed
  const step = instrument.price_step
  const { isTraded, volume, openInterest } = activityOf(listed, index, context.seed, context.atMs)
  const lots = stepsOf(volume, instrument.quantity_step, 'down')
  const now = prices[3] ?? 0
  const tick = (price: number): Decimal | undefined => stepText(Math.max(1, stepsOf(price, step, 'nearest')), step)
  const others =
    isTraded && lots > 0
      ? complete({
          last: tick(now),
          lastMs: context.atMs - lastsMs,
          value: roundText(volume * now, 2),
          quantity: stepText(lots, instrument.quantity_step),
          low: tick(Math.min(...prices)),
          high: tick(Math.max(...prices)),
        })
      : undefined
  const traded = both(others, activity?.traded)
  const first = prices[0] ?? now
  const isHeld = listed.product !== 'spot'
  const held = stepText(stepsOf(openInterest, instrument.quantity_step, 'down'), instrument.quantity_step)
  return {
    id: instrument.tradeable_entity_id,
    symbol: instrument.symbol,
    product_type: productTypes[listed.product],
    best_bid: bid,
    best_ask: ask,
    last_price: traded?.last,
    index_price: indexText,
    volume: traded?.value ?? ('0' as Decimal),
    base_volume: traded?.quantity ?? ('0' as Decimal),
    open_interest: isHeld && held !== undefined ? add(held, activity?.openInterest ?? ('0' as Decimal)) : undefined,
    price_change: traded === undefined ? undefined : changeOf(first, toNumber(traded.last), toNumber(step)),
    low_24: traded?.low,
    high_24: traded?.high,
    funding_rate: listed.product === 'perpetual' ? rate : undefined,
  }
}

/** Percent change. Undefined if `from` is less than a price step: nobody could have traded there. */
const changeOf = (from: number, to: number, step: number): Decimal | undefined =>
  from >= step ? roundText((100 * (to - from)) / from, 2) : undefined

function complete({ last, value, quantity, low, high, lastMs }: Loose<TradeStatistics>): TradeStatistics | undefined {
  if (last === undefined || value === undefined || quantity === undefined || low === undefined || high === undefined)
    return undefined
  return { last, value, quantity, low, high, lastMs }
}

type Loose<Value> = { readonly [Key in keyof Value]: Value[Key] extends Decimal ? Decimal | undefined : Value[Key] }

function both(others: TradeStatistics | undefined, clients: TradeStatistics | undefined): TradeStatistics | undefined {
  if (others === undefined || clients === undefined) return others ?? clients
  const { last, lastMs } = clients.lastMs > others.lastMs ? clients : others
  return {
    last,
    lastMs,
    value: add(others.value, clients.value),
    quantity: add(others.quantity, clients.quantity),
    low: min(others.low, clients.low),
    high: max(others.high, clients.high),
  }
}
