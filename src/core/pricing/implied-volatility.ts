/** Implied volatility of a price, or the reason that it has none. */
import type { Right } from '../domain/instrument.ts'
import { absoluteLogMoneyness, complementOverVega, nearBound, normalisedVega, timeValueOverVega } from './black-core.ts'
import { normalCdf, normalPdf, normalQuantile, twoSidedQuantile } from './normal.ts'
import { controlParameter, rationalCubic } from './rational-cubic.ts'

/**
 * From normalised time value to s = σ√T: P. Jäckel, "Let's Be Rational" (2013), on the time value of `black-core`. Two
 * points s_l < s_c < s_h around the inflection s_c = √(2x) divide the prices into four segments. A rational cubic gives
 * the first guess in each (through a map that straightens the outer two). Householder's method of order four converges
 * in two or three steps, on the objective 1/ln b in the lowest segment, b in the middle and ln(bound - b) near the
 * bound. Prices enter as ratios to the vega, so that nothing underflows. Normalised: b = time value / √(FK), x =
 * |ln(F/K)|, bound e^{-x/2}.
 */
const twoPi = 6.283185307179586
const sqrtThree = 1.7320508075688772
const sqrtTwentySeven = 5.196152422706632
const sqrtHalfPi = 1.2533141373155003
const lnSqrtTwoPi = 0.9189385332046728
/** If a step is below this share of s, the error is below double precision, as the method is of order four. */
const lastStep = 3e-5
/** Three steps suffice everywhere (tested for x from 1e-18 to 600, s from 1e-9 to 100); the fourth bounds the loop. */
const mostSteps = 4

function normalisedTimeValue(x: number, s: number, bound: number): number {
  const a = x / s
  const t = 0.5 * s
  const vega = normalisedVega(a, t)
  return nearBound(a, t) ? bound - vega * complementOverVega(a, t) : vega * timeValueOverVega(a, t)
}

/** First guess below s_l: the map 2πx/√27 Φ(-x/(√3 s))³ of s is nearly linear in b. */
function lowestGuess(b: number, x: number, s: number, bEnd: number): number {
  const z = x / (sqrtThree * s)
  const y = z * z
  const cdf = normalCdf(-z)
  const vega = normalisedVega(x / s, 0.5 * s)
  const value = (twoPi / sqrtTwentySeven) * x * cdf * cdf * cdf
  const slope = twoPi * y * cdf * cdf * Math.exp(y + s * s * 0.125)
  const second = (slope * ((-2 - 2 * y) / s + s * 0.25 + (2 * normalPdf(z) * z) / (cdf * s))) / vega
  const r = controlParameter(bEnd, value, 1, slope, second, 'right')
  const mapped = rationalCubic(b / bEnd, bEnd, 0, value, 1, slope, r)
  const guess = x / (-sqrtThree * normalQuantile(Math.cbrt((sqrtTwentySeven * mapped) / (twoPi * x))))
  // If Φ³ underflows, use b ~ exp(-x²/2s²) instead of the map.
  return guess > 0 && guess <= s ? guess : x / Math.sqrt(-2 * Math.log(b))
}

/** First guess above s_h: the map Φ(-s/2) of s is nearly linear in b. */
function highestGuess(b: number, complement: number, x: number, s: number, bEnd: number, bound: number): number {
  const value = normalCdf(-0.5 * s)
  const ratio = (x * x) / (s * s)
  const slope = -0.5 * Math.exp(0.5 * ratio)
  const second = sqrtHalfPi * (ratio / s) * Math.exp(ratio + s * s * 0.125)
  const width = bound - bEnd
  const r = controlParameter(width, -value, slope, -0.5, second, 'left')
  const mapped =
    complement < 1e-3 * width ? 0.5 * complement : rationalCubic((b - bEnd) / width, width, value, 0, slope, -0.5, r)
  const guess = -2 * normalQuantile(mapped)
  return guess >= s ? guess : s
}

/** Householder's step of order four, from the Newton step and the ratios g''/g', g'''/g'. */
function householder(newton: number, second: number, third: number): number {
  const step = (newton * (1 + 0.5 * second * newton)) / (1 + newton * (second + (third * newton) / 6))
  // Far from convergence the correction may reverse the step; then the Newton step is used.
  return step * newton >= 0 ? step : newton
}

type Segment = 'lowest' | 'middle' | 'highest'

function step(segment: Segment, b: number, complement: number, logTarget: number, x: number, s: number): number {
  const a = x / s
  const t = 0.5 * s
  const ratio = a * a
  const curvature = (ratio - t * t) / s
  const third = curvature * curvature - (3 * ratio) / (s * s) - 0.25
  if (segment === 'lowest') {
    const perVega = timeValueOverVega(a, t)
    const log = Math.log(perVega) - 0.5 * (ratio + t * t) - lnSqrtTwoPi
    const growth = 1 / perVega
    const newton = (((logTarget - log) * log) / logTarget) * perVega
    const two = 1 + 2 / log
    return householder(
      newton,
      curvature - growth * two,
      third + 2 * growth * growth * (1 + (3 / log) * (1 + 1 / log)) - 3 * growth * curvature * two,
    )
  }
  if (segment === 'highest') {
    const perVega = complementOverVega(a, t)
    const log = Math.log(perVega) - 0.5 * (ratio + t * t) - lnSqrtTwoPi
    const decay = 1 / perVega
    return householder((log - logTarget) * perVega, curvature + decay, third + decay * (2 * decay + 3 * curvature))
  }
  const vega = normalisedVega(a, t)
  const newton = nearBound(a, t) ? complementOverVega(a, t) - complement / vega : b / vega - timeValueOverVega(a, t)
  return householder(newton, curvature, third)
}

/**
 * Returns s with normalised time value `b`, where 0 < b < bound = e^{-x/2}. `complement` is bound - b, passed
 * separately to keep its digits.
 */
export function impliedDeviation(b: number, complement: number, x: number): number {
  if (x === 0) return 2 * twoSidedQuantile(b, complement)
  const bound = Math.exp(-0.5 * x)
  const sCentre = Math.sqrt(2 * x)
  const bCentre = normalisedTimeValue(x, sCentre, bound)
  const vegaCentre = normalisedVega(0.5 * sCentre, 0.5 * sCentre)
  let segment: Segment = 'middle'
  let s: number
  if (b < bCentre) {
    const sLow = sCentre - bCentre / vegaCentre
    const bLow = normalisedTimeValue(x, sLow, bound)
    if (b < bLow) {
      segment = 'lowest'
      s = lowestGuess(b, x, sLow, bLow)
    } else {
      const slope = 1 / normalisedVega(x / sLow, 0.5 * sLow)
      const r = controlParameter(bCentre - bLow, sCentre - sLow, slope, 1 / vegaCentre, 0, 'right')
      s = rationalCubic((b - bLow) / (bCentre - bLow), bCentre - bLow, sLow, sCentre, slope, 1 / vegaCentre, r)
    }
  } else {
    const sHigh = sCentre + (bound - bCentre) / vegaCentre
    const bHigh = normalisedTimeValue(x, sHigh, bound)
    if (b <= bHigh) {
      const slope = 1 / normalisedVega(x / sHigh, 0.5 * sHigh)
      const r = controlParameter(bHigh - bCentre, sHigh - sCentre, 1 / vegaCentre, slope, 0, 'left')
      s = rationalCubic((b - bCentre) / (bHigh - bCentre), bHigh - bCentre, sCentre, sHigh, 1 / vegaCentre, slope, r)
    } else {
      s = highestGuess(b, complement, x, sHigh, bHigh, bound)
    }
    if (b > Math.max(bHigh, 0.5 * bound)) segment = 'highest'
  }
  const logTarget = segment === 'lowest' ? Math.log(b) : segment === 'highest' ? Math.log(complement) : 0
  for (let count = 0; count < mostSteps; count++) {
    const change = step(segment, b, complement, logTarget, x, s)
    // At most halfway to zero.
    s = Math.max(s + change, 0.5 * s)
    if (!(Math.abs(change) > lastStep * s)) break
  }
  return s
}

type NoVolatility = 'not_a_price' | 'no_time_left' | 'below_intrinsic' | 'no_time_value' | 'above_bound'

export type ImpliedVolatility =
  | { readonly ok: true; readonly volatility: number }
  | { readonly ok: false; readonly reason: NoVolatility }

export interface ImpliedVolatilityInput {
  readonly price: number
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly right: Right
}

/** Positional form for inner loops: the volatility, or NaN if none exists. Allocates nothing. */
export function impliedVolatilityOf(
  price: number,
  forward: number,
  strike: number,
  years: number,
  isCall: boolean,
): number {
  const complement = (isCall ? forward : strike) - price
  const time = price - Math.max(isCall ? forward - strike : strike - forward, 0)
  if (
    !(time > 0 && complement > 0 && years > 0 && forward > 0 && strike > 0) ||
    forward === Infinity ||
    strike === Infinity
  )
    return Number.NaN
  const scale = Math.sqrt(forward) * Math.sqrt(strike)
  return impliedDeviation(time / scale, complement / scale, absoluteLogMoneyness(forward, strike)) / Math.sqrt(years)
}

/**
 * Why `impliedVolatilityOf` returned NaN, by precedence. `no_time_value`: the price is the intrinsic value, which every
 * small volatility gives.
 */
function reasonOf(input: ImpliedVolatilityInput): NoVolatility {
  const { price, forward, strike, years, right } = input
  if (
    ![price, forward, strike].every(Number.isFinite) ||
    Number.isNaN(years) ||
    years === Infinity ||
    forward <= 0 ||
    strike <= 0
  )
    return 'not_a_price'
  if (years <= 0) return 'no_time_left'
  const intrinsic = Math.max(right === 'call' ? forward - strike : strike - forward, 0)
  if (price < intrinsic) return 'below_intrinsic'
  return price === intrinsic ? 'no_time_value' : 'above_bound'
}

/**
 * Volatility (fraction a year) that gives the Black-76 price `price`. As exact as the digits of the price allow: 1e-15
 * times the condition of the problem.
 */
export function impliedVolatility(input: ImpliedVolatilityInput): ImpliedVolatility {
  const volatility = impliedVolatilityOf(input.price, input.forward, input.strike, input.years, input.right === 'call')
  return volatility > 0 && volatility < Infinity ? { ok: true, volatility } : { ok: false, reason: reasonOf(input) }
}

export interface QuotedOption {
  readonly strike: number
  readonly right: Right
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly price: number | undefined
}

export interface QuoteVolatility {
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly volatility: number | undefined
  readonly why: NoVolatility | 'no_quote' | 'no_forward' | undefined
}

export function quoteVolatility(option: QuotedOption, forward: number | undefined, years: number): QuoteVolatility {
  const { strike, right, price } = option
  if (forward === undefined) return { bid: undefined, ask: undefined, volatility: undefined, why: 'no_forward' }
  const of = (quoted: number | undefined): number | undefined => {
    if (quoted === undefined) return undefined
    const found = impliedVolatility({ price: quoted, forward, strike, years, right })
    return found.ok ? found.volatility : undefined
  }
  const sides = { bid: of(option.bid), ask: of(option.ask) }
  if (price === undefined) return { ...sides, volatility: undefined, why: 'no_quote' }
  const found = impliedVolatility({ price, forward, strike, years, right })
  return found.ok
    ? { ...sides, volatility: found.volatility, why: undefined }
    : { ...sides, volatility: undefined, why: found.reason }
}
