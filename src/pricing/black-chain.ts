/**
 * Price and greeks of many options of one expiry by Black-76, in loops over typed arrays: conventions and units of `black.ts`, which prices
 * one option by the same loops. A call for each option would box its numbers, which costs more than the arithmetic.
 */
import { dayMs, yearMs } from '../domain/time.ts'
import { absoluteLogMoneyness, isSmall, smallTimeValueOverVega } from './black-core.ts'
import { millsRatiosInPlace, normalPdf } from './normal.ts'

/** Places of one option in the array that is filled. */
export const greekSlot = { price: 0, delta: 1, gamma: 2, vegaPerVolPoint: 3, thetaPerDay: 4, width: 5 } as const

export interface OptionChain {
  readonly forward: number
  readonly years: number
  readonly strikes: Float64Array
  /** Fractions a year. */
  readonly volatilities: Float64Array
  /** 1 for a call, 0 for a put. */
  readonly calls: Uint8Array
}

const daysPerYear = yearMs / dayMs
const halfPerDay = 0.5 / daysPerYear

/** Options taken at a time: what is noted of them stays in the nearest cache. */
const blockSize = 256

/**
 * Of each option 1/s and a = |ln(F/K)|/s, and two Mills ratios: those of |a-t| and a+t (t = s/2), or where the time value is had by the series
 * that of a and that of |d1|. Numbers first, until their ratios take their place.
 */
const inverses = new Float64Array(blockSize)
const moneyness = new Float64Array(blockSize)
const ratios = new Float64Array(2 * blockSize)

function readMoneyness({ forward, strikes, volatilities }: OptionChain, from: number, count: number, rootYears: number): void {
  for (let slot = 0; slot < count; slot++) {
    const s = (volatilities[from + slot] as number) * rootYears
    const strike = strikes[from + slot] as number
    const inverse = 1 / s
    const a = absoluteLogMoneyness(forward, strike) * inverse
    const t = 0.5 * s
    inverses[slot] = inverse
    moneyness[slot] = a
    const small = isSmall(a, t)
    ratios[2 * slot] = small ? a : Math.abs(a - t)
    ratios[2 * slot + 1] = small && forward <= strike ? Math.abs(a - t) : a + t
  }
}

/**
 * Price and greeks of each option, that of option n from `out[offset + greekSlot.width * n]` on (see `greekSlot`): one logarithm and one
 * exponential an option. Under a day to expiry theta is at most the remaining time value.
 */
export function blackChainInto(chain: OptionChain, out: Float64Array, offset = 0): void {
  const count = chain.strikes.length
  for (let from = 0; from < count; from += blockSize) blockInto(chain, from, Math.min(blockSize, count - from), out, offset)
}

function blockInto(chain: OptionChain, from: number, count: number, out: Float64Array, start: number): void {
  const { forward, years, strikes, volatilities, calls } = chain
  const rootYears = Math.sqrt(Math.max(years, 0))
  const perForward = 1 / forward
  const isShort = years * daysPerYear < 1
  readMoneyness(chain, from, count, rootYears)
  millsRatiosInPlace(ratios, 2 * count)
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
      continue
    }
    const a = moneyness[slot] as number
    const t = 0.5 * s
    const inverse = inverses[slot] as number
    const lower = isAbove ? strike : forward
    // √(FK) v = F φ(d1) = K φ(d2) = min(F,K) φ(a-t), and the Mills ratios turn densities into probabilities: one exponential serves all.
    const scaledVega = lower * normalPdf(a - t)
    const first = ratios[2 * slot] as number
    const second = ratios[2 * slot + 1] as number
    const small = isSmall(a, t)
    const perVega = small ? smallTimeValueOverVega(a, t, first) : t > a ? first + second : first - second
    const time = t > a && !small ? lower - scaledVega * perVega : scaledVega * perVega
    const density = scaledVega * perForward
    // |d1| is a + t for a forward above the strike (d1 > 0) and |t - a| below it.
    const tail = density * (isAbove || small ? second : first)
    const rises = isAbove || t > a
    // 1/√years is volatility/s.
    const decay = scaledVega * volatility * volatility * inverse * halfPerDay
    out[offset] = intrinsic + time
    out[offset + 1] = isCall ? (rises ? 1 - tail : tail) : rises ? -tail : tail - 1
    out[offset + 2] = density * perForward * inverse
    out[offset + 3] = scaledVega * rootYears * 0.01
    out[offset + 4] = isShort && decay > time ? -time : -decay
  }
}
