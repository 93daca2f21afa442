/**
 * Inverse of the normal distribution function: M. J. Wichura, algorithm AS 241 (PPND16), about 1e-15 relative.
 */

/** z with Φ(z) = ½ + q, for |q| ≤ 0.425; keeps the relative accuracy of a small q. */
function centralQuantile(q: number): number {
  const r = 0.180625 - q * q
  const top =
    ((((((2.5090809287301226727e3 * r + 3.3430575583588128105e4) * r + 6.7265770927008700853e4) * r + 4.5921953931549871457e4) * r + 1.3731693765509461125e4) *
      r +
      1.9715909503065514427e3) *
      r +
      1.3314166789178437745e2) *
      r +
    3.387132872796366608
  const bottom =
    ((((((5.226495278852854561e3 * r + 2.8729085735721942674e4) * r + 3.930789580009271061e4) * r + 2.1213794301586595867e4) * r + 5.3941960214247511077e3) *
      r +
      6.871870074920579083e2) *
      r +
      4.2313330701600911252e1) *
      r +
    1
  return (q * top) / bottom
}

/** z ≥ 0 with 1 - Φ(z) = tail, for tail ≤ 0.075; r = √(-ln tail). */
function tailQuantile(r: number): number {
  if (r <= 5) {
    const s = r - 1.6
    const top =
      ((((((7.7454501427834140764e-4 * s + 2.27238449892691845833e-2) * s + 2.4178072517745061177e-1) * s + 1.27045825245236838258) * s +
        3.64784832476320460504) *
        s +
        5.7694972214606914055) *
        s +
        4.6303378461565452959) *
        s +
      1.42343711074968357734
    const bottom =
      ((((((1.05075007164441684324e-9 * s + 5.475938084995344946e-4) * s + 1.51986665636164571966e-2) * s + 1.4810397642748007459e-1) * s +
        6.8976733498510000455e-1) *
        s +
        1.6763848301838038494) *
        s +
        2.05319162663775882187) *
        s +
      1
    return top / bottom
  }
  const s = r - 5
  const top =
    ((((((2.01033439929228813265e-7 * s + 2.71155556874348757815e-5) * s + 1.2426609473880784386e-3) * s + 2.6532189526576123093e-2) * s +
      2.9656057182850489123e-1) *
      s +
      1.7848265399172913358) *
      s +
      5.4637849111641143699) *
      s +
    6.6579046435011037772
  const bottom =
    ((((((2.04426310338993978564e-15 * s + 1.4215117583164458887e-7) * s + 1.8463183175100546818e-5) * s + 7.868691311456132591e-4) * s +
      1.48753612908506148525e-2) *
      s +
      1.3692988092273580531e-1) *
      s +
      5.9983220655588793769e-1) *
      s +
    1
  return top / bottom
}

/** z with Φ(z) = p; -Infinity at 0, Infinity at 1, NaN outside [0, 1]. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return centralQuantile(q)
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  return q < 0 ? -tailQuantile(Math.sqrt(-Math.log(p))) : tailQuantile(Math.sqrt(-Math.log(1 - p)))
}

/** z ≥ 0 with P(|Z| ≤ z) = inside, given 1 - inside too, so that neither end loses digits. */
export function twoSidedQuantile(inside: number, outside: number): number {
  return inside <= 0.85 ? centralQuantile(inside / 2) : tailQuantile(Math.sqrt(-Math.log(outside / 2)))
}
