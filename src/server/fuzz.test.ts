// @vitest-environment node
import { expect, test } from 'vitest'
import { runFuzz } from '../testing/fuzz/run-fuzz.ts'

/** Fixed cases, so that the test does not change by day; `npm run tool -- fuzz` covers more. */
const cases = Number.parseInt(process.env['FUZZ_CASES'] ?? '300', 10)

test('whatever is sent, nothing fails inside, and the server answers the next good request', async () => {
  const { counts, problems } = await runFuzz({ cases, from: 0 })
  expect(problems).toEqual([])
  // Ensures that the fuzzer reaches all outcomes, not only refusals.
  for (const outcome of [
    'sandbox request 200',
    'front request 200',
    'sandbox request 400',
    'sandbox messages answered',
    'front messages answered',
  ]) {
    expect([outcome, counts.has(outcome)]).toEqual([outcome, true])
  }
})
