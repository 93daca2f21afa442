/**
 * Explains the change of an option's mark by greeks: Taylor terms of first and second order at the start, with
 * volatilities implied by the marks themselves (Black-76, conventions 5). The forward is the index of the underlying at
 * each moment. Floats, per one option.
 */
import { add, type Decimal, decimalFromNumber, roundTo, sub, toNumber, zero } from '../domain/decimal.ts'
import { type GreekMove, greekLines, type MarkOf, type MoveOf } from '../domain/explain.ts'
import { parseInstrumentName, type Right } from '../domain/instrument.ts'
import { dayMs, yearMs } from '../domain/time.ts'
import { blackGreeks, blackPrice } from './black.ts'
import { impliedVolatility } from './implied-volatility.ts'

export interface OptionMoment {
  readonly price: number
  readonly forward: number
  readonly atMs: number
}

export type OptionMove = Readonly<Record<keyof GreekMove, number>>

export interface OptionTerms {
  readonly strike: number
  readonly right: Right
  readonly expiryMs: number
}

/** Undefined if a mark implies no volatility: at or below intrinsic value, or after expiry. */
export function optionMove(terms: OptionTerms, before: OptionMoment, after: OptionMoment): OptionMove | undefined {
  const { strike, right, expiryMs } = terms
  const volatilityAt = ({ price, forward, atMs }: OptionMoment): number | undefined => {
    const implied = impliedVolatility({ price, forward, strike, right, years: (expiryMs - atMs) / yearMs })
    return implied.ok ? implied.volatility : undefined
  }
  const [from, to] = [volatilityAt(before), volatilityAt(after)]
  if (from === undefined || to === undefined) return insideMove(terms, before, after)
  const years = (expiryMs - before.atMs) / yearMs
  const greeks = blackGreeks({ forward: before.forward, strike, right, years, volatility: from })
  const moved = after.forward - before.forward
  const points = (to - from) * 100
  const days = (after.atMs - before.atMs) / dayMs
  const move = {
    delta: greeks.delta * moved,
    gamma: 0.5 * greeks.gamma * moved * moved,
    vega: greeks.vegaPerVolPoint * points,
    theta: greeks.thetaPerDay * days,
    vanna: greeks.vannaPerVolPoint * moved * points,
    volga: 0.5 * greeks.volgaPerVolPoint * points * points,
    charm: greeks.charmPerDay * moved * days,
  }
  return Object.values(move).every(Number.isFinite) ? move : undefined
}

/**
 * Move of an in-the-money option with a mark at or below its intrinsic value: it moves with its underlying and loses
 * its former time value.
 */
function insideMove(
  { strike, right, expiryMs }: OptionTerms,
  before: OptionMoment,
  after: OptionMoment,
): OptionMove | undefined {
  const intrinsicOf = ({ forward }: OptionMoment): number => (right === 'call' ? forward - strike : strike - forward)
  const [from, to] = [intrinsicOf(before), intrinsicOf(after)]
  if (from <= 0 || to <= 0 || before.price <= 0 || after.price <= 0 || after.atMs >= expiryMs) return undefined
  return { ...noMove, delta: to - from, theta: after.price - to - (before.price - from) }
}

const noMove: OptionMove = { delta: 0, gamma: 0, vega: 0, theta: 0, vanna: 0, volga: 0, charm: 0 }

/** Far below a cent on any size traded. */
const movePlaces = 8
const decimal = (value: number): Decimal => {
  const text = decimalFromNumber(value)
  return text === undefined ? zero : roundTo(text, movePlaces)
}

/**
 * The mark at another moment: an option by Black-76 at the volatility of its mark, anything else moves with the index.
 */
export const markMoved: MarkOf = (position, from, to) => {
  const name = parseInstrumentName(position.symbol)
  const [start, end] = name === undefined ? [] : [from.indexes[name.base], to.indexes[name.base]]
  if (name === undefined || start === undefined || end === undefined) return undefined
  if (name.product !== 'option') return add(position.mark_price, sub(end, start))
  const { right, expiryMs } = name
  const strike = toNumber(name.strike)
  const terms = { forward: toNumber(start), strike, right, years: (expiryMs - from.atMs) / yearMs }
  const implied = impliedVolatility({ ...terms, price: toNumber(position.mark_price) })
  if (!implied.ok || to.atMs >= expiryMs) return undefined
  const price = blackPrice({
    forward: toNumber(end),
    strike,
    right,
    years: (expiryMs - to.atMs) / yearMs,
    volatility: implied.volatility,
  })
  return Number.isFinite(price) ? decimal(price) : undefined
}

/** The greeks used by `explain`: options by the index of their base. A sample without that index gives no move. */
export const greekMoveOf: MoveOf = (before, after, from, to) => {
  const name = parseInstrumentName(before.symbol)
  if (name?.product !== 'option') return undefined
  const [start, end] = [from.indexes[name.base], to.indexes[name.base]]
  if (start === undefined || end === undefined) return undefined
  const move = optionMove(
    { strike: toNumber(name.strike), right: name.right, expiryMs: name.expiryMs },
    { price: toNumber(before.mark_price), forward: toNumber(start), atMs: from.atMs },
    { price: toNumber(after.mark_price), forward: toNumber(end), atMs: to.atMs },
  )
  return move === undefined
    ? undefined
    : (Object.fromEntries(greekLines.map(line => [line, decimal(move[line])])) as GreekMove)
}
