/**
 * Fair values: index, forwards and an arbitrage-free volatility surface per base, as functions of the second. Index:
 * the anchor price × exp of its path. Forward: index × exp(basis × time left). Options: Black-76 on the forward with
 * SSVI total variance, which excludes butterfly and calendar arbitrage. Floats; callers round.
 */
import { yearMs } from '../../../core/domain/time.ts'
import { greekSlot } from '../../../core/pricing/black-chain.ts'
import { blackGreeksInto, blackPriceOf } from '../../../core/pricing/black.ts'
import { atmTotalVariance, ssviShape, ssviTotalVariance } from '../../../core/pricing/smile.ts'
import type { Base } from './bases.ts'
import { hashText, mix, normal } from './hash.ts'

/**
 * A random path with random access. Anchors, one per `spanSeconds`, are independent normals. Between them runs a
 * Brownian bridge by Lévy's midpoint construction; each midpoint's normal is a hash of its second. Over short times the
 * path is a Brownian motion; over many spans it stays around zero with standard deviation `deviation`.
 */

type Path = (second: number) => number

const cacheSize = 256

/** `spanSeconds` must be a power of two. */
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

/** Deviation that gives the path this yearly volatility over short times. */
export const deviationOf = (volatility: number, spanSeconds: number): number =>
  volatility * Math.sqrt(spanSeconds / (365 * 86_400) / 2)

export interface Surface {
  readonly base: Base
  /** USD per coin. */
  index(second: number): number
  perpetual(second: number): number
  /** Rate per 8 h that longs pay shorts, as a fraction. */
  fundingRate(second: number): number
  future(expiryMs: number, second: number): number
  option(expiryMs: number, strike: number, isCall: boolean, second: number): number
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

const reversionPerYear = 4

const curvature = 0.9
const decay = 0.45

interface Expiry {
  readonly forward: number
  readonly theta: number
  readonly years: number
}

/**
 * `clamp` maps a second to the one whose prices apply: itself, or the start of a frozen market. `factor` is the manual
 * multiplier of the index.
 */
export function createSurface(
  base: Base,
  seed: number,
  clamp: (second: number) => number,
  factor: (second: number) => number,
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
    return {
      years,
      forward: index(second) * Math.exp((base.basis + basis(second)) * years),
      theta: atmTotalVariance(years, term),
    }
  }

  // Cached values that strikes share, for the last used second.
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
