/**
 * The normal distribution to the last digits of a double.
 *
 * Rational approximations by W. J. Cody, "Rational Chebyshev approximations for the error function" (1969): about 1e-15
 * relative everywhere, tails included, because what is approximated there is the function scaled by exp(x²).
 * Nothing here allocates; the functions are called millions of times a second.
 */

const inverseSqrtPi = 0.5641895835477563
const inverseSqrtTwoPi = 0.3989422804014327
const sqrtHalfPi = 1.2533141373155003
const sqrtHalf = 0.7071067811865476
/** Below it the error function itself is approximated. */
const centre = 0.46875

/** erf(x) for |x| ≤ 0.46875. */
function erfCentre(x: number): number {
  const y = x * x
  const top = (((1.85777706184603153e-1 * y + 3.1611237438705656) * y + 1.13864154151050156e2) * y + 3.77485237685302021e2) * y + 3.20937758913846947e3
  const bottom = (((y + 2.36012909523441209e1) * y + 2.44024637934444173e2) * y + 1.28261652607737228e3) * y + 2.84423683343917062e3
  return (x * top) / bottom
}

/** exp(x²) erfc(x) for 0.46875 ≤ x ≤ 4. */
function erfcxMiddle(x: number): number {
  const top =
    (((((((2.15311535474403846e-8 * x + 5.64188496988670089e-1) * x + 8.88314979438837594) * x + 6.61191906371416295e1) * x + 2.98635138197400131e2) * x +
      8.8195222124176909e2) *
      x +
      1.71204761263407058e3) *
      x +
      2.05107837782607147e3) *
      x +
    1.23033935479799725e3
  const bottom =
    (((((((x + 1.57449261107098347e1) * x + 1.17693950891312499e2) * x + 5.37181101862009858e2) * x + 1.62138957456669019e3) * x + 3.29079923573345963e3) * x +
      4.36261909014324716e3) *
      x +
      3.43936767414372164e3) *
      x +
    1.23033935480374942e3
  return top / bottom
}

/** exp(x²) erfc(x) for x ≥ 4. */
function erfcxTail(x: number): number {
  const y = 1 / (x * x)
  const top =
    ((((1.63153871373020978e-2 * y + 3.05326634961232344e-1) * y + 3.60344899949804439e-1) * y + 1.25781726111229246e-1) * y + 1.60837851487422766e-2) * y +
    6.58749161529837803e-4
  const bottom =
    ((((y + 2.56852019228982242) * y + 1.87295284992346047) * y + 5.27905102951428412e-1) * y + 6.05183413124413191e-2) * y + 2.33520497626869185e-3
  return (inverseSqrtPi - (y * top) / bottom) / x
}

/** exp(-x²) with the square split, so that a large x keeps its relative accuracy (Cody's device). */
function expMinusSquare(x: number): number {
  const head = Math.trunc(x * 16) / 16
  return Math.exp(-head * head) * Math.exp(-(x - head) * (x + head))
}

/** exp(x²) erfc(x), the scaled complementary error function; grows without bound (to Infinity) for x → -∞. */
export function erfcx(x: number): number {
  if (x < -centre) return 2 / expMinusSquare(x) - erfcx(-x)
  if (x < centre) return Math.exp(x * x) * (1 - erfCentre(x))
  return x < 4 ? erfcxMiddle(x) : erfcxTail(x)
}

/** Mills ratio (1 - Φ(a)) / φ(a) for a ≥ 0. */
export function millsRatio(a: number): number {
  return sqrtHalfPi * erfcx(a * sqrtHalf)
}

/** Density of the standard normal. */
export function normalPdf(z: number): number {
  return inverseSqrtTwoPi * Math.exp(-0.5 * z * z)
}

/** P(Z ≤ z) of the standard normal, with full relative accuracy in the lower tail. */
export function normalCdf(z: number): number {
  const x = z * sqrtHalf
  if (Math.abs(x) < centre) return 0.5 + 0.5 * erfCentre(x)
  // z²/2 from z itself: x carries a rounding that the square would magnify.
  const head = Math.trunc(z * 16) / 16
  const density = Math.exp(-0.5 * head * head) * Math.exp(-0.5 * (z - head) * (z + head))
  const tail = 0.5 * density * erfcx(Math.abs(x))
  return z < 0 ? tail : 1 - tail
}

/** P(Z ≤ z) where the density φ(z) is known already: no exponential is spent. */
export function normalCdfOfDensity(z: number, density: number): number {
  const x = z * sqrtHalf
  if (Math.abs(x) < centre) return 0.5 + 0.5 * erfCentre(x)
  return z < 0 ? density * millsRatio(-z) : 1 - density * millsRatio(z)
}
