/**
 * Makers' quotes: around fair value, wider if hard to hedge, several levels deep, constant within one time bucket. A
 * side worth less than one price step is not quoted. A package is quoted tighter than its legs.
 */
import { type Decimal, gt, max, toNumber } from '../../../core/domain/decimal.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import { must } from '../../../core/domain/must.ts'
import type { Base } from './bases.ts'
import { hashText, mix, uniform } from './hash.ts'
import type { ListedInstrument, Quotes } from './market.ts'
import { stepsOf, stepText } from './steps.ts'
import type { Surface } from './surface.ts'

interface Fair {
  readonly price: number
  readonly edge: number
}

const levels = 5
const levelGap = 0.8
/** USD value of the best level, by product. */
const depthUsd = { spot: 60_000, perpetual: 150_000, future: 80_000, option: 250_000, index: 0 } as const

/** Half a spread: basis points of the price, plus for an option almost half a volatility point. */
export function edgeOf(listed: ListedInstrument, price: number, vegaPerVolPoint: number): number {
  switch (listed.product) {
    case 'option':
      return 0.45 * vegaPerVolPoint + 0.0004 * price
    case 'perpetual':
      return price * 0.00008
    case 'future':
      return price * 0.00018
    default:
      return price * 0.00025
  }
}

interface Ladder {
  readonly fair: Fair
  readonly priceStep: Decimal
  readonly quantityStep: Decimal
  readonly size: number
  readonly largest: number
  readonly key: number
  /** True for packages, whose prices may be zero or negative. */
  readonly isSigned: boolean
}

function side(ladder: Ladder, direction: 1 | -1, count: number): BookLevel[] {
  const { fair, priceStep, quantityStep, key } = ladder
  const found: BookLevel[] = []
  const skew = (uniform(mix(key, 3)) - 0.5) * 0.4 * fair.edge
  let last: number | undefined
  for (let level = 0; level < count; level += 1) {
    const jitter = 0.85 + 0.3 * uniform(mix(key, 11 * direction + level))
    const distance = fair.edge * (jitter + level * levelGap)
    const wanted = stepsOf(fair.price + skew + direction * distance, priceStep, direction === 1 ? 'up' : 'down')
    const steps: number =
      last === undefined ? wanted : direction === 1 ? Math.max(wanted, last + 1) : Math.min(wanted, last - 1)
    last = steps
    if (steps < 1 && !ladder.isSigned) {
      if (direction === -1) break
      continue
    }
    const size = Math.min(
      ladder.largest,
      ladder.size * (0.6 + level * 0.7 + 0.8 * uniform(mix(key, 101 * direction + level))),
    )
    const lots = Math.max(1, stepsOf(size, quantityStep, 'down'))
    const price = stepText(steps, priceStep)
    const quantity = stepText(lots, quantityStep)
    // A price that cannot be written is not quoted.
    if (price === undefined || quantity === undefined) break
    found.push({ price, quantity })
  }
  return found
}

const bothSides = (ladder: Ladder, count: number): Quotes => ({
  buy: side(ladder, -1, count),
  sell: side(ladder, 1, count),
})

const bucketKey = (seed: number, symbol: string, bucket: number): number => mix(mix(seed, hashText(symbol)), bucket)

const sizeOf = (listed: ListedInstrument, indexPrice: number): number =>
  (depthUsd[listed.product] / indexPrice) * (0.5 + uniform(mix(hashText(listed.instrument.symbol), 5)))

const lotStep = ({ lot, instrument }: ListedInstrument): Decimal => lot ?? instrument.quantity_step

export interface QuoteContext {
  readonly seed: number
  readonly bucket: number
  readonly indexPrice: number
}

export function instrumentQuotes(listed: ListedInstrument, fair: Fair, context: QuoteContext, count = levels): Quotes {
  const { instrument } = listed
  return bothSides(
    {
      fair: { price: fair.price, edge: Math.max(fair.edge, 0.3 * toNumber(instrument.price_step)) },
      priceStep: instrument.price_step,
      quantityStep: lotStep(listed),
      size: sizeOf(listed, context.indexPrice),
      largest: toNumber(instrument.maximum_quantity),
      key: bucketKey(context.seed, instrument.symbol, context.bucket),
      isSigned: false,
    },
    count,
  )
}

export interface FairLeg extends Fair {
  readonly listed: ListedInstrument
  readonly ratio: number
  readonly indexPrice: number
}

/** Edge of a package as a share of its legs' summed edges. */
const packageDiscount = 0.4

export function quotePackage(symbol: string, legs: readonly FairLeg[], seed: number, bucket: number): Quotes {
  const steps = legs.map(leg => leg.listed.instrument.price_step)
  const finest = steps.reduce((least, step) => (gt(least, step) ? step : least))
  const edges = legs.reduce((total, leg) => total + Math.abs(leg.ratio) * leg.edge, 0)
  return bothSides(
    {
      fair: {
        price: legs.reduce((total, leg) => total + leg.ratio * leg.price, 0),
        edge: Math.max(packageDiscount * edges, 0.3 * toNumber(finest)),
      },
      priceStep: finest,
      quantityStep: legs.map(leg => lotStep(leg.listed)).reduce(max),
      size: Math.min(...legs.map(leg => sizeOf(leg.listed, leg.indexPrice) / Math.abs(leg.ratio))),
      largest: Math.min(...legs.map(leg => toNumber(leg.listed.instrument.maximum_quantity) / Math.abs(leg.ratio))),
      key: bucketKey(seed, symbol, bucket),
      isSigned: true,
    },
    3,
  )
}

/** Decimals of index and fair values: about seven significant digits. */
export const placesOf = (base: Base): number => Math.max(2, 6 - Math.floor(Math.log10(base.anchor)))

const expiry = 'the expiry of a dated instrument'

export function priceOf(surface: Surface, listed: ListedInstrument, second: number): number {
  switch (listed.product) {
    case 'option':
      return surface.option(
        must(listed.expiryMs, expiry),
        toNumber(must(listed.strike, 'the strike of an option')),
        listed.right === 'call',
        second,
      )
    case 'future':
      return surface.future(must(listed.expiryMs, expiry), second)
    case 'perpetual':
      return surface.perpetual(second)
    default:
      return surface.index(second)
  }
}

export function fairOf(surface: Surface, listed: ListedInstrument, second: number): Fair {
  if (listed.strike === undefined || listed.expiryMs === undefined) {
    const price = priceOf(surface, listed, second)
    return { price, edge: edgeOf(listed, price, 0) }
  }
  const { price, vegaPerVolPoint } = surface.optionWithVega(
    listed.expiryMs,
    toNumber(listed.strike),
    listed.right === 'call',
    second,
  )
  return { price, edge: edgeOf(listed, price, vegaPerVolPoint) }
}
