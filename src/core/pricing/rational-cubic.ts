/**
 * Rational cubic interpolation on one interval (R. Delbourgo and J. A. Gregory, 1985): values and slopes at both ends,
 * and one control parameter r > -1 that can also fit the second derivative at one end.
 */

export type FittedEnd = 'left' | 'right'

/** Least r that preserves monotone or convex data. */
function shapeParameter(slope: number, slopeLeft: number, slopeRight: number): number {
  const monotone = slopeLeft * slope >= 0 && slopeRight * slope >= 0
  const curved = (slopeLeft <= slope && slope <= slopeRight) || (slopeLeft >= slope && slope >= slopeRight)
  let least = -1
  if (monotone && slope !== 0) least = (slopeLeft + slopeRight) / slope
  if (curved && slope !== slopeLeft && slope !== slopeRight) {
    const turn = slopeRight - slopeLeft
    least = Math.max(least, Math.abs(turn / (slopeRight - slope)), Math.abs(turn / (slope - slopeLeft)))
  }
  return least
}

/** Control parameter that fits `second` (the second derivative at one end) and preserves the shape. */
export function controlParameter(
  width: number,
  rise: number,
  slopeLeft: number,
  slopeRight: number,
  second: number,
  end: FittedEnd,
): number {
  const slope = rise / width
  const top = 0.5 * width * second + (slopeRight - slopeLeft)
  const bottom = end === 'left' ? slope - slopeLeft : slopeRight - slope
  const fitted = top / bottom
  const least = Math.max(shapeParameter(slope, slopeLeft, slopeRight), -0.999)
  return Number.isFinite(fitted) ? Math.max(fitted, least) : least
}

export function rationalCubic(
  part: number,
  width: number,
  valueLeft: number,
  valueRight: number,
  slopeLeft: number,
  slopeRight: number,
  r: number,
): number {
  const rest = 1 - part
  // A huge r gives the straight line; this form does not overflow.
  if (r > 1e15) return valueLeft * rest + valueRight * part
  const top =
    valueRight * part * part * part +
    (r * valueRight - width * slopeRight) * part * part * rest +
    (r * valueLeft + width * slopeLeft) * part * rest * rest +
    valueLeft * rest * rest * rest
  return top / (1 + (r - 3) * part * rest)
}
