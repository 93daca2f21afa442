/**
 * Curves written straight into paths that are on the page already: what follows a pointer, in the very frame of its event, without drawing
 * any component. The paths are found by what `Curves` marks them with.
 */
import { areaPath, linePath, type PayoffCurve, type PayoffScales } from './payoff-geometry.ts'

/** Drawing past React, for as long as a gesture is under way. */
export interface ChartHand {
  /** Draws these in place of what is shown; false, and nothing is changed, where they are other curves or leave the values shown. */
  readonly draw: (curves: readonly PayoffCurve[]) => boolean
  /** The gesture rests: the chart shows what it is given again, from its next drawing on. */
  readonly settle: () => void
}

/** Can they be drawn in place of the others without moving the axes? */
export function canReplace(shown: readonly PayoffCurve[], next: readonly PayoffCurve[], { x, y }: Pick<PayoffScales, 'x' | 'y'>): boolean {
  const [low, high] = y.domain()
  const [from, to] = x.domain()
  if (shown.length !== next.length || !shown.every((curve, index) => curve.id === next[index]?.id)) return false
  return next.every(({ xs, ys }) => {
    for (let index = 0; index < ys.length; index += 1) {
      const [price, value] = [xs[index] ?? 0, ys[index] ?? 0]
      if (price >= from && price <= to && (value < low || value > high)) return false
    }
    return true
  })
}

/** Writes the curves into the paths under `plot`. */
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
