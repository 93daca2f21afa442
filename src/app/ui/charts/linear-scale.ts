/** A linear scale between values and pixels, with round ticks. Floats. */

export interface LinearScale {
  (value: number): number
  invert(px: number): number
  /** About `count` round values in domain order: 1, 2 or 5 times a power of ten apart. */
  ticks(count: number): number[]
  domain(): readonly [number, number]
  range(): readonly [number, number]
}

/** Rounded to a tenth of a pixel, to keep paths of hundreds of points short. */
export const tenth = (px: number): number => Math.round(px * 10) / 10

/** Linear interpolation that is exact at both ends. */
const between = (from: number, to: number, share: number): number => from * (1 - share) + to * share

/** In a domain without width every value is in the middle. */
function shareOf(value: number, from: number, to: number): number {
  const width = to - from
  return width === 0 ? 0.5 : (value - from) / width
}

/** Distance between ticks as an integer. Below one, the integer is its reciprocal. */
function tickStep(width: number, count: number): { readonly size: number; readonly isInverse: boolean } {
  const step = width / Math.max(0, count)
  const power = Math.floor(Math.log10(step))
  const error = step / 10 ** power
  const factor = error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.sqrt(2) ? 2 : 1
  return power < 0 ? { size: 10 ** -power / factor, isInverse: true } : { size: 10 ** power * factor, isInverse: false }
}

function ticksBetween(from: number, to: number, count: number): number[] {
  if (!(count > 0) || !Number.isFinite(from) || !Number.isFinite(to)) return []
  if (from === to) return [from]
  const [least, most] = from < to ? [from, to] : [to, from]
  const { size, isInverse } = tickStep(most - least, count)
  if (!Number.isFinite(size) || size === 0) return []
  // Integer multiples or quotients, so that rounding errors do not accumulate.
  const tickAt = (index: number): number => (isInverse ? index / size : index * size)
  const indexOf = (value: number): number => Math.round(isInverse ? value * size : value / size)
  const first = tickAt(indexOf(least)) < least ? indexOf(least) + 1 : indexOf(least)
  const last = tickAt(indexOf(most)) > most ? indexOf(most) - 1 : indexOf(most)
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => tickAt(first + index))
  return from < to ? ticks : ticks.reverse()
}

/** Decimal places that distinguish evenly spaced ticks, at most 8. */
export const placesOfTicks = ([first = 0, second = 1]: readonly number[]): number =>
  Math.max(0, Math.min(8, -Math.floor(Math.log10(Math.abs(second - first) || 1))))

export function linearScale([d0, d1]: readonly [number, number], [r0, r1]: readonly [number, number]): LinearScale {
  return Object.assign((value: number): number => between(r0, r1, shareOf(value, d0, d1)), {
    invert: (px: number): number => between(d0, d1, shareOf(px, r0, r1)),
    ticks: (count: number): number[] => ticksBetween(d0, d1, count),
    domain: (): readonly [number, number] => [d0, d1],
    range: (): readonly [number, number] => [r0, r1],
  })
}
