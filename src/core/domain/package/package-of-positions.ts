/**
 * Turns positions into one package: whole ratios without a common factor times a quantity (2.5 and -1 are 5:-2,
 * quantity 0.5). In buyer's form, so that buying adds or closes the positions. For unequal sizes it also offers the
 * largest package with round ratios and its remainder.
 */
import { maxOrderLegs } from '../order-rules.ts'
import { abs, add, canonical, dec, type Decimal, isZero, mul, neg, one, places, sign } from '../decimal.ts'

export interface HeldSize {
  readonly symbol: string
  /** Signed, not zero. */
  readonly size: Decimal
}

export interface PositionPackage {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  /** Packages; bought. */
  readonly quantity: Decimal
}

export type PackageResult =
  | { readonly ok: true; readonly value: PositionPackage }
  | { readonly ok: false; readonly problem: string }

/** Largest ratio of a joined symbol. */
const maxRatio = 999_999_999n

/** Largest ratio that is usual in quotes. */
const plainRatio = 4

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

const units = (size: Decimal, scale: number): bigint => {
  const [whole = '0', fraction = ''] = abs(size).split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

const ofUnits = (count: bigint, scale: number): Decimal =>
  mul(dec(String(count)), scale === 0 ? one : dec(`0.${'1'.padStart(scale, '0')}`))

const ratioOf = (count: bigint): number => Number.parseInt(String(count), 10)

function merged(held: readonly HeldSize[]): HeldSize[] {
  const sizes = new Map<string, Decimal>()
  for (const { symbol, size } of held) {
    const known = sizes.get(symbol)
    sizes.set(symbol, known === undefined ? size : add(known, size))
  }
  return [...sizes].flatMap(([symbol, size]) => (isZero(size) ? [] : [{ symbol, size }]))
}

interface ScaledSizes {
  readonly held: readonly HeldSize[]
  readonly scale: number
  readonly sizes: readonly bigint[]
}

type Intent = 'hold' | 'close'

function measure(given: readonly HeldSize[]): ScaledSizes | string {
  const held = merged(given)
  if (held.length === 0) return 'No position is chosen.'
  if (held.length > maxOrderLegs)
    return `An order has at most ${maxOrderLegs} legs; ${held.length} positions are chosen.`
  const scale = Math.max(...held.map(each => places(canonical(each.size))))
  return { held, scale, sizes: held.map(each => units(canonical(each.size), scale)) }
}

const legsOf = ({ held }: ScaledSizes, ratios: readonly bigint[], intent: Intent): PositionPackage['legs'] =>
  held.flatMap(({ symbol, size }, at) => {
    const ratio = ratioOf(ratios[at] ?? 0n)
    return ratio === 0 ? [] : [{ symbol, ratio: sign(intent === 'close' ? neg(size) : size) * ratio }]
  })

export function packageOfPositions(given: readonly HeldSize[], intent: Intent): PackageResult {
  const measured = measure(given)
  if (typeof measured === 'string') return { ok: false, problem: measured }
  const { sizes, scale } = measured
  const common = sizes.reduce(gcd)
  const ratios = sizes.map(size => size / common)
  if (ratios.some(ratio => ratio > maxRatio)) {
    return { ok: false, problem: 'The sizes have no common measure that makes whole ratios. Close them one by one.' }
  }
  return { ok: true, value: { legs: legsOf(measured, ratios, intent), quantity: ofUnits(common, scale) } }
}

export interface RoundPackage extends PositionPackage {
  /** Remainder, signed as held. */
  readonly left: readonly HeldSize[]
}

/** Largest package with ratios up to four. Undefined if the sizes match one exactly, or if no such package exists. */
export function roundPackage(given: readonly HeldSize[], intent: Intent): RoundPackage | undefined {
  const measured = measure(given)
  if (typeof measured === 'string' || measured.held.length < 2) return undefined
  const { held, sizes, scale } = measured
  const common = sizes.reduce(gcd)
  if (sizes.every(size => size / common <= BigInt(plainRatio))) return undefined
  const least = sizes.reduce((a, b) => (b < a ? b : a))
  const ratios = sizes.map(size => {
    const times = size / least
    return times > BigInt(plainRatio) ? BigInt(plainRatio) : times
  })
  const left = held.flatMap(({ symbol, size }, at) => {
    const rest = (sizes[at] ?? 0n) - (ratios[at] ?? 0n) * least
    const amount = ofUnits(rest, scale)
    return rest === 0n ? [] : [{ symbol, size: sign(size) < 0 ? neg(amount) : amount }]
  })
  const factor = ratios.reduce(gcd)
  return {
    legs: legsOf(
      measured,
      ratios.map(ratio => ratio / factor),
      intent,
    ),
    quantity: ofUnits(least * factor, scale),
    left,
  }
}
