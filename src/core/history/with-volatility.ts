/**
 * Adds volatility to samples. Each minute: the forward and the volatility behind the greeks of each option held. The
 * first sample of each quarter hour: the fitted curves.
 */
import type { Quotes } from '../domain/market-data.ts'
import type { ListedUniverse } from '../domain/instrument-index.ts'
import { parseInstrumentName } from '../domain/instrument.ts'
import type { Decimal } from '../domain/decimal.ts'
import { baseOf, type Sample, type SamplePosition } from '../domain/sample.ts'
import type { Steps } from '../domain/steps.ts'
import { mostPositionsEachMinute } from '../domain/thinning.ts'
import { minuteMs } from '../domain/time.ts'
import { type BaseSurface, surfaceSteps, underlyingPrice } from '../pricing/market/base-surface.ts'
import { unitGreeks } from '../pricing/portfolio/unit-greeks.ts'
import { packVolatility } from '../pricing/volatility/volatility-sample.ts'

/** Hours start with one, so thinning to hours or days retains curves. */
const everyMs = 15 * minuteMs
/** Limit on bases: those with the most instruments. */
const mostBases = 6

const isDue = (atMs: number, beforeMs: number | undefined): boolean =>
  beforeMs === undefined || Math.floor(atMs / everyMs) !== Math.floor(beforeMs / everyMs)

interface Market {
  readonly universe: ListedUniverse
  readonly quotes: Quotes
}

function surfacesOf({ universe, quotes }: Market, atMs: number): (base: string) => Steps<BaseSurface> {
  const made = new Map<string, BaseSurface>()
  return function* of(base) {
    const surface = made.get(base) ?? (yield* surfaceSteps({ universe, base, quotes, atMs }))
    made.set(base, surface)
    return surface
  }
}

function* withPrices(
  sample: Sample,
  { universe, quotes }: Market,
  surfaceOf: ReturnType<typeof surfacesOf>,
): Steps<Sample> {
  const { positions = [], atMs } = sample
  // With this many positions, they are not stored each minute.
  if (positions.length === 0 || positions.length > mostPositionsEachMinute) return sample
  const priced: SamplePosition[] = []
  const underlyings: Record<string, Decimal> = {}
  for (const position of positions) {
    const base = baseOf(position.symbol)
    if (base !== undefined && !Object.hasOwn(underlyings, base)) {
      const price = underlyingPrice({ universe, base, quotes })?.price
      if (price !== undefined) underlyings[base] = price
    }
    const isOption = parseInstrumentName(position.symbol)?.product === 'option'
    const unit = isOption && base !== undefined ? unitGreeks(position.symbol, yield* surfaceOf(base), atMs) : undefined
    priced.push(unit?.isPriced === true && unit.inputs !== undefined ? { ...position, priced: unit.inputs } : position)
  }
  return { ...sample, positions: priced, underlyings }
}

/** Returns the sample to store. `before` is the previous sample. Instruments without quotes have no volatility. */
export function* withVolatility(
  sample: Sample,
  before: Pick<Sample, 'atMs'> | undefined,
  universe: ListedUniverse | undefined,
  quotes: Quotes | undefined,
): Steps<Sample> {
  if (universe === undefined || quotes === undefined || quotes.size === 0) return sample
  const surfaceOf = surfacesOf({ universe, quotes }, sample.atMs)
  const priced = yield* withPrices(sample, { universe, quotes }, surfaceOf)
  if (!isDue(sample.atMs, before?.atMs)) return priced
  const volatility: Record<string, string> = {}
  const bases = universe.bases().filter(base => universe.expiries(base).length > 0)
  for (const base of bases.slice(0, mostBases)) {
    const packed = packVolatility(yield* surfaceOf(base))
    if (packed !== undefined) volatility[base] = packed
  }
  return Object.keys(volatility).length === 0 ? priced : { ...priced, volatility }
}
