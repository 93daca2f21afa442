/** Geometry of a payoff chart: domains, scales, interpolation, and the areas of profit and loss. Floats. */
import { type LinearScale, linearScale, tenth } from './linear-scale.ts'

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
