/**
 * Converts floats of pricing to decimals on a step. Every function is total: a float without a decimal text (not
 * finite, or too long for a `Decimal`) gives undefined, never a wrong text or a throw.
 */
import { type Decimal, decimalFromNumber, mul, parseDecimal, roundTo, toNumber } from '../../../core/domain/decimal.ts'

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

function unitsText(units: number, places: number): Decimal {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  const at = digits.length - places
  let end = digits.length
  while (end > at && digits.charCodeAt(end - 1) === 48) end -= 1
  const text = end > at ? `${digits.slice(0, at)}.${digits.slice(at, end)}` : digits.slice(0, at)
  return (units < 0 ? `-${text}` : text) as Decimal
}

/** Rounding tolerance for floats that should be on the step. */
const slack = 1e-7

/** Number of steps in `value`, rounded as requested; not finite if `value` is not. */
export function stepsOf(value: number, step: Decimal, way: 'down' | 'up' | 'nearest'): number {
  const count = value / unitsOf(step).size
  return way === 'down' ? Math.floor(count + slack) : way === 'up' ? Math.ceil(count - slack) : Math.round(count)
}

export function stepText(count: number, step: Decimal): Decimal | undefined {
  const { units, places } = unitsOf(step)
  const total = count * units
  if (Number.isSafeInteger(total)) return unitsText(total, places)
  // A float this large may print with an exponent, so this uses exact arithmetic.
  const whole = decimalFromNumber(Math.round(count))
  return whole === undefined ? undefined : parseDecimal(mul(whole, step))
}

export function roundText(value: number, places: number): Decimal | undefined {
  const units = Math.round(value * 10 ** places)
  if (Number.isSafeInteger(units)) return unitsText(units, places)
  const exact = decimalFromNumber(value)
  return exact === undefined ? undefined : roundTo(exact, places)
}

/** Range of supported sizes; others use the step of the nearer end (NaN that of the smaller). */
const smallest = 1e-15
const largest = 1e15
const sized = (size: number): number => (size >= smallest ? Math.min(size, largest) : smallest)

const power = (mantissa: number, exponent: number): Decimal =>
  exponent < 0 ? unitsText(mantissa, -exponent) : mul(unitsText(mantissa, 0), unitsText(10 ** exponent, 0))

/** Largest of 1, 2, 5 × a power of ten that is not above `size`. */
export function niceStep(size: number): Decimal {
  const within = sized(size)
  const exponent = Math.floor(Math.log10(within) + 1e-9)
  const lead = within / 10 ** exponent + 1e-9
  return power(lead >= 5 ? 5 : lead >= 2 ? 2 : 1, exponent)
}

export const nearestPower = (size: number): Decimal => power(1, Math.round(Math.log10(sized(size))))
