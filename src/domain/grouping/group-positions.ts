/**
 * Positions as the structures they are parts of: those that own packages were traded in, guessed ones of what was not seen traded, and single legs.
 * For every position the sizes of its parts add up to its size and have its sign, whatever the trades say: a package counts only as far as
 * all its legs are still held, the last traded first.
 */
import { type Decimal, abs, dec, divExact, gt, isZero, min, mul, roundToStep, sign, sub, zero } from '../decimal.ts'
import { guessStructures } from './guess-structures.ts'
import { type PackageLeg, type PackageTrade, openPackages, packageKey } from './open-packages.ts'

export interface HeldLeg {
  readonly id: string
  readonly symbol: string
  /** Signed, not zero. */
  readonly size: Decimal
}

/** A position, or a part of one. */
export type PositionsPart = HeldLeg

/** `traded` in orders of this account, `guessed` from sizes, or `alone`. */
export type Origin = 'traded' | 'guessed' | 'alone'

export interface PositionsStructure {
  /** The same while the same legs are held in it. */
  readonly key: string
  readonly origin: Origin
  readonly parts: readonly PositionsPart[]
  /** Of what was traded: the orders, oldest first. */
  readonly orders: readonly string[]
}

const finest = dec('0.000000000001')

/** Most packages that what is left (signed as the legs) allows; where a size does not divide exactly, a little less. */
export function fittingPackages(legs: readonly PackageLeg[], quantity: Decimal, leftOf: (leg: PackageLeg) => Decimal): Decimal {
  return legs.reduce((most, leg) => {
    const left = leftOf(leg)
    if (sign(left) !== Math.sign(leg.ratio)) return zero
    const ratio = dec(Math.abs(leg.ratio))
    const exact = divExact(abs(left), ratio)
    if (exact !== undefined) return min(most, exact)
    const whole = roundToStep(abs(left), mul(ratio, finest), 'down')
    return min(most, divExact(whole, ratio) ?? zero)
  }, quantity)
}

/** The structures of a book, those that were traded first. */
export function groupPositions(held: readonly HeldLeg[], trades: readonly PackageTrade[]): PositionsStructure[] {
  const left = new Map(held.map(leg => [leg.id, leg.size]))
  const byClaim = new Map<string, HeldLeg>()
  const claimOf = (symbol: string, direction: number): string => `${symbol} ${direction}`
  for (const leg of held) {
    const claim = claimOf(leg.symbol, sign(leg.size))
    if (!byClaim.has(claim)) byClaim.set(claim, leg)
  }
  const heldFor = (leg: PackageLeg): HeldLeg | undefined => byClaim.get(claimOf(leg.symbol, Math.sign(leg.ratio)))
  const traded = openPackages(trades.filter(each => each.legs.length > 1))
    .reverse()
    .flatMap((each): PositionsStructure[] => {
      const quantity = fittingPackages(each.legs, each.quantity, leg => left.get(heldFor(leg)?.id ?? '') ?? zero)
      if (!gt(quantity, zero)) return []
      const parts = each.legs.flatMap(leg => {
        const id = heldFor(leg)?.id
        return id === undefined ? [] : [{ id, symbol: leg.symbol, size: mul(quantity, dec(leg.ratio)) }]
      })
      for (const part of parts) left.set(part.id, sub(left.get(part.id) ?? zero, part.size))
      return [{ key: `traded ${packageKey(each.legs)}`, origin: 'traded', parts, orders: each.orders }]
    })
  const loose = held.flatMap(leg => {
    const size = left.get(leg.id) ?? zero
    return isZero(size) ? [] : [{ ...leg, size }]
  })
  // What is known to be traded by itself is part of no structure.
  const single = new Set(trades.flatMap(({ legs: [only, ...more] }) => (only === undefined || more.length > 0 ? [] : [only.symbol])))
  const guessed = guessStructures(loose.filter(leg => !single.has(leg.symbol))).map(
    (parts): PositionsStructure => ({
      key: `guessed ${parts
        .map(part => part.id)
        .sort()
        .join('/')}`,
      origin: 'guessed',
      parts,
      orders: [],
    }),
  )
  const taken = new Set(guessed.flatMap(each => each.parts.map(part => part.id)))
  const alone = loose
    .filter(leg => !taken.has(leg.id))
    .map((leg): PositionsStructure => ({ key: `alone ${leg.id}`, origin: 'alone', parts: [leg], orders: [] }))
  return [...traded, ...guessed, ...alone]
}
