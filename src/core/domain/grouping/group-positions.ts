/**
 * Groups positions into structures: manual groups, traded packages, guessed structures, single legs. Invariant: the
 * parts of a position add up to its size and have its sign. A package counts only while all its legs are held, the
 * latest trade first.
 */
import {
  abs,
  dec,
  type Decimal,
  divExact,
  gt,
  isZero,
  min,
  mul,
  roundToStep,
  sign,
  sub,
  toNumber,
  zero,
} from '../decimal.ts'
import { type InstrumentName, parseInstrumentName } from '../instrument.ts'
import { partsAmong } from '../structures/breakdown.ts'
import type { IdentifiedStructure } from '../structures/match.ts'
import { structureLegOf, tidyLegs } from '../structures/tidy-legs.ts'
import type { PackageLeg } from '../package/package-leg.ts'
import { openPackages, packageKey, type PackageTrade } from './open-packages.ts'
import type { OwnGroup } from './own-groups.ts'

/**
 * Guesses structures of untraded legs. Uses whole legs, only in ratios of named structures, with as few parts as
 * possible. Legs of one expiry are tried first.
 */
interface ReadLeg extends HeldLeg {
  readonly name: InstrumentName
  readonly count: number
}

/** Larger ratios are coincidence, not evidence of a structure. */
const generalRatio = 10
const isSpecific = (part: Pick<IdentifiedStructure, 'number'>): boolean => part.number !== generalRatio

/** Bounds the search across expiries. */
const mostTogether = 10
const factors = [1, 2, 3, 1 / 2, 1 / 3]
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(a, b)

function relatives(legs: readonly ReadLeg[]): ReadLeg[][] {
  const left = new Set(legs)
  const groups: ReadLeg[][] = []
  for (const leg of legs) {
    if (!left.delete(leg)) continue
    const group = [leg]
    for (const member of group) {
      for (const other of left) {
        const [a, b] = [Math.abs(member.count), Math.abs(other.count)]
        if (!factors.some(factor => isClose(a * factor, b))) continue
        left.delete(other)
        group.push(other)
      }
    }
    groups.push(group)
  }
  return groups
}

/** Cache of partitions as indexes into the list of legs. A fill changes only a few groups. */
const remembered = new Map<string, readonly (readonly number[])[]>()
const mostRemembered = 2_000

/** Structures of at least two legs of one base. A leg is in at most one. */
function structuresAmong(legs: readonly ReadLeg[]): HeldLeg[][] {
  return relatives(legs).flatMap(group => {
    if (group.length < 2) return []
    const key = group.map(leg => `${leg.symbol} ${leg.size}`).join('/')
    const found = remembered.get(key) ?? indexesAmong(group)
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, found)
    return found.map(indexes => indexes.flatMap(index => group[index] ?? []))
  })
}

function indexesAmong(group: readonly ReadLeg[]): number[][] {
  const tidied = tidyLegs(group.map(leg => structureLegOf(leg.name, leg.count)))
  // A repeated instrument would be merged here, so indexes would not match.
  if (tidied.length !== group.length) return []
  const indexes = new Map(tidied.map((leg, index) => [leg, index]))
  return partsAmong(tidied, isSpecific)
    .filter(part => part.length > 1)
    .map(part => part.flatMap(leg => indexes.get(leg) ?? []))
}

function groupedBy(legs: readonly ReadLeg[], keyOf: (leg: ReadLeg) => string | number): ReadLeg[][] {
  const groups = new Map<string | number, ReadLeg[]>()
  for (const leg of legs) {
    const group = groups.get(keyOf(leg))
    if (group === undefined) groups.set(keyOf(leg), [leg])
    else group.push(leg)
  }
  return [...groups.values()]
}

const without = (legs: readonly ReadLeg[], taken: readonly (readonly HeldLeg[])[]): ReadLeg[] => {
  const ids = new Set(taken.flatMap(group => group.map(leg => leg.id)))
  return legs.filter(leg => !ids.has(leg.id))
}

function guessOfBase(legs: readonly ReadLeg[]): HeldLeg[][] {
  const options = legs.filter(leg => leg.name.product === 'option')
  const within = groupedBy(options, leg => ('expiryMs' in leg.name ? leg.name.expiryMs : 0)).flatMap(structuresAmong)
  const rest = without(legs, within)
  const across = groupedBy(rest, leg => Math.abs(leg.count)).filter(group => group.length <= mostTogether)
  return [...within, ...(rest.length <= mostTogether ? [rest] : across).flatMap(structuresAmong)]
}

function guessStructures(legs: readonly HeldLeg[]): HeldLeg[][] {
  const read = legs.flatMap(leg => {
    const name = parseInstrumentName(leg.symbol)
    return name === undefined || (name.product === 'option' && toNumber(name.strike) <= 0)
      ? []
      : [{ ...leg, name, count: toNumber(leg.size) }]
  })
  return groupedBy(read, leg => leg.name.base).flatMap(guessOfBase)
}

export interface HeldLeg {
  readonly id: string
  readonly symbol: string
  /** Signed, not zero. */
  readonly size: Decimal
}

export type PositionsPart = HeldLeg

/** `own`: grouped by hand. `traded`: from orders of this account. `guessed`: from sizes. `alone`: a single leg. */
export type Origin = 'own' | 'traded' | 'guessed' | 'alone'

export interface PositionsStructure {
  /** Stable while the legs are unchanged. */
  readonly key: string
  readonly origin: Origin
  readonly name?: string | undefined
  readonly parts: readonly PositionsPart[]
  readonly orders: readonly string[]
}

const finest = dec('0.000000000001')

/** Largest number of packages within the remaining sizes, rounded down if a size does not divide exactly. */
export function fittingPackages(
  legs: readonly PackageLeg[],
  quantity: Decimal,
  leftOf: (leg: PackageLeg) => Decimal,
): Decimal {
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

const aloneOf = (leg: HeldLeg): PositionsStructure => ({
  key: `alone ${leg.id}`,
  origin: 'alone',
  parts: [leg],
  orders: [],
})
const keyOfParts = (parts: readonly PositionsPart[]): string =>
  parts
    .map(part => part.id)
    .sort()
    .join('/')

function ownStructures(held: readonly HeldLeg[], own: readonly OwnGroup[]): PositionsStructure[] {
  const free = new Map(held.map(leg => [leg.id, leg]))
  return own.flatMap(({ ids, name }): PositionsStructure[] => {
    const parts = ids.flatMap(id => free.get(id) ?? [])
    for (const { id } of parts) free.delete(id)
    const [only, ...more] = parts
    if (only === undefined) return []
    return more.length === 0
      ? [aloneOf(only)]
      : [{ key: `own ${keyOfParts(parts)}`, origin: 'own', name, parts, orders: [] }]
  })
}

export function groupPositions(
  all: readonly HeldLeg[],
  trades: readonly PackageTrade[],
  own: readonly OwnGroup[] = [],
): PositionsStructure[] {
  const byHand = ownStructures(all, own)
  const placed = new Set(byHand.flatMap(each => each.parts.map(part => part.id)))
  const held = all.filter(leg => !placed.has(leg.id))
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
  // The rest of a traded leg is never guessed into a structure.
  const seen = new Set(trades.flatMap(({ legs }) => legs.map(leg => leg.symbol)))
  const guessed = guessStructures(loose.filter(leg => !seen.has(leg.symbol))).map(
    (parts): PositionsStructure => ({
      key: `guessed ${keyOfParts(parts)}`,
      origin: 'guessed',
      parts,
      orders: [],
    }),
  )
  const taken = new Set(guessed.flatMap(each => each.parts.map(part => part.id)))
  const alone = loose.filter(leg => !taken.has(leg.id)).map(aloneOf)
  return [...byHand, ...traded, ...guessed, ...alone]
}
