/** A package that has no name of its own, as parts that have: as few as possible, of those the ones with the larger and more usual parts. */
import { type IdentifiedStructure, type RecognisedStructure, candidatesFor, describeStructure, identifyAmong } from './match.ts'
import { mostLegs, outlinedLegs } from './outline.ts'
import { type TidyLeg, nearness } from './tidy-legs.ts'

/** A package has at most ten legs by contract; a longer list (a book) is cut by expiry and then to this length, to bound the search. */
const longest = 10

/** Number of parts first; then general ratios, broken wings and legs that do not offset each other count against a part, and its size for it. */
function costOf(part: IdentifiedStructure): number {
  const oneWay = new Set(part.legs.map(leg => leg.ratio > 0)).size === 1
  return (
    1000 +
    (part.number === 10 ? 50 : 0) +
    (part.isBroken || part.number === 31 ? 25 : 0) +
    (oneWay && part.legs.length > 1 ? 5 : 0) -
    part.legs.length ** 2
  )
}

interface Known {
  readonly mask: number
  readonly part: IdentifiedStructure
  readonly cost: number
}

function bitsIn(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}

/** Those of a list whose bits are in a mask. */
function chosen<Each>(list: readonly Each[], mask: number): Each[] {
  const those: Each[] = []
  for (let left = mask; left !== 0; left &= left - 1) {
    const each = list[31 - Math.clz32(left & -left)]
    if (each !== undefined) those.push(each)
  }
  return those
}

/** Which structures may be a part; a single leg must be one. */
type Accepts = (part: IdentifiedStructure) => boolean

/** Every known structure among the legs, by the lowest leg it has (a set of legs is a mask of bits). */
function knownParts(legs: readonly TidyLeg[], accepts: Accepts): Map<number, Known[]> {
  const known = new Map<number, Known[]>()
  const outlined = outlinedLegs(legs)
  for (let mask = 1; mask < 1 << legs.length; mask++) {
    if (bitsIn(mask) > mostLegs) continue
    const among = candidatesFor(chosen(outlined, mask))
    const part = among && identifyAmong(among, chosen(legs, mask))
    if (part === undefined || !accepts(part)) continue
    const lowest = mask & -mask
    const others = known.get(lowest)
    const each = { mask, part, cost: costOf(part) }
    if (others === undefined) known.set(lowest, [each])
    else others.push(each)
  }
  return known
}

/** The cheapest parts of every set of the legs, smaller sets first: of the part that has its lowest leg, and of what is left. */
function fewestParts(legs: readonly TidyLeg[], accepts: Accepts): readonly RecognisedStructure[] {
  const known = knownParts(legs, accepts)
  const all = (1 << legs.length) - 1
  const costs = new Float64Array(all + 1).fill(Number.POSITIVE_INFINITY)
  const firsts: Known[] = []
  costs[0] = 0
  for (let mask = 1; mask <= all; mask++) {
    for (const each of known.get(mask & -mask) ?? []) {
      if ((each.mask & ~mask) !== 0) continue
      const cost = each.cost + (costs[mask & ~each.mask] ?? 0)
      if (cost >= (costs[mask] ?? 0)) continue
      costs[mask] = cost
      firsts[mask] = each
    }
  }
  const parts: RecognisedStructure[] = []
  for (let left = all; left !== 0; ) {
    const first = firsts[left]
    if (first === undefined) throw new Error('a single leg is always a structure')
    parts.push(describeStructure(first.part))
    left &= ~first.mask
  }
  return parts
}

function groupedBy(legs: readonly TidyLeg[], keyOf: (leg: TidyLeg) => string | number): TidyLeg[][] {
  const byKey = new Map<string | number, TidyLeg[]>()
  for (const leg of legs) byKey.set(keyOf(leg), [...(byKey.get(keyOf(leg)) ?? []), leg])
  return [...byKey.values()]
}

function chunks(legs: readonly TidyLeg[]): (readonly TidyLeg[])[] {
  if (legs.length <= longest) return [legs]
  return groupedBy(legs, nearness).flatMap(group =>
    Array.from({ length: Math.ceil(group.length / longest) }, (_, index) => group.slice(index * longest, (index + 1) * longest)),
  )
}

const order = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** One order for the same legs however they were given, so that of partitions equally good the same one is found: strikes ascending, a put before its call. */
function inOrder(legs: readonly TidyLeg[]): TidyLeg[] {
  return [...legs].sort(
    (a, b) =>
      order(a.base, b.base) ||
      order(nearness(a), nearness(b)) ||
      order(a.strikeRank, b.strikeRank) ||
      order(b.kind, a.kind) ||
      order(a.product ?? '', b.product ?? '') ||
      order(a.ratio, b.ratio),
  )
}

/** Known structures that together are these tidy legs, the same whatever their order; legs of several bases are parted first. */
export function breakDown(legs: readonly TidyLeg[], accepts: Accepts = () => true): readonly RecognisedStructure[] {
  return groupedBy(inOrder(legs), leg => leg.base)
    .flatMap(chunks)
    .flatMap(chunk => fewestParts(chunk, accepts))
}
