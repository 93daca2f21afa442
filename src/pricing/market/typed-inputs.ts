/**
 * Inputs of the model that the trader sets by hand, in the place of what the market says: the underlying's price, the forward of an expiry, the
 * volatility of one option, a shift of every volatility of an expiry. A typed value replaces that one input; what is derived from it
 * follows (a typed forward gives every quote of its expiry another volatility), nothing else moves. Values are as typed: prices in the
 * quote asset, volatilities in percent a year, shifts in points.
 */
import { abs, canonical, dec, type Decimal, gt, sign, toNumber } from '../../domain/decimal.ts'
import { parseTypedNumber } from '../../domain/typed-number.ts'

/** `forward` and `shift` are of an expiry in ms, `volatility` of an option by its symbol. */
export type InputKey = 'underlying' | `forward ${number}` | `shift ${number}` | `volatility ${string}`

export interface TypedValue {
  readonly value: Decimal
  /** When it was typed, on the venue's clock. */
  readonly atMs: number
}

export type TypedInputs = ReadonlyMap<InputKey, TypedValue>

export const nothingTyped: TypedInputs = new Map()

/** What stands in the place of the market's, and what the market's is. */
export interface Override<Market> {
  readonly atMs: number
  readonly market: Market | undefined
}

export type TypedProblem = 'not_a_number' | 'not_positive' | 'too_large'
export type TypedAnswer = { readonly ok: true; readonly value: Decimal } | { readonly ok: false; readonly problem: TypedProblem }

/** Percent a year, and points: beyond it is a slip of the hand. */
const mostPercent = dec('1000')
/** A point is a decimal mark: thousands are beyond it. */
const finestPercent = dec('0.001')
const keyForm = /^(?:underlying|(?:forward|shift) \d{1,15}|volatility \S{1,200})$/

export const isInputKey = (text: string): text is InputKey => keyForm.test(text)

/** What was typed for an input, or what is wrong with it. A percent sign is read over. */
export function parseTyped(key: InputKey, text: string): TypedAnswer {
  const isShift = key.startsWith('shift ')
  const isPercent = isShift || key.startsWith('volatility ')
  const value = parseTypedNumber(text.replace(/\s*%\s*$/, ''), isPercent ? finestPercent : undefined)
  if (value === undefined) return { ok: false, problem: 'not_a_number' }
  if (!isShift && sign(value) <= 0) return { ok: false, problem: 'not_positive' }
  if (isPercent && gt(abs(value), mostPercent)) return { ok: false, problem: 'too_large' }
  return { ok: true, value: canonical(value) }
}

/** With this value, or without one: then the market's holds again. A shift of zero is none. */
export function withTyped(inputs: TypedInputs, key: InputKey, typed: TypedValue | undefined): TypedInputs {
  const next = new Map(inputs)
  if (typed === undefined || (key.startsWith('shift ') && sign(typed.value) === 0)) next.delete(key)
  else next.set(key, typed)
  return next
}

/** A number as pricing takes it: prices as they are, volatilities and shifts as fractions. */
export function typedNumber(inputs: TypedInputs, key: InputKey): { readonly number: number; readonly atMs: number } | undefined {
  const typed = inputs.get(key)
  if (typed === undefined) return undefined
  const isPrice = key === 'underlying' || key.startsWith('forward ')
  return { number: isPrice ? toNumber(typed.value) : toNumber(typed.value) / 100, atMs: typed.atMs }
}
