import { expect, test } from 'vitest'
import { foundSeeds, runSeeds } from './sim/run-seeds.ts'
import { Tally } from './sim/tally.ts'

test.each(foundSeeds)('seed %i, which once broke a promise', seed => expect(runSeeds(seed, 1, new Tally())).toBe(1))
