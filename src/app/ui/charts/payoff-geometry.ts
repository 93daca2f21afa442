/** Geometry of a payoff chart: domains, scales, interpolation, and the areas of profit and loss. Floats. */

export interface PayoffCurve {
  readonly id: string
  readonly label: string
  readonly kind: 'expiry' | 'today' | 'date' | 'book' | 'combined' | 'quote' | 'filled' | 'pin1' | 'pin2' | 'pin3'
  readonly xs: ArrayLike<number>
  readonly ys: ArrayLike<number>
}

export type Range = readonly [number, number]

export const margins = { top: 14, right: 14, bottom: 24, left: 52 } as const

/** Linear interpolation at a price; undefined outside the curve. */
export function valueAt({ xs, ys }: Pick<PayoffCurve, 'xs' | 'ys'>, x: number): number | undefined {
  let low = 0
  let high = xs.length - 1
  if (high < 0 || !(x >= (xs[0] ?? 0) && x <= (xs[high] ?? 0))) return undefined
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((xs[middle] ?? 0) <= x) low = middle
    else high = middle
  }
  const [x0, x1, y0, y1] = [xs[low] ?? 0, xs[high] ?? 0, ys[low] ?? 0, ys[high] ?? 0]
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

function extent(lists: Iterable<ArrayLike<number>>): Range | undefined {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const value = list[i]
      if (value === undefined || !Number.isFinite(value)) continue
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return least > most ? undefined : [least, most]
}

export const priceDomain = (curves: readonly PayoffCurve[], given: Range | undefined): Range =>
  given ?? extent(curves.map(curve => curve.xs)) ?? [0, 1]

export function valueDomain(curves: readonly PayoffCurve[], [from, to]: Range, given: Range | undefined): Range {
  if (given !== undefined) return given
  const shown = curves.map(({ xs, ys }) =>
    Array.from(ys).filter((_, index) => (xs[index] ?? 0) >= from && (xs[index] ?? 0) <= to),
  )
  const [least, most] = extent([...shown, [0]]) ?? [0, 1]
  const air = (most - least) * 0.1 || 1
  return [least === 0 ? -air : least - air, most === 0 ? air : most + air]
}

export interface PayoffScales {
  readonly x: LinearScale
  readonly y: LinearScale
  readonly width: number
  readonly height: number
}

export function payoffScales(width: number, height: number, xDomain: Range, yDomain: Range): PayoffScales {
  return {
    x: linearScale(xDomain, [margins.left, Math.max(margins.left + 1, width - margins.right)]),
    y: linearScale(yDomain, [Math.max(margins.top + 1, height - margins.bottom), margins.top]),
    width,
    height,
  }
}

/** Rounded to a tenth, to keep paths of hundreds of points short. */
const tenth = (px: number): number => Math.round(px * 10) / 10

/** A scale as factor and offset, because calling the scale for each of hundreds of points is slow. */
function lineOf(scale: LinearScale): readonly [factor: number, offset: number] {
  const [d0, d1] = scale.domain()
  const [r0, r1] = scale.range()
  const factor = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0)
  return [factor, r0 - factor * d0]
}

export function linePath({ xs, ys }: Pick<PayoffCurve, 'xs' | 'ys'>, scales: Pick<PayoffScales, 'x' | 'y'>): string {
  const [xFactor, xOffset] = lineOf(scales.x)
  const [yFactor, yOffset] = lineOf(scales.y)
  let path = ''
  for (let i = 0; i < xs.length; i++) {
    path += `${i === 0 ? 'M' : 'L'}${tenth((xs[i] ?? 0) * xFactor + xOffset)},${tenth((ys[i] ?? 0) * yFactor + yOffset)}`
  }
  return path
}

/**
 * Path between a curve and zero; clipped at zero it is the profit area above or the loss area below. `line` is the
 * curve's path if already known.
 */
export function areaPath(
  curve: Pick<PayoffCurve, 'xs' | 'ys'>,
  scales: PayoffScales,
  line = linePath(curve, scales),
): string {
  const { xs } = curve
  if (xs.length < 2) return ''
  const zero = tenth(scales.y(0))
  return `${line}L${tenth(scales.x(xs[xs.length - 1] ?? 0))},${zero}L${tenth(scales.x(xs[0] ?? 0))},${zero}Z`
}

const minGap = 46

export function labelRows(pixels: readonly number[], gap: number = minGap): number[] {
  const rows: number[] = []
  const lastOf: number[] = []
  for (const px of pixels) {
    const free = lastOf.findIndex(last => px - last >= gap)
    const row = free < 0 ? lastOf.length : free
    lastOf[row] = px
    rows.push(row)
  }
  return rows
}

interface LinearScale {
  (value: number): number
  invert(px: number): number
  /** About `count` round values in domain order: 1, 2 or 5 times a power of ten apart. */
  ticks(count: number): number[]
  domain(): readonly [number, number]
  range(): readonly [number, number]
}

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

export function linearScale([d0, d1]: readonly [number, number], [r0, r1]: readonly [number, number]): LinearScale {
  return Object.assign((value: number): number => between(r0, r1, shareOf(value, d0, d1)), {
    invert: (px: number): number => between(d0, d1, shareOf(px, r0, r1)),
    ticks: (count: number): number[] => ticksBetween(d0, d1, count),
    domain: (): readonly [number, number] => [d0, d1],
    range: (): readonly [number, number] => [r0, r1],
  })
}
