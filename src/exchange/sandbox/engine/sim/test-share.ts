/** One share of the simulation as tests, so that shares run in parallel. */
import { describe, expect, test } from 'vitest'
import { missingIn, runSeeds } from './run-seeds.ts'
import { Tally } from './tally.ts'

const shares = 4
const wholeShare = 1_000

export function testShare(share: number, seeds: string): void {
  const count = Number.parseInt(seeds, 10) / shares
  const eachTest = Math.min(count, 125)
  const tally = new Tally()
  describe('the exchange keeps its promises over random histories', () => {
    const firsts = Array.from({ length: count / eachTest }, (_, index) => share * count + index * eachTest)
    test.each(firsts)(`${eachTest} seeds from %i`, { timeout: 300_000 }, first => {
      expect(runSeeds(first, eachTest, tally)).toBe(eachTest)
    })

    const isWhole = count >= wholeShare
    test(`and these are about ${isWhole ? 'everything that is promised' : 'a part of what is promised'}`, () => {
      if (isWhole) expect(missingIn(tally)).toEqual([])
      else expect(tally.counts.get('trade between clients')).toBeGreaterThan(0)
    })
  })
}
