/** One share of the simulation as tests, so that shares run side by side. */
import { describe, expect, test } from 'vitest'
import { missingIn, runSeeds, seedsInAll, shares } from './run-seeds.ts'
import { Tally } from './tally.ts'

const eachTest = 125

export function testShare(share: number): void {
  const count = seedsInAll / shares
  const tally = new Tally()
  describe('the exchange keeps its promises over random histories', () => {
    const firsts = Array.from({ length: count / eachTest }, (_, index) => share * count + index * eachTest)
    test.each(firsts)(`${eachTest} seeds from %i`, { timeout: 300_000 }, first => {
      expect(runSeeds(first, eachTest, tally)).toBe(eachTest)
    })

    test('and these are about everything that is promised', () => {
      expect(missingIn(tally)).toEqual([])
    })
  })
}
