/**
 * Price and greeks of many options of one expiry by Black-76, in loops over typed arrays. Conventions and units are
 * those of `black.ts`, which prices one option by the same loops. A function call per option would box its numbers,
 * which costs more than the arithmetic.
 */
import { dayMs, yearMs } from '../domain/time.ts'
import { absoluteLogMoneyness, isSmall, smallTimeValueOverVega } from './black-core.ts'
import { millsRatiosInPlace, normalPdfsInPlace } from './normal.ts'

export const greekSlot = {
  price: 0,
  delta: 1,
  gamma: 2,
  vegaPerVolPoint: 3,
  thetaPerDay: 4,
  vannaPerVolPoint: 5,
  volgaPerVolPoint: 6,
  charmPerDay: 7,
  width: 8,
} as const

export interface OptionChain {
  readonly forward: number
  readonly years: number
  readonly strikes: Float64Array
  readonly volatilities: Float64Array
  readonly calls: Uint8Array
}

const daysPerYear = yearMs / dayMs

/** Options processed at a time, so that intermediate values stay in the nearest cache. */
const blockSize = 256

// Each pass over a block is a function of its own: in one function the engine stops inlining and boxes numbers.
// Logarithms and exponentials have separate passes, because no number stays in a register across a call. The passes
// take arrays and numbers, not the chain: optimised code is discarded when it meets an object of another shape.

/** Per option of the block: |ln(F/K)|, then a = |ln(F/K)|/s. */
const moneyness = new Float64Array(blockSize)
/** Per option: a - t (t = s/2), then the normal density there, then √(FK) times its normalised vega. */
const scaledVegas = new Float64Array(blockSize)
/**
 * Per option: |a-t| and a+t, then their Mills ratios in place. If the series gives the time value, delta needs only the
 * ratio of |d1|, and the ratio of a replaces the other.
 */
const ratios = new Float64Array(2 * blockSize)
const smallSlots = new Uint16Array(blockSize)

const rootOf = (years: number): number => Math.sqrt(Math.max(years, 0))

function readLogarithms(forward: number, strikes: Float64Array, from: number, count: number): void {
  for (let slot = 0; slot < count; slot++)
    moneyness[slot] = absoluteLogMoneyness(forward, strikes[from + slot] as number)
}

function readMoneyness(
  forward: number,
  rootYears: number,
  strikes: Float64Array,
  volatilities: Float64Array,
  from: number,
  count: number,
): number {
  let smallCount = 0
  for (let slot = 0; slot < count; slot++) {
    const s = (volatilities[from + slot] as number) * rootYears
    const a = (moneyness[slot] as number) / s
    const t = 0.5 * s
    moneyness[slot] = a
    scaledVegas[slot] = a - t
    ratios[2 * slot] = Math.abs(a - t)
    ratios[2 * slot + 1] = a + t
    if (!isSmall(a, t)) continue
    ratios[2 * slot + (forward > (strikes[from + slot] as number) ? 0 : 1)] = a
    smallSlots[smallCount++] = slot
  }
  return smallCount
}

/**
 * Writes price and greeks of each option; option n begins at `out[offset + greekSlot.width * n]` (see `greekSlot`). One
 * logarithm and one exponential per option. Within a day of expiry theta is at most the remaining time value.
 */
export function blackChainInto(chain: OptionChain, out: Float64Array, offset = 0): void {
  const { forward, years, strikes, volatilities, calls } = chain
  const count = strikes.length
  for (let from = 0; from < count; from += blockSize) {
    const size = Math.min(blockSize, count - from)
    readLogarithms(forward, strikes, from, size)
    const smallCount = readMoneyness(forward, rootOf(years), strikes, volatilities, from, size)
    normalPdfsInPlace(scaledVegas, size)
    millsRatiosInPlace(ratios, 2 * size)
    writeGreeks(forward, years, strikes, volatilities, calls, from, size, out, offset)
    rewriteSmall(forward, years, strikes, volatilities, calls, from, smallCount, out, offset)
  }
}

function writeGreeks(
  forward: number,
  years: number,
  strikes: Float64Array,
  volatilities: Float64Array,
  calls: Uint8Array,
  from: number,
  count: number,
  out: Float64Array,
  start: number,
): void {
  const rootYears = rootOf(years)
  const perForward = 1 / forward
  const perSquare = perForward * perForward
  const vegaScale = 0.01 * rootYears
  const decayScale = 0.5 / (daysPerYear * rootYears)
  const charmScale = 0.5 / (daysPerYear * years)
  const isShort = years * daysPerYear < 1
  for (let slot = 0; slot < count; slot++) {
    const index = from + slot
    const offset = start + greekSlot.width * index
    const strike = strikes[index] as number
    const volatility = volatilities[index] as number
    const isCall = calls[index] === 1
    const isAbove = forward > strike
    const intrinsic = isAbove === isCall ? Math.abs(forward - strike) : 0
    const s = volatility * rootYears
    if (s <= 0 || forward <= 0 || strike <= 0) {
      out[offset] = intrinsic
      out[offset + 1] = intrinsic > 0 ? (isCall ? 1 : -1) : 0
      out[offset + 2] = 0
      out[offset + 3] = 0
      out[offset + 4] = 0
      out[offset + 5] = 0
      out[offset + 6] = 0
      out[offset + 7] = 0
      continue
    }
    const a = moneyness[slot] as number
    const t = 0.5 * s
    const lower = isAbove ? strike : forward
    // √(FK) v = F φ(d1) = K φ(d2) = min(F,K) φ(a-t). The Mills ratios turn densities into probabilities, so one
    // exponential is enough.
    const scaledVega = lower * (scaledVegas[slot] as number)
    const first = ratios[2 * slot] as number
    const second = ratios[2 * slot + 1] as number
    const isNear = t > a
    const time = isNear ? lower - scaledVega * (first + second) : scaledVega * (first - second)
    // |d1| is a + t if the forward is above the strike (d1 > 0), else |t - a|.
    const tail = scaledVega * perForward * (isAbove ? second : first)
    const rises = isAbove || isNear
    const decay = scaledVega * volatility * decayScale
    scaledVegas[slot] = scaledVega
    out[offset] = intrinsic + time
    out[offset + 1] = isCall ? (rises ? 1 - tail : tail) : rises ? -tail : tail - 1
    out[offset + 2] = (scaledVega * perSquare) / s
    out[offset + 3] = scaledVega * vegaScale
    out[offset + 4] = isShort && decay > time ? -time : -decay
    // φ(d1) d2: d2 is a - t above the strike and -(a + t) below it; d1 d2 is (a + t)(a - t) on both sides.
    const density = scaledVega * perForward * (isAbove ? a - t : -a - t)
    out[offset + 5] = (-0.01 * density) / volatility
    out[offset + 6] = (0.0001 * scaledVega * rootYears * (a + t) * (a - t)) / volatility
    out[offset + 7] = charmScale * density
  }
}

/** Recomputes price and theta of the options whose two ratios are too close for their difference to be accurate. */
function rewriteSmall(
  forward: number,
  years: number,
  strikes: Float64Array,
  volatilities: Float64Array,
  calls: Uint8Array,
  from: number,
  smallCount: number,
  out: Float64Array,
  start: number,
): void {
  const rootYears = rootOf(years)
  const decayScale = 0.5 / (daysPerYear * rootYears)
  const isShort = years * daysPerYear < 1
  for (let count = 0; count < smallCount; count++) {
    const slot = smallSlots[count] as number
    const index = from + slot
    const strike = strikes[index] as number
    const volatility = volatilities[index] as number
    const s = volatility * rootYears
    if (s <= 0 || forward <= 0 || strike <= 0) continue
    const isAbove = forward > strike
    const intrinsic = isAbove === (calls[index] === 1) ? Math.abs(forward - strike) : 0
    const scaledVega = scaledVegas[slot] as number
    const mills = ratios[2 * slot + (isAbove ? 0 : 1)] as number
    const time = scaledVega * smallTimeValueOverVega(moneyness[slot] as number, 0.5 * s, mills)
    const decay = scaledVega * volatility * decayScale
    const offset = start + greekSlot.width * index
    out[offset] = intrinsic + time
    out[offset + 4] = isShort && decay > time ? -time : -decay
  }
}
