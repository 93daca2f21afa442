// @vitest-environment node
import { expect, test } from 'vitest'
import { runFuzz } from '../testing/fuzz/run-fuzz.ts'

/** Another part of the space each day would be another test each day: these are always the same, and `npm run tool -- fuzz` goes further. */
const cases = Number.parseInt(process.env['FUZZ_CASES'] ?? '600', 10)

test('whatever is sent, nothing fails inside, and the server answers the next good request', async () => {
  const { counts, problems } = await runFuzz({ cases, from: 0 })
  expect(problems).toEqual([])
  // So that a fuzzer which only ever meets a closed door is seen.
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
