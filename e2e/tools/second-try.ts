/**
 * A failed test is run once more, alone: a busy machine can make a test late, but not wrong twice.
 * What passes then is counted as passed and named for as long as it takes to mend it; what fails twice has failed.
 * Many failures at once are no accident and are not tried again.
 */
import type { Counted } from './reports.ts'

const mostFailures = 5

/** The count after the second try. `again` runs only what failed. */
export async function withSecondTry(first: Counted, again: () => Promise<Counted>): Promise<Counted> {
  if (first.failures.length === 0 || first.failures.length > mostFailures) return first
  process.stdout.write(`  ${first.failures.length} failed: run again, alone\n`)
  const second = await again()
  if (second.failures.length > 0) return { ...first, failures: second.failures }
  return { ...first, passed: first.passed + first.failures.length, failures: [], unsteady: first.failures }
}
