/**
 * Exact arithmetic on short decimals with safe integers. A value is `units / 10^scale`. A function returns undefined if
 * any integer exceeds ±(2^53 - 1); `decimal.ts` then uses big.js. Both paths return the same text. Only `decimal.ts`
 * imports this.
 */

/** A longer number may exceed a safe integer. */
const maxDigits = 15
const powers = Array.from({ length: maxDigits + 1 }, (_, exponent) => 10 ** exponent)

const minus = 45
const dot = 46
const zeroCode = 48

/** Second result of `read`, without an allocation. */
let scale = 0

/** Returns the units of a decimal and sets `scale`. NaN if it has too many digits. */
function read(text: string): number {
  const negative = text.charCodeAt(0) === minus
  const start = negative ? 1 : 0
  if (text.length - start > maxDigits + 1) return Number.NaN
  let units = 0
  let point = -1
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === dot) point = at
    else units = units * 10 + (code - zeroCode)
  }
  const digits = text.length - start - (point < 0 ? 0 : 1)
  if (digits > maxDigits) return Number.NaN
  scale = point < 0 ? 0 : text.length - point - 1
  return negative ? -units : units
}

function write(units: number, places: number): string {
  let digits = Math.abs(units)
  let left = places
  while (left > 0 && digits % 10 === 0) {
    digits /= 10
    left -= 1
  }
  const mark = units < 0 ? '-' : ''
  if (left === 0) return `${mark}${digits}`
  const text = String(digits).padStart(left + 1, '0')
  return `${mark}${text.slice(0, -left)}.${text.slice(-left)}`
}

const isSafe = (value: number): boolean => value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER

/** Both values in units of the finer scale. `align` returns false if they do not fit. */
let left = 0
let right = 0
let common = 0
function align(a: string, b: string): boolean {
  left = read(a)
  const leftScale = scale
  right = read(b)
  const rightScale = scale
  common = Math.max(leftScale, rightScale)
  if (leftScale < common) left *= powers[common - leftScale] ?? Number.NaN
  if (rightScale < common) right *= powers[common - rightScale] ?? Number.NaN
  return isSafe(left) && isSafe(right)
}

export function addFast(a: string, b: string): string | undefined {
  if (!align(a, b)) return undefined
  const units = left + right
  return isSafe(units) ? write(units, common) : undefined
}

export function subFast(a: string, b: string): string | undefined {
  if (!align(a, b)) return undefined
  const units = left - right
  return isSafe(units) ? write(units, common) : undefined
}

export function sumFast(values: readonly string[]): string | undefined {
  let units = 0
  let finest = 0
  for (const value of values) {
    let next = read(value)
    if (scale > finest) {
      units *= powers[scale - finest] ?? Number.NaN
      finest = scale
    } else if (scale < finest) next *= powers[finest - scale] ?? Number.NaN
    if (!isSafe(next) || !isSafe(units)) return undefined
    units += next
  }
  return isSafe(units) ? write(units, finest) : undefined
}

/**
 * Returns texts that add up to the sum of products: usually one, more if the sum would overflow. Products that are too
 * long are computed by `slow`.
 */
export function sumProductsFast(
  as: readonly string[],
  bs: readonly string[],
  slow: (a: string, b: string) => string,
): readonly string[] {
  const parts: string[] = []
  let units = 0
  let finest = 0
  const flush = (): void => {
    if (units !== 0) parts.push(write(units, finest))
    units = 0
  }
  for (let at = 0; at < as.length; at += 1) {
    const [a, b] = [as[at] ?? '', bs[at] ?? '']
    const first = read(a)
    const firstScale = scale
    let next = first * read(b)
    const places = firstScale + scale
    if (places > finest) {
      if (!isSafe(units * (powers[places - finest] ?? Number.NaN))) flush()
      units *= powers[places - finest] ?? 0
      finest = places
    } else next *= powers[finest - places] ?? Number.NaN
    if (!isSafe(next)) {
      parts.push(slow(a, b))
      continue
    }
    if (!isSafe(units + next)) flush()
    units += next
  }
  flush()
  return parts
}

export function mulFast(a: string, b: string): string | undefined {
  const first = read(a)
  const firstScale = scale
  const units = first * read(b)
  return isSafe(units) ? write(units, firstScale + scale) : undefined
}

export function signFast(a: string): -1 | 0 | 1 {
  for (let at = 0; at < a.length; at += 1) {
    const code = a.charCodeAt(at)
    if (code > zeroCode) return a.charCodeAt(0) === minus ? -1 : 1
  }
  return 0
}

function isCanonical(a: string): boolean {
  const start = a.charCodeAt(0) === minus ? 1 : 0
  const hasDot = a.includes('.')
  if (hasDot && a.charCodeAt(a.length - 1) === zeroCode) return false
  return a.charCodeAt(start) !== zeroCode || (hasDot ? a.charCodeAt(start + 1) === dot : a.length === 1)
}

export function canonicalFast(a: string): string | undefined {
  if (isCanonical(a)) return a
  const units = read(a)
  return Number.isNaN(units) ? undefined : write(units, scale)
}

export function cmpFast(a: string, b: string): -1 | 0 | 1 | undefined {
  if (!align(a, b)) return undefined
  return left < right ? -1 : left > right ? 1 : 0
}

export function isMultipleOfFast(a: string, step: string): boolean | undefined {
  return align(a, step) && right !== 0 ? left % right === 0 : undefined
}

/** Returns a multiple of a positive `step` at or below, at or above, or nearest (ties to even) to `a`. */
export function roundToStepFast(a: string, step: string, way: 'down' | 'up' | 'nearest'): string | undefined {
  if (!align(a, step) || right <= 0) return undefined
  const rest = left % right
  const toZero = left - rest
  if (rest === 0) return write(toZero, common)
  const below = rest < 0 ? toZero - right : toZero
  const above = below + right
  if (!isSafe(below) || !isSafe(above)) return undefined
  if (way !== 'nearest') return write(way === 'down' ? below : above, common)
  const lower = left - below
  const upper = above - left
  if (lower !== upper) return write(lower < upper ? below : above, common)
  return write((below / right) % 2 === 0 ? below : above, common)
}
