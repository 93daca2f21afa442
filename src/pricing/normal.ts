/**
 * The normal distribution to the last digits of a double.
 *
 * Rational approximations by W. J. Cody, "Rational Chebyshev approximations for the error function" (1969): about 1e-15
 * relative everywhere, tails included, because what is approximated is the function scaled by exp(x²).
 * Nothing here allocates; the functions are called millions of times a second.
 */

const inverseSqrtPi = 0.5641895835477563
const sqrtPi = 1.772453850905516
const inverseSqrtTwoPi = 0.3989422804014327
const sqrtHalfPi = 1.2533141373155003
const sqrtHalf = Math.SQRT1_2
/** End of the innermost range. */
const centre = 0.46875

// Even and odd powers are summed apart: half the chain of dependent multiplications, a third of the time.

/** exp(x²) erfc(x) for 0 ≤ x ≤ 0.46875: rational interpolation at Chebyshev nodes by 60-digit arithmetic, 1e-17; unlike Cody's erf it takes no exponential. */
function erfcxCentre(x: number): number {
  const y = x * x
  const topEven = (0.01017170711496045 * y + 0.4246398084964541) * y + 1
  const topOdd = (-1.1250440924948189e-5 * y + 0.09834403634344233) * y + 0.8821569678873314
  const bottomEven = (0.17642467651284244 * y + 1.6932868979034963) * y + 1
  const bottomOdd = (0.017745159173951235 * y + 0.7507303389459468) * y + 2.0105361349828477
  return (topEven + x * topOdd) / (bottomEven + x * bottomOdd)
}

/** exp(x²) erfc(x) for 0.46875 ≤ x ≤ 4. */
function erfcxMiddle(x: number): number {
  const y = x * x
  const topEven =
    (((2.1531153547440383e-8 * y + 8.883149794388377) * y + 298.6351381974001) * y + 1712.0476126340707) * y + 1230.3393547979972
  const topOdd = ((0.5641884969886701 * y + 66.11919063714163) * y + 881.952221241769) * y + 2051.0783778260716
  const bottomEven = (((y + 117.6939508913125) * y + 1621.3895745666903) * y + 4362.619090143247) * y + 1230.3393548037495
  const bottomOdd = ((15.744926110709835 * y + 537.1811018620099) * y + 3290.7992357334597) * y + 3439.3676741437216
  return (topEven + x * topOdd) / (bottomEven + x * bottomOdd)
}

/** 1/√π - x exp(x²) erfc(x) for x ≥ 4, from y = 1/x². */
function tailDefect(y: number): number {
  const top =
    ((((0.016315387137302097 * y + 0.30532663496123236) * y + 0.36034489994980445) * y + 0.12578172611122926) * y + 0.016083785148742275) *
      y +
    0.0006587491615298378
  const bottom =
    ((((y + 2.568520192289822) * y + 1.8729528499234604) * y + 0.5279051029514285) * y + 0.06051834131244132) * y + 0.0023352049762686918
  return (y * top) / bottom
}

/** exp(x²) erfc(x) for x ≥ 4. */
const erfcxTail = (x: number): number => (inverseSqrtPi - tailDefect(1 / (x * x))) / x

/** exp(-x²) with the square split, so that a large x keeps its relative accuracy (Cody's device). */
function expMinusSquare(x: number): number {
  const head = Math.trunc(x * 16) / 16
  return Math.exp(-head * head) * Math.exp(-(x - head) * (x + head))
}

/** exp(x²) erfc(x), the scaled complementary error function; grows without bound (to Infinity) for x → -∞. */
export function erfcx(x: number): number {
  if (x < 0) return 2 / expMinusSquare(x) - erfcx(-x)
  if (x < centre) return erfcxCentre(x)
  return x < 4 ? erfcxMiddle(x) : erfcxTail(x)
}

/** Mills ratio (1 - Φ(a)) / φ(a) for a ≥ 0. */
export function millsRatio(a: number): number {
  return sqrtHalfPi * erfcx(a * sqrtHalf)
}

/** From here on 1 - a millsRatio(a) is had without a difference. */
export const millsTailFrom = 4 * Math.SQRT2

/** 1 - a millsRatio(a) for a ≥ `millsTailFrom`, to its last digits. */
export const millsDefect = (a: number): number => sqrtPi * tailDefect(2 / (a * a))

/** The same for the first `count` values, each replaced by its ratio: in one loop, since calls would box every number. */
export function millsRatiosInPlace(values: Float64Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const x = (values[index] as number) * sqrtHalf
    values[index] = sqrtHalfPi * (x < centre ? erfcxCentre(x) : x < 4 ? erfcxMiddle(x) : erfcxTail(x))
  }
}

/** Density of the standard normal. */
export function normalPdf(z: number): number {
  return inverseSqrtTwoPi * Math.exp(-0.5 * z * z)
}

/** P(Z ≤ z) of the standard normal, with full relative accuracy in the lower tail. */
export function normalCdf(z: number): number {
  // z²/2 from z itself, split: z/√2 carries a rounding that the square would magnify.
  const head = Math.trunc(z * 16) / 16
  const density = Math.exp(-0.5 * head * head) * Math.exp(-0.5 * (z - head) * (z + head))
  const tail = 0.5 * density * erfcx(Math.abs(z) * sqrtHalf)
  return z < 0 ? tail : 1 - tail
}
