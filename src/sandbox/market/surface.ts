/**
 * What everything is worth: index, forwards and an arbitrage-free volatility surface per base, each a function of the second asked about.
 *
 * Index: the base's anchor price × exp of its path. Forward: index × exp(basis × time left). Options: Black-76 on the forward with SSVI
 * total variance: no butterfly or calendar arbitrage, by the shape of it. Floats throughout; who prints rounds.
 */
import { yearMs } from '../../domain/time.ts'
import { greekSlot } from '../../pricing/black-chain.ts'
import { blackGreeksInto, blackPriceOf } from '../../pricing/black.ts'
import { atmTotalVariance, ssviShape, ssviTotalVariance } from '../../pricing/smile.ts'
import type { Base } from './bases.ts'
import { hashText, mix, normal } from './hash.ts'

/**
 * A random path that can be asked at any second without walking there.
 *
 * Anchors, one every `spanSeconds`, are independent normals; between two anchors runs a Brownian bridge by Lévy's midpoint construction,
 * each midpoint's normal being a hash of its own second. Near by, the path is a Brownian motion; over many spans it
 * stays around zero with standard deviation `deviation`, so that years stay sane.
 */

/** Value of the path at a whole second since 1970; zero on average, no unit of its own. */
type Path = (second: number) => number

const cacheSize = 256

/** `spanSeconds` is a power of two. */
export function createPath(key: number, spanSeconds: number, deviation: number): Path {
  const perRootSecond = deviation * Math.sqrt(2 / spanSeconds)
  const seen = new Map<number, number>()
  const anchor = (index: number): number => deviation * normal(mix(mix(key, 0x5eed), index))
  const walk = (second: number): number => {
    const index = Math.floor(second / spanSeconds)
    let low = index * spanSeconds
    let left = anchor(index)
    let right = anchor(index + 1)
    for (let half = spanSeconds / 2; second !== low; half /= 2) {
      const middle = low + half
      const value = (left + right) / 2 + perRootSecond * Math.sqrt(half / 2) * normal(mix(key, middle))
      if (second < middle) right = value
      else [low, left] = [middle, value]
    }
    return left
  }
  return second => {
    const known = seen.get(second)
    if (known !== undefined) return known
    const value = walk(second)
    if (seen.size >= cacheSize) seen.clear()
    seen.set(second, value)
    return value
  }
}

/** Deviation that gives a path the yearly volatility `volatility` near by. */
export const deviationOf = (volatility: number, spanSeconds: number): number => volatility * Math.sqrt(spanSeconds / (365 * 86_400) / 2)

export interface Surface {
  readonly base: Base
  /** USD per coin. */
  index(second: number): number
  perpetual(second: number): number
  /** Rate per 8 h that longs pay shorts, as a fraction. */
  fundingRate(second: number): number
  future(expiryMs: number, second: number): number
  option(expiryMs: number, strike: number, isCall: boolean, second: number): number
  /** Price of an option and what it gains by one volatility point. */
  optionWithVega(
    expiryMs: number,
    strike: number,
    isCall: boolean,
    second: number,
  ): { readonly price: number; readonly vegaPerVolPoint: number }
}

/** About 24 days: over longer times the index returns to its anchor. */
const indexSpan = 2 ** 21
const slowSpan = 2 ** 22
const premiumSpan = 2 ** 13

/** Speed at which volatility returns to its long-run level. */
const reversionPerYear = 4

const curvature = 0.9
const decay = 0.45

interface Expiry {
  readonly forward: number
  readonly theta: number
  readonly years: number
}

/**
 * `clamp` maps the second asked about to the one whose prices are shown: itself, or the start of a frozen market. `factor` is what the
 * index is multiplied by at a second, for prices set by hand.
 */
export function createSurface(
  base: Base,
  seed: number,
  clamp: (second: number) => number,
  factor: (second: number) => number = () => 1,
): Surface {
  const key = mix(seed, hashText(base.name))
  const path = (name: string, span: number, deviation: number): Path => {
    const made = createPath(mix(key, hashText(name)), span, deviation)
    return second => made(clamp(second))
  }
  const logIndex = path('index', indexSpan, deviationOf(base.volatility, indexSpan))
  const logLevel = path('level', slowSpan, 0.06)
  const logShort = path('short', indexSpan, 0.1)
  const basis = path('basis', slowSpan, 0.012)
  const premium = path('premium', premiumSpan, 0.0002)
  const checked = ssviShape(base.skew, curvature, decay)
  if (!checked.ok) throw new Error(`the smile of ${base.name} admits arbitrage: ${checked.reason}`)
  const { shape } = checked

  const index = (second: number): number => base.anchor * Math.exp(logIndex(second)) * factor(second)

  const expiryAt = (expiryMs: number, second: number): Expiry => {
    const years = Math.max(0, expiryMs - second * 1_000) / yearMs
    const longVolatility = base.volatility * Math.exp(logLevel(second))
    const term = { longVolatility, shortVolatility: longVolatility * Math.exp(logShort(second)), reversionPerYear }
    return { years, forward: index(second) * Math.exp((base.basis + basis(second)) * years), theta: atmTotalVariance(years, term) }
  }

  // Chains are priced a second at a time: what strikes share is cached for the second last used.
  let cached = new Map<number, Expiry>()
  let cachedSecond = Number.NaN
  const expiry = (expiryMs: number, second: number): Expiry => {
    if (second !== cachedSecond) {
      cached = new Map()
      cachedSecond = second
    }
    const known = cached.get(expiryMs)
    if (known !== undefined) return known
    const made = expiryAt(expiryMs, second)
    cached.set(expiryMs, made)
    return made
  }

  const deviation = ({ forward, theta }: Expiry, strike: number): number =>
    theta <= 0 ? 0 : Math.sqrt(ssviTotalVariance(Math.log(strike / forward), theta, shape))
  const greeks = new Float64Array(greekSlot.width)

  return {
    base,
    index,
    perpetual: second => index(second) * (1 + premium(second)),
    fundingRate: second => 0.0001 + premium(second) / 3,
    future: (expiryMs, second) => expiry(expiryMs, second).forward,
    option(expiryMs, strike, isCall, second) {
      const at = expiry(expiryMs, second)
      return blackPriceOf(at.forward, strike, deviation(at, strike), isCall)
    },
    optionWithVega(expiryMs, strike, isCall, second) {
      const at = expiry(expiryMs, second)
      const volatility = at.years === 0 ? 0 : deviation(at, strike) / Math.sqrt(at.years)
      blackGreeksInto(at.forward, strike, at.years, volatility, isCall, greeks, 0)
      return { price: greeks[greekSlot.price] ?? 0, vegaPerVolPoint: greeks[greekSlot.vegaPerVolPoint] ?? 0 }
    },
  }
}
