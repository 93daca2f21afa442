/**
 * Curves written straight into paths that are on the page already: what follows a pointer, in the very frame of its event, without drawing
 * any component. The paths are found by what `Curves` marks them with.
 */
import { areaPath, linePath, type PayoffCurve, type PayoffScales, type Range } from './payoff-geometry.ts'

export interface DrawnOver {
  /** Prices shown; as they are where they are not given. */
  readonly prices?: Range | undefined
  /** The values are those of the curves at rest: marks and figures made of these hold. */
  readonly isSame?: boolean
}

/** Drawing past React, for as long as a gesture is under way. */
export interface ChartHand {
  /**
   * Draws these in place of what is shown; false, and nothing is changed, where they are other curves. Where they leave the values shown, or other prices
   * are to be shown, only the chart is drawn again with other axes.
   */
  readonly draw: (curves: readonly PayoffCurve[], over?: DrawnOver) => boolean
  /** The gesture rests: the chart shows what it is given again, from its next drawing on. */
  readonly settle: () => void
}

/** Are they the same curves as those shown? */
export const canReplace = (shown: readonly PayoffCurve[], next: readonly PayoffCurve[]): boolean =>
  shown.length === next.length && shown.every((curve, index) => curve.id === next[index]?.id)

/** Do they stay within the values shown, at the prices shown? */
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
