import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from '../decimal.ts'
import { breakDown, partsAmong } from './breakdown.ts'
import { effectOf } from './effect.ts'
import { matchStructure } from './match.ts'
import { type StructureLeg, type TidyLeg, tidyLegs } from './tidy-legs.ts'

const nearMs = Date.UTC(2026, 11, 25, 8)
const farMs = Date.UTC(2027, 2, 26, 8)
const option = (kind: 'C' | 'P', thousand: number, ratio: number, expiry = nearMs, base = 'BTC'): StructureLeg => ({
  kind,
  strike: dec(thousand * 1000),
  expiry,
  base,
  ratio,
})

function partitions<Each>([first, ...rest]: readonly Each[]): Each[][][] {
  if (first === undefined) return [[]]
  return partitions(rest).flatMap(groups => [
    [[first], ...groups],
    ...groups.map((group, at) => groups.map((each, index) => (index === at ? [first, ...group] : each))),
  ])
}

const fewest = (legs: readonly TidyLeg[]): number =>
  Math.min(
    ...partitions(legs).flatMap(groups =>
      groups.every(group => matchStructure(group) !== undefined) ? [groups.length] : [],
    ),
  )

const anyLegs = fc
  .uniqueArray(
    fc.record({
      kind: fc.constantFrom('C' as const, 'P' as const),
      thousand: fc.integer({ min: 90, max: 94 }),
      expiry: fc.constantFrom(nearMs, farMs),
      ratio: fc.constantFrom(-2, -1, 1, 2),
    }),
    { minLength: 1, maxLength: 6, selector: each => `${each.kind}${each.thousand}${each.expiry}` },
  )
  .map(legs => legs.map(({ kind, thousand, ratio, expiry }) => option(kind, thousand, ratio, expiry)))

describe('a package without a name of its own', () => {
  test('is told by no more parts than the fewest there can be', () => {
    fc.assert(
      fc.property(anyLegs, given => {
        const legs = tidyLegs(given)
        expect(breakDown(legs)).toHaveLength(fewest(legs))
      }),
      { numRuns: 60 },
    )
  })

  test('is parted by what may be a part, and a single leg always may', () => {
    const legs = tidyLegs([option('C', 100, 1), option('C', 110, -1)])
    expect(breakDown(legs).map(part => part.title)).toEqual(['bull call spread'])
    expect(breakDown(legs, part => part.legs.length === 1).map(part => part.title)).toEqual(['long call', 'short call'])
  })
})

const isSpecific = (part: { readonly number: number }): boolean => part.number !== 10

describe('a holding that only buys or only sells', () => {
  const oneSided = fc
    .tuple(
      fc.constantFrom(1, -1),
      fc.uniqueArray(
        fc.record({
          kind: fc.constantFrom('C' as const, 'P' as const),
          thousand: fc.integer({ min: 90, max: 99 }),
          expiry: fc.constantFrom(nearMs, farMs),
          ratio: fc.constantFrom(1, 2, 3),
        }),
        { minLength: 1, maxLength: 10, selector: each => `${each.kind}${each.thousand}${each.expiry}` },
      ),
    )
    .map(([sign, legs]) =>
      legs.map(({ kind, thousand, ratio, expiry }) => option(kind, thousand, sign * ratio, expiry)),
    )

  test('is parted as if no other of its shape had been before', () => {
    fc.assert(
      fc.property(oneSided, given => {
        const legs = tidyLegs(given)
        expect(partsAmong(legs, isSpecific)).toEqual(partsAmong(legs, part => isSpecific(part)))
      }),
      { numRuns: 300 },
    )
  })

  test('has the same parts at other strikes and expiries in the same order', () => {
    const at = (shift: number, expiry: number) =>
      tidyLegs(
        [90, 91, 95].flatMap(each => [
          option('P', each + shift, 1, expiry),
          option('C', each + shift + (each === 95 ? 2 : 0), 1, expiry),
        ]),
      )
    const effects = (legs: readonly TidyLeg[]) => partsAmong(legs, isSpecific).map(part => effectOf(part, 1))
    expect(effects(at(0, nearMs))).toEqual(['buys 90000P-90000C', 'buys 91000P-91000C', 'buys 95000P-97000C'])
    expect(effects(at(100, farMs))).toEqual(['buys 190000P-190000C', 'buys 191000P-191000C', 'buys 195000P-197000C'])
  })
})

test('what a structure does, in words is the other way round of the same legs sold', () => {
  fc.assert(
    fc.property(anyLegs, given => {
      const turned = given.map(leg => ({ ...leg, ratio: -leg.ratio }))
      const swap = (text: string): string[] =>
        text
          .split(', ')
          .map(each => each.replace(/^(buys|sells)/, verb => (verb === 'buys' ? 'sells' : 'buys')))
          .sort()
      expect(swap(effectOf(tidyLegs(turned), 1))).toEqual(effectOf(tidyLegs(given), 1).split(', ').sort())
    }),
  )
})
