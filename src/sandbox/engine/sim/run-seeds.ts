/** Runs seeds of the simulation, and knows what must have happened in enough of them. */
import { runSeed } from './run-seed.ts'
import type { Tally } from './tally.ts'

/**
 * Seeds that find a fault there once was: a snapshot forgot the quotes that had been taken, and so what makers would offer next (22, 35,
 * 131), an order was not held to be able to pay what makers were made to offer it (1704, 4946). They are replayed first. What a seed stands
 * for changes with the simulation, so each such fault has a test of its own as well.
 */
export const foundSeeds: readonly number[] = [22, 35, 131, 1704, 4946]

/** What the promises are about; a history without it shows nothing. */
const mustHappen: readonly string[] = [
  'accepted',
  'rejected',
  'cancelled',
  'cancelled_all',
  'refreshed',
  'an RFQ outlived its first time-out',
  'too_late',
  'not_found',
  'the same order again',
  'another order of the same id',
  'rejected: insufficient_account_balance',
  'rejected: invalid_legs',
  'offered a part',
  'partial fill',
  'package traded',
  'resting order met at a tick',
  'trade between clients',
  'trade with oneself',
  'trade with a maker',
  'trade with a dealer',
  'order ended: timeout',
  'order ended: supervisory',
  'order ended: user_cancelled',
  'order ended: immediate_with_insufficient_liquidity',
  'order ended: insufficient_account_balance',
  'order ended: liquidation',
  'order ended partly filled',
  'RFQ ended: timeout',
  'RFQ ended: supervisory',
  'RFQ ended: user_cancelled',
  'liquidation order',
  'nobody takes what must be closed',
  'an account owes',
  'funded',
  'settled',
  'settled with other legs open',
  'days passed',
  'a crowd within a second',
  'killed in a crowd',
  'snapshot between commands',
  'killed without a snapshot',
  'killed right after a snapshot',
  'killed from a snapshot and entries',
  'killed with ticks unwritten',
]

/** Answers how many seeds were run; throws at the first that breaks a promise. */
export function runSeeds(first: number, count: number, tally: Tally): number {
  for (let seed = first; seed < first + count; seed += 1) runSeed(seed, tally)
  return count
}

/** What never happened, though a thousand seeds are to be about it. */
export function missingIn({ counts }: Tally): string[] {
  return mustHappen.filter(name => !counts.has(name))
}
