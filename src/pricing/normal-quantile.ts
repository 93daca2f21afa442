/**
 * Inverse of the normal distribution function: M. J. Wichura, algorithm AS 241 (PPND16), about 1e-15 relative.
 */

/** z with Φ(z) = ½ + q, for |q| ≤ 0.425; keeps the relative accuracy of a small q. */
function centralQuantile(q: number): number {
  const r = 0.180625 - q * q
  const top =
    ((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r + 13731.69376550946) * r +
      1971.5909503065513) *
      r +
      133.14166789178438) *
      r +
    3.3871328727963665
  const bottom =
    ((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r + 5394.196021424751) * r +
      687.1870074920579) *
      r +
      42.31333070160091) *
      r +
    1
  return (q * top) / bottom
}

/** z ≥ 0 with 1 - Φ(z) = tail, for tail ≤ 0.075; r = √(-ln tail). */
function tailQuantile(r: number): number {
  if (r <= 5) {
    const s = r - 1.6
    const top =
      ((((((0.0007745450142783414 * s + 0.022723844989269184) * s + 0.2417807251774506) * s + 1.2704582524523684) * s +
        3.6478483247632045) *
        s +
        5.769497221460691) *
        s +
        4.630337846156546) *
        s +
      1.4234371107496835
    const bottom =
      ((((((1.0507500716444169e-9 * s + 0.0005475938084995345) * s + 0.015198666563616457) * s + 0.14810397642748008) * s +
        0.6897673349851) *
        s +
        1.6763848301838038) *
        s +
        2.053191626637759) *
        s +
      1
    return top / bottom
  }
  const s = r - 5
  const top =
    ((((((2.0103343992922881e-7 * s + 2.7115555687434876e-5) * s + 0.0012426609473880784) * s + 0.026532189526576124) * s +
      0.29656057182850487) *
      s +
      1.7848265399172913) *
      s +
      5.463784911164114) *
      s +
    6.657904643501103
  const bottom =
    ((((((2.0442631033899397e-15 * s + 1.421511758316446e-7) * s + 1.8463183175100548e-5) * s + 0.0007868691311456133) * s +
      0.014875361290850615) *
      s +
      0.1369298809227358) *
      s +
      0.599832206555888) *
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
