/** From the floats of pricing to decimal text on a step, and what is realistic as a step. */
import { type Decimal, dec, toNumber } from '../../domain/decimal.ts'

/** A step as whole units of a power of ten: 0.5 is 5 units of 10^-1. */
interface Units {
  readonly units: number
  readonly places: number
  readonly size: number
}

const known = new Map<string, Units>()

function unitsOf(step: Decimal): Units {
  const cached = known.get(step)
  if (cached !== undefined) return cached
  const plain = step.includes('.') ? step.replace(/\.?0+$/, '') : step
  const dot = plain.indexOf('.')
  const places = dot < 0 ? 0 : plain.length - dot - 1
  const made = { units: Math.round(toNumber(step) * 10 ** places), places, size: toNumber(step) }
  known.set(step, made)
  return made
}

/** Canonical text of `units` × 10^-places; `units` a safe integer. */
function unitsText(units: number, places: number): Decimal {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  const at = digits.length - places
  let end = digits.length
  while (end > at && digits.charCodeAt(end - 1) === 48) end -= 1
  const text = end > at ? `${digits.slice(0, at)}.${digits.slice(at, end)}` : digits.slice(0, at)
  return (units < 0 ? `-${text}` : text) as Decimal
}

/** Slack for floats that should lie on the step. */
const slack = 1e-7

/** How many whole steps `value` is, rounded as asked. */
export function stepsOf(value: number, step: Decimal, way: 'down' | 'up' | 'nearest'): number {
  const count = value / unitsOf(step).size
  return way === 'down' ? Math.floor(count + slack) : way === 'up' ? Math.ceil(count - slack) : Math.round(count)
}

/** Text of `count` steps. */
export const stepText = (count: number, step: Decimal): Decimal => unitsText(count * unitsOf(step).units, unitsOf(step).places)

export const roundText = (value: number, places: number): Decimal => unitsText(Math.round(value * 10 ** places), places)

/** Largest of 1, 2, 5 × a power of ten that is not above `size`. */
export function niceStep(size: number): Decimal {
  const power = Math.floor(Math.log10(size) + 1e-9)
  const lead = size / 10 ** power + 1e-9
  const mantissa = lead >= 5 ? 5 : lead >= 2 ? 2 : 1
  return power >= 0 ? dec(mantissa * 10 ** power) : unitsText(mantissa, -power)
}

/** Power of ten nearest to `size` on a logarithmic scale. */
export function nearestPower(size: number): Decimal {
  const power = Math.round(Math.log10(size))
  return power >= 0 ? dec(10 ** power) : unitsText(1, -power)
}
