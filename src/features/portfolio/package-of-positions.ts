/**
 * Positions as one package: sizes become whole ratios with no common factor times a quantity (2.5 and -1 are 5:-2, quantity 0.5).
 * The legs are in buyer's form, so that buying the package adds what is held, or closes it.
 */
import { type Decimal, abs, mul, neg, dec, places, sign } from '../../domain/decimal.ts'

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

export type PackageResult = { readonly ok: true; readonly value: PositionPackage } | { readonly ok: false; readonly problem: string }

/** The contract's bound on the legs of one order. */
const maxLegs = 10

/** Longest ratio that a joined symbol carries. */
const maxRatio = 999_999_999n

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/** Size in units of 10^-places. */
const units = (size: Decimal, scale: number): bigint => {
  const [whole = '0', fraction = ''] = abs(size).split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** The package that adds the positions again (`hold`) or brings them to zero (`close`). */
export function packageOfPositions(held: readonly HeldSize[], intent: 'hold' | 'close'): PackageResult {
  if (held.length === 0) return { ok: false, problem: 'No position is chosen.' }
  if (held.length > maxLegs) return { ok: false, problem: `An order has at most ${maxLegs} legs; ${held.length} positions are chosen.` }
  const scale = Math.max(...held.map(one => places(one.size)))
  const sizes = held.map(one => units(one.size, scale))
  const common = sizes.reduce(gcd)
  if (common === 0n) return { ok: false, problem: 'A chosen position has no size.' }
  if (sizes.some(size => size / common > maxRatio)) {
    return { ok: false, problem: 'The sizes have no common measure that makes whole ratios. Close them one by one.' }
  }
  const turn = intent === 'close' ? neg : (size: Decimal) => size
  const legs = held.map((one, at) => ({
    symbol: one.symbol,
    ratio: sign(turn(one.size)) * Number.parseInt(String((sizes[at] ?? 0n) / common), 10),
  }))
  return { ok: true, value: { legs, quantity: mul(dec(String(common)), scale === 0 ? dec('1') : dec(`0.${'1'.padStart(scale, '0')}`)) } }
}

/** URL search of /build that opens the package there; opening it sends nothing. */
export function buildSearchOf(value: PositionPackage): { legs: string; qty: string; side: 'buy'; mode: 'rfq' | 'firm' } {
  return {
    legs: value.legs.map(leg => `${leg.symbol}@${leg.ratio}`).join('/'),
    qty: value.quantity,
    side: 'buy',
    mode: value.legs.length > 1 ? 'rfq' : 'firm',
  }
}
