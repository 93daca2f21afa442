/**
 * The zero of a function between two arguments at which its values have opposite signs: by T. R. Chandrupatla (1997), inverse quadratic
 * interpolation where that is safe and halving where it is not. A smooth function is asked some eight times where halving alone asks thirty.
 */

const mostSteps = 200

/** To within `tolerance` (above zero) of where the sign changes. */
export function zeroBetween(
  [low, atLow]: readonly [argument: number, value: number],
  [high, atHigh]: readonly [argument: number, value: number],
  valueAt: (argument: number) => number,
  tolerance: number,
): number {
  let [a, fa, b, fb] = [high, atHigh, low, atLow]
  let part = 0.5
  for (let step = 0; step < mostSteps; step += 1) {
    const x = a + part * (b - a)
    const fx = valueAt(x)
    // `a` is the newest end, `b` the other one, `c` the end that was left.
    const isSameSide = Math.sign(fx) === Math.sign(fa)
    const [c, fc] = isSameSide ? [a, fa] : [b, fb]
    if (!isSameSide) [b, fb] = [a, fa]
    a = x
    fa = fx
    const least = tolerance / 2 / Math.abs(b - a)
    if (fa === 0 || least >= 0.5) break
    const xi = (a - b) / (c - b)
    const phi = (fa - fb) / (fc - fb)
    const isSafe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi
    const guess = isSafe ? (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb)) : 0.5
    part = Math.min(1 - least, Math.max(least, guess))
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b
}
