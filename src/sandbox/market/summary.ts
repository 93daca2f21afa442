/**
 * The market summary: best quotes, and figures of the last 24 h sampled from the market's own past. Prints and volumes are those of the
 * sandbox's imagined other traders, a function of seed and time like everything else; what was never traded has no last price.
 */
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import type { Product } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { dayMs, minuteMs, secondMs } from '../../domain/time.ts'
import { placesOf, priceOf } from './fair.ts'
import { hashText, mix, uniform } from './hash.ts'
import type { Listed, Quotes } from './market.ts'
import { roundText, stepText, stepsOf } from './steps.ts'
import type { Surface } from './surface.ts'

export interface SummaryContext {
  readonly seed: number
  readonly atMs: number
  surfaceOf(base: string): Surface
  best(listed: Listed): Quotes
}

const productTypes: Readonly<Record<Product, string>> = {
  spot: 'spot',
  perpetual: 'perpetual_future',
  future: 'future',
  option: 'option',
  index: 'index',
}

const sampleMs = 30 * minuteMs

/** Seconds of the last 24 h at which the index of a base began, stood lowest and highest, and is now. */
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

/** USD that change hands in a day, by product, at the money. */
const turnover: Readonly<Record<Product, number>> = { spot: 4e7, perpetual: 6e8, future: 6e7, option: 3e6, index: 0 }

interface Activity {
  readonly isTraded: boolean
  /** Units a day. */
  readonly volume: number
  readonly openInterest: number
}

/** How much an instrument is traded: less the further its strike is from the index. */
function activityOf(listed: Listed, index: number, seed: number, atMs: number): Activity {
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

/** Rate per 8 h as it is shown and paid. */
export const shownRate = (surface: Surface, second: number): Decimal => roundText(surface.fundingRate(second), 6)

/** Rows of the instruments from index `from` up to, not including, `to`. */
export type SummaryRows = (from: number, to: number) => MarketSummary[]

/** The summary of one moment, worked out row by row as asked for: a large universe is not worked out in one go. */
export function createSummary(all: readonly Listed[], context: SummaryContext): SummaryRows {
  const bases = new Map<string, { readonly surface: Surface; readonly turns: readonly number[]; readonly around: Omit<Around, 'best'> }>()
  const now = Math.floor(context.atMs / secondMs)
  const baseOf = (name: string) => {
    const known = bases.get(name)
    if (known !== undefined) return known
    const surface = context.surfaceOf(name)
    const index = surface.index(now)
    const around = { index, indexText: roundText(index, placesOf(surface.base)), rate: shownRate(surface, now), context }
    const made = { surface, turns: turningSeconds(surface, context.atMs), around }
    bases.set(name, made)
    return made
  }
  return (from, to) => {
    const part = all.slice(from, to)
    // One second after the other over all rows, since a surface keeps what strikes share for one second at a time.
    const [before = [], atLow = [], atHigh = [], current = []] = [0, 1, 2, 3].map(turn =>
      part.map(listed => priceOf(baseOf(listed.base).surface, listed, baseOf(listed.base).turns[turn] ?? now)),
    )
    return part.map((listed, row) => {
      const prices = [before[row] ?? 0, atLow[row] ?? 0, atHigh[row] ?? 0, current[row] ?? 0]
      return summaryRow(listed, prices, { ...baseOf(listed.base).around, best: context.best(listed) })
    })
  }
}

interface Around {
  readonly index: number
  readonly indexText: Decimal
  readonly rate: Decimal
  readonly best: Quotes
  readonly context: SummaryContext
}

/** `prices`: fair values 24 h ago, at the index's low and high, and now. */
function summaryRow(listed: Listed, prices: readonly number[], { index, indexText, rate, best, context }: Around): MarketSummary {
  const { instrument } = listed
  const step = instrument.price_step
  const { isTraded, volume, openInterest } = activityOf(listed, index, context.seed, context.atMs)
  const lots = stepsOf(volume, instrument.quantity_step, 'down')
  const now = prices[3] ?? 0
  const tick = (price: number): Decimal => stepText(Math.max(1, stepsOf(price, step, 'nearest')), step)
  const traded = isTraded && lots > 0
  const first = prices[0] ?? now
  return {
    id: instrument.tradeable_entity_id,
    symbol: instrument.symbol,
    product_type: productTypes[listed.product],
    best_bid: best.buy[0]?.price,
    best_ask: best.sell[0]?.price,
    last_price: traded ? tick(now) : undefined,
    index_price: indexText,
    volume: traded ? roundText(volume * now, 2) : ('0' as Decimal),
    base_volume: traded ? stepText(lots, instrument.quantity_step) : ('0' as Decimal),
    open_interest:
      listed.product === 'spot' ? undefined : stepText(stepsOf(openInterest, instrument.quantity_step, 'down'), instrument.quantity_step),
    price_change: traded && first > 0 ? roundText((100 * (now - first)) / first, 2) : undefined,
    low_24: traded ? tick(Math.min(...prices)) : undefined,
    high_24: traded ? tick(Math.max(...prices)) : undefined,
    funding_rate: listed.product === 'perpetual' ? rate : undefined,
  }
}
