/** Splits an unnamed package into the fewest named parts, preferring larger and more common ones. */
import { must } from '../must.ts'
import {
  candidatesFor,
  hasKnownMix,
  type IdentifiedStructure,
  identifyAmong,
  matchStructure,
  mostOneSided,
  type RecognisedStructure,
} from './match.ts'
import { mostLegs, type OutlinedLeg, outlinedLegs } from './outline.ts'
import { expiryRank, type TidyLeg } from './tidy-legs.ts'

/** Bounds the search. Packages have at most ten legs; longer lists are first cut by expiry. */
const longest = 10

/** Number of parts first, then penalties for general ratios, broken wings and one-way legs. */
function costOf(part: IdentifiedStructure): number {
  const isBought = (part.legs[0]?.ratio ?? 0) > 0
  const oneWay = part.legs.every(leg => leg.ratio > 0 === isBought)
  return (
    1000 +
    (part.number === 10 ? 50 : 0) +
    (part.isBroken || part.number === 31 ? 25 : 0) +
    (oneWay && part.legs.length > 1 ? 5 : 0) -
    part.legs.length ** 2
  )
}

interface CandidatePart {
  readonly mask: number
  readonly cost: number
}

/** Cached leg counts of every subset, since each search needs them. */
const sizes = new Uint8Array(1 << longest)
for (let mask = 1; mask < sizes.length; mask++) sizes[mask] = (sizes[mask >> 1] ?? 0) + (mask & 1)
const bitsIn = (mask: number): number => sizes[mask] ?? 0

function chosen<Each>(list: readonly Each[], mask: number): Each[] {
  const those: Each[] = []
  for (let left = mask; left !== 0; left &= left - 1) {
    const each = list[31 - Math.clz32(left & -left)]
    if (each !== undefined) those.push(each)
  }
  return those
}

/** Decides which structures may be a part, by number and legs. It must accept a single leg. */
type Accepts = (part: Pick<IdentifiedStructure, 'number' | 'legs'>) => boolean

function smallSets(count: number, most: number): Uint16Array {
  const key = count * 8 + most
  const known = smallSetsOf[key]
  if (known !== undefined) return known
  const sets = Uint16Array.from({ length: (1 << count) - 1 }, (_, index) => index + 1).filter(
    mask => bitsIn(mask) <= most,
  )
  smallSetsOf[key] = sets
  return sets
}
const smallSetsOf: Uint16Array[] = []

const maskOf = (legs: readonly TidyLeg[], has: (leg: TidyLeg) => boolean): number =>
  legs.reduce((mask, leg, at) => (has(leg) ? mask | (1 << at) : mask), 0)

/** Known structures among the legs, grouped by their lowest leg. A set of legs is a bit mask. */
function knownParts(
  legs: readonly TidyLeg[],
  outlined: readonly OutlinedLeg[],
  accepts: Accepts,
): readonly (readonly CandidatePart[])[] {
  const known = legs.map((): CandidatePart[] => [])
  const bought = maskOf(legs, leg => leg.ratio > 0)
  const calls = maskOf(legs, leg => leg.kind === 'C')
  const underlyings = maskOf(legs, leg => leg.kind === 'U')
  const isOneSided = bought === 0 || bought === (1 << legs.length) - 1
  const sets = smallSets(legs.length, isOneSided ? mostOneSided : mostLegs)
  for (let at = 0; at < sets.length; at++) {
    const mask = sets[at] ?? 0
    if (!hasKnownMix(bitsIn(mask), bitsIn(mask & bought), bitsIn(mask & calls), bitsIn(mask & underlyings))) continue
    const among = candidatesFor(chosen(outlined, mask))
    const part = among && identifyAmong(among, chosen(legs, mask))
    if (part === undefined || !accepts(part)) continue
    known[placeOfLowest(mask)]?.push({ mask, cost: costOf(part) })
  }
  return known
}

const placeOfLowest = (mask: number): number => 31 - Math.clz32(mask & -mask)

/**
 * Least cost of every subset (NaN until computed), and the part with its lowest leg. One buffer shared by all searches,
 * one at a time.
 */
const costs = new Float64Array(1 << longest)
const firsts: (CandidatePart | undefined)[] = Array.from({ length: 1 << longest }, () => undefined)

function floorsOf(known: readonly (readonly CandidatePart[])[]): readonly number[] {
  const cheapest: number[] = []
  for (const { mask, cost } of known.flat()) {
    const size = bitsIn(mask)
    cheapest[size] = Math.min(cheapest[size] ?? Number.POSITIVE_INFINITY, cost)
  }
  const floors = [0]
  for (let count = 1; count <= known.length; count++) {
    let floor = Number.POSITIVE_INFINITY
    for (let size = 1; size <= Math.min(count, mostLegs); size++) {
      floor = Math.min(floor, (cheapest[size] ?? Number.POSITIVE_INFINITY) + (floors[count - size] ?? 0))
    }
    floors[count] = floor
  }
  return floors
}

/** Least cost of a subset, by recursion over parts with its lowest leg. Stops early at the lower bound. */
function leastCost(mask: number, known: readonly (readonly CandidatePart[])[], floors: readonly number[]): number {
  if (mask === 0) return 0
  const before = costs[mask] ?? 0
  if (!Number.isNaN(before)) return before
  const floor = floors[bitsIn(mask)] ?? 0
  let least = Number.POSITIVE_INFINITY
  for (const each of known[placeOfLowest(mask)] ?? []) {
    if ((each.mask & ~mask) !== 0) continue
    const cost = each.cost + leastCost(mask & ~each.mask, known, floors)
    if (cost >= least) continue
    least = cost
    firsts[mask] = each
    if (least <= floor) break
  }
  costs[mask] = least
  return least
}

function cheapestSets(legs: readonly TidyLeg[], outlined: readonly OutlinedLeg[], accepts: Accepts): readonly number[] {
  const known = knownParts(legs, outlined, accepts)
  const all = (1 << legs.length) - 1
  costs.fill(Number.NaN, 0, all + 1)
  leastCost(all, known, floorsOf(known))
  const sets: number[] = []
  for (let left = all; left !== 0; ) {
    const first = (costs[left] ?? 0) < Number.POSITIVE_INFINITY ? firsts[left] : undefined
    if (first === undefined) throw new Error('a single leg is always a structure')
    sets.push(first.mask)
    left &= ~first.mask
  }
  return sets
}

/** Cached results by acceptance rule and shape of the list. */
const setsFound = new WeakMap<Accepts, Map<string, readonly number[]>>()
const mostSetsFound = 500

/** Caches one-sided lists: their result depends only on the order of strikes. */
function fewestSets(legs: readonly TidyLeg[], accepts: Accepts): readonly number[] {
  const outlined = outlinedLegs(legs)
  const bought = maskOf(legs, leg => leg.ratio > 0)
  if (mostOneSided > 2 || (bought !== 0 && bought !== (1 << legs.length) - 1))
    return cheapestSets(legs, outlined, accepts)
  const shape = outlined.map(({ kind, strikeBit, timeBit, ratio }) => `${kind} ${strikeBit} ${timeBit} ${ratio}`).join()
  const found = setsFound.get(accepts) ?? new Map<string, readonly number[]>()
  setsFound.set(accepts, found)
  const known = found.get(shape)
  if (known !== undefined) return known
  if (found.size >= mostSetsFound) found.clear()
  const sets = cheapestSets(legs, outlined, accepts)
  found.set(shape, sets)
  return sets
}

function groupedBy(legs: readonly TidyLeg[], keyOf: (leg: TidyLeg) => string | number): TidyLeg[][] {
  const byKey = new Map<string | number, TidyLeg[]>()
  for (const leg of legs) {
    const key = keyOf(leg)
    const group = byKey.get(key)
    if (group === undefined) byKey.set(key, [leg])
    else group.push(leg)
  }
  return [...byKey.values()]
}

function chunks(legs: readonly TidyLeg[]): (readonly TidyLeg[])[] {
  if (legs.length <= longest) return [legs]
  return groupedBy(legs, expiryRank).flatMap(group =>
    Array.from({ length: Math.ceil(group.length / longest) }, (_, index) =>
      group.slice(index * longest, (index + 1) * longest),
    ),
  )
}

const order = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

function inOrder(legs: readonly TidyLeg[]): TidyLeg[] {
  return [...legs].sort(
    (a, b) =>
      order(a.base, b.base) ||
      order(expiryRank(a), expiryRank(b)) ||
      order(a.strikeRank, b.strikeRank) ||
      order(b.kind, a.kind) ||
      order(a.product ?? '', b.product ?? '') ||
      order(a.ratio, b.ratio),
  )
}

/** Partition into known structures, independent of leg order. Bases are separated first. */
export const partsAmong = (legs: readonly TidyLeg[], accepts: Accepts): readonly (readonly TidyLeg[])[] =>
  groupedBy(inOrder(legs), leg => leg.base)
    .flatMap(chunks)
    .flatMap(chunk => fewestSets(chunk, accepts).map(set => chosen(chunk, set)))

const anyPart: Accepts = () => true

export const breakDown = (legs: readonly TidyLeg[], accepts: Accepts = anyPart): readonly RecognisedStructure[] =>
  partsAmong(legs, accepts).map(part => must(matchStructure(part), 'a part is a structure'))
