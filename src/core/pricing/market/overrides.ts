/**
 * Model inputs typed by the trader instead of the market's: the underlying's price, an expiry's forward, an option's
 * volatility, a shift of an expiry's volatilities. A typed value replaces that one input, and derived values follow (a
 * typed forward changes every implied volatility of its expiry). Values are as typed: prices in the quote asset,
 * volatilities in percent a year, shifts in points.
 */
import { abs, canonical, dec, type Decimal, gt, sign, toNumber } from '../../domain/decimal.ts'
import { parseTypedNumber } from '../../domain/typed-number.ts'

/** `forward` and `shift` are keyed by expiry in ms, `volatility` by option symbol. */
export type InputKey = 'underlying' | `forward ${number}` | `shift ${number}` | `volatility ${string}`

export interface OverrideValue {
  readonly value: Decimal
  /** Time of typing, on the venue's clock. */
  readonly atMs: number
}

export type Overrides = ReadonlyMap<InputKey, OverrideValue>

export const noOverrides: Overrides = new Map()

export interface Override<Market> {
  readonly atMs: number
  readonly market: Market | undefined
}

export type OverrideProblem = 'not_a_number' | 'not_positive' | 'too_large'
export type OverrideAnswer =
  | { readonly ok: true; readonly value: Decimal }
  | { readonly ok: false; readonly problem: OverrideProblem }

/** Percent a year, and points. More is a typing error. */
const mostPercent = dec('1000')
/** Makes "1.505" a decimal: percentages have no thousands. */
const finestPercent = dec('0.001')
const keyForm = /^(?:underlying|(?:forward|shift) \d{1,15}|volatility \S{1,200})$/

export const isInputKey = (text: string): text is InputKey => keyForm.test(text)

export function parseOverride(key: InputKey, text: string): OverrideAnswer {
  const isShift = key.startsWith('shift ')
  const isPercent = isShift || key.startsWith('volatility ')
  const value = parseTypedNumber(text.replace(/\s*%\s*$/, ''), isPercent ? finestPercent : undefined)
  if (value === undefined) return { ok: false, problem: 'not_a_number' }
  if (!isShift && sign(value) <= 0) return { ok: false, problem: 'not_positive' }
  if (isPercent && gt(abs(value), mostPercent)) return { ok: false, problem: 'too_large' }
  return { ok: true, value: canonical(value) }
}

export function withOverride(inputs: Overrides, key: InputKey, typed: OverrideValue | undefined): Overrides {
  const next = new Map(inputs)
  if (typed === undefined || (key.startsWith('shift ') && sign(typed.value) === 0)) next.delete(key)
  else next.set(key, typed)
  return next
}

/** The number as pricing uses it: prices unchanged, volatilities and shifts as fractions. */
export function overriddenNumber(
  inputs: Overrides,
  key: InputKey,
): { readonly number: number; readonly atMs: number } | undefined {
  const typed = inputs.get(key)
  if (typed === undefined) return undefined
  const isPrice = key === 'underlying' || key.startsWith('forward ')
  return { number: isPrice ? toNumber(typed.value) : toNumber(typed.value) / 100, atMs: typed.atMs }
}
