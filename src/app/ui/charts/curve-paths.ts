/**
 * Writes curves directly into existing SVG paths, for updates within the pointer event's frame without React. Paths are
 * found by the marks that `Curves` sets.
 */
import { areaPath, linePath, type PayoffCurve, type PayoffScales, type Range } from './payoff-geometry.ts'

export interface DrawnOver {
  /** Visible prices; unchanged if undefined. */
  readonly prices?: Range | undefined
  /** True if the curves have the values shown before the gesture, so that marks and figures stay valid. */
  readonly isSame?: boolean
}

export interface ChartHand {
  /**
   * Draws these curves instead of the shown ones. Returns false and changes nothing if they are other curves. If they
   * exceed the visible range, only the chart is re-rendered with new axes.
   */
  readonly draw: (curves: readonly PayoffCurve[], over?: DrawnOver) => boolean
  /** Ends the gesture: from the next render on the chart shows its props again. */
  readonly settle: () => void
}

export const canReplace = (shown: readonly PayoffCurve[], next: readonly PayoffCurve[]): boolean =>
  shown.length === next.length && shown.every((curve, index) => curve.id === next[index]?.id)

export function fitsScales(curves: readonly PayoffCurve[], { x, y }: Pick<PayoffScales, 'x' | 'y'>): boolean {
  const [low, high] = y.domain()
  const [from, to] = x.domain()
  return curves.every(({ xs, ys }) => {
    for (let index = 0; index < ys.length; index += 1) {
      const [price, value] = [xs[index] ?? 0, ys[index] ?? 0]
      if (price >= from && price <= to && (value < low || value > high)) return false
    }
    return true
  })
}

export function writeCurves(plot: Element, curves: readonly PayoffCurve[], scales: PayoffScales): void {
  const [main] = curves
  if (main === undefined) return
  const paths = new Map(curves.map(curve => [curve.id, linePath(curve, scales)]))
  const area = areaPath(main, scales, paths.get(main.id))
  for (const path of plot.querySelectorAll('path')) {
    const id = path.getAttribute('data-curve')
    const shape = id === null ? (path.hasAttribute('data-area') ? area : undefined) : paths.get(id)
    if (shape !== undefined) path.setAttribute('d', shape)
  }
}
