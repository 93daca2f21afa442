/**
 * The normal distribution to the last digits of a double. The Mills ratio (tail divided by density) is approximated,
 * because it stays accurate however far the tail: by rational interpolation at Chebyshev nodes to 60 digits, and far
 * out by W. J. Cody, "Rational Chebyshev approximations for the error function" (1969). Relative error at most 6e-16.
 * Nothing here allocates: the functions are called millions of times a second.
 */

const sqrtPi = 1.772453850905516
const inverseSqrtTwoPi = 0.3989422804014327

const tailFrom = 4 * Math.SQRT2
const middle = 2

/**
 * Coefficients of a rational approximation, ascending: seven of the numerator, then the denominator's after its leading
 * 1.
 */
type Terms = Readonly<Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13, number>>
// A typed array, because a literal in code costs two more instructions at each use.
const termsOf = (top: readonly number[], bottom: readonly number[]): Terms =>
  Float64Array.of(...top, ...bottom) as unknown as Terms

/** The Mills ratio for 0 ≤ a < 2, to 2e-17. */
const near: Terms = termsOf(
  [
    1.2533141373155003, 1.2294971263674703, 0.6120707083120778, 0.18162926836259025, 0.03343094485615827,
    0.0035856846047834885, 0.0001754382423969283,
  ],
  [
    1.778881335482964, 1.4077037213639638, 0.644625107005795, 0.18527257880188255, 0.03360169806595746,
    0.0035859377448657945, 0.00017543138970703163,
  ],
)

/** The Mills ratio for 2 ≤ a < 4√2, to 1e-17. */
const far: Terms = termsOf(
  [
    1.2533145754479684, 1.4922942505691406, 0.8709833382597373, 0.30749425124390606, 0.06885059144277925,
    0.009351280719477868, 0.0006275797417206488,
  ],
  [
    1.988565278414307, 1.7815831091347099, 0.9385344148030468, 0.31684849856138714, 0.06947803080483557,
    0.009351284915761059, 0.0006275796821087995,
  ],
)

// Even and odd powers are summed separately: half the chain of dependent multiplications, a third of the time.

function rational(terms: Terms, a: number): number {
  const y = a * a
  const topEven = ((terms[6] * y + terms[4]) * y + terms[2]) * y + terms[0]
  const topOdd = (terms[5] * y + terms[3]) * y + terms[1]
  const bottomEven = ((terms[12] * y + terms[10]) * y + terms[8]) * y + 1
  const bottomOdd = ((terms[13] * y + terms[11]) * y + terms[9]) * y + terms[7]
  return (topEven + a * topOdd) / (bottomEven + a * bottomOdd)
}

/** For a ≥ 4√2, by Cody's approximation of 1/√π - x exp(x²) erfc(x) for x = a/√2, from y = 1/x². */
function tailRatio(a: number): number {
  const y = 2 / (a * a)
  const top =
    ((((0.016315387137302097 * y + 0.30532663496123236) * y + 0.36034489994980445) * y + 0.12578172611122926) * y +
      0.016083785148742275) *
      y +
    0.0006587491615298378
  const bottom =
    ((((y + 2.568520192289822) * y + 1.8729528499234604) * y + 0.5279051029514285) * y + 0.06051834131244132) * y +
    0.0023352049762686918
  return (1 - (sqrtPi * y * top) / bottom) / a
}

/** Mills ratio (1 - Φ(a)) / φ(a) for a ≥ 0. */
export function millsRatio(a: number): number {
  return a < middle ? rational(near, a) : a < tailFrom ? rational(far, a) : tailRatio(a)
}

/** Replaces the first `count` values by their Mills ratios. One loop, because calls would box every number. */
export function millsRatiosInPlace(values: Float64Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const a = values[index] as number
    values[index] = a < middle ? rational(near, a) : a < tailFrom ? rational(far, a) : tailRatio(a)
  }
}

export function normalPdf(z: number): number {
  return inverseSqrtTwoPi * Math.exp(-0.5 * z * z)
}

export function normalPdfsInPlace(values: Float64Array, count: number): void {
  for (let index = 0; index < count; index++) values[index] = normalPdf(values[index] as number)
}

/** P(Z ≤ z) of the standard normal, with full relative accuracy in the lower tail. */
export function normalCdf(z: number): number {
  // The square is split, so that a large z keeps its relative accuracy (Cody's device).
  const head = Math.trunc(z * 16) / 16
  const density = Math.exp(-0.5 * head * head) * Math.exp(-0.5 * (z - head) * (z + head))
  const tail = inverseSqrtTwoPi * density * millsRatio(Math.abs(z))
  return z < 0 ? tail : 1 - tail
}

/**
 * Inverse of the normal distribution function: M. J. Wichura, algorithm AS 241 (PPND16), about 1e-15 relative.
 */

/** z with Φ(z) = ½ + q, for |q| ≤ 0.425; keeps the relative accuracy of a small q. */
function centralQuantile(q: number): number {
  const r = 0.180625 - q * q
  const top =
    ((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r +
      13731.69376550946) *
      r +
      1971.5909503065513) *
      r +
      133.14166789178438) *
      r +
    3.3871328727963665
  const bottom =
    ((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r +
      5394.196021424751) *
      r +
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
      ((((((1.0507500716444169e-9 * s + 0.0005475938084995345) * s + 0.015198666563616457) * s + 0.14810397642748008) *
        s +
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
    ((((((2.0103343992922881e-7 * s + 2.7115555687434876e-5) * s + 0.0012426609473880784) * s + 0.026532189526576124) *
      s +
      0.29656057182850487) *
      s +
      1.7848265399172913) *
      s +
      5.463784911164114) *
      s +
    6.657904643501103
  const bottom =
    ((((((2.0442631033899397e-15 * s + 1.421511758316446e-7) * s + 1.8463183175100548e-5) * s + 0.0007868691311456133) *
      s +
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

/** z ≥ 0 with P(|Z| ≤ z) = inside. `outside` = 1 - inside is passed separately so that neither end loses digits. */
export function twoSidedQuantile(inside: number, outside: number): number {
  return inside <= 0.85 ? centralQuantile(inside / 2) : tailQuantile(Math.sqrt(-Math.log(outside / 2)))
}
