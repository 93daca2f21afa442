/**
 * Guesses which legs belong together where no trade says so: legs are taken whole, never in parts, and only where their sizes stand in a
 * ratio that a named structure has; fewest parts first. Legs of one expiry are tried before those of several.
 */
import { type Decimal, toNumber } from '../decimal.ts'
import { type InstrumentName, parseInstrumentName } from '../instrument.ts'
import { partsAmong } from '../structures/breakdown.ts'
import type { IdentifiedStructure } from '../structures/match.ts'
import { structureLegOf } from '../structures/named-leg.ts'
import { tidyLegs } from '../structures/tidy-legs.ts'

export interface LooseLeg {
  readonly id: string
  readonly symbol: string
  /** Signed, not zero. */
  readonly size: Decimal
}

interface ReadLeg extends LooseLeg {
  readonly name: InstrumentName
  readonly count: number
}

/** A ratio of any m to n is no evidence. */
const generalRatio = 10
const isSpecific = (part: Pick<IdentifiedStructure, 'number'>): boolean => part.number !== generalRatio

/** No more legs are tried together across expiries. */
const mostTogether = 10
const factors = [1, 2, 3, 1 / 2, 1 / 3]
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(a, b)

/** Legs whose sizes stand, through one another, in the ratios that structures have. */
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

/** What was found among legs that were looked at before: places in their list. A fill changes a few legs of a book, not all. */
const remembered = new Map<string, readonly (readonly number[])[]>()
const mostRemembered = 2_000

/** Structures of at least two legs among legs of one base; each leg is in at most one. */
function structuresAmong(legs: readonly ReadLeg[]): LooseLeg[][] {
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
  // One instrument held twice would be one leg here and two there; where none is, the legs stand as they were given.
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

const without = (legs: readonly ReadLeg[], taken: readonly (readonly LooseLeg[])[]): ReadLeg[] => {
  const ids = new Set(taken.flatMap(group => group.map(leg => leg.id)))
  return legs.filter(leg => !ids.has(leg.id))
}

function guessOfBase(legs: readonly ReadLeg[]): LooseLeg[][] {
  const options = legs.filter(leg => leg.name.product === 'option')
  const within = groupedBy(options, leg => ('expiryMs' in leg.name ? leg.name.expiryMs : 0)).flatMap(structuresAmong)
  const rest = without(legs, within)
  const across = groupedBy(rest, leg => Math.abs(leg.count)).filter(group => group.length <= mostTogether)
  return [...within, ...(rest.length <= mostTogether ? [rest] : across).flatMap(structuresAmong)]
}

/** Guessed structures; legs in none of them belong to none. Names that cannot be read are in none. */
export function guessStructures(legs: readonly LooseLeg[]): LooseLeg[][] {
  const read = legs.flatMap(leg => {
    const name = parseInstrumentName(leg.symbol)
    return name === undefined || (name.product === 'option' && toNumber(name.strike) <= 0)
      ? []
      : [{ ...leg, name, count: toNumber(leg.size) }]
  })
  return groupedBy(read, leg => leg.name.base).flatMap(guessOfBase)
}
