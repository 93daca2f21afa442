import { expect, test } from 'vitest'
import { type AccountMetrics, metricsText, newMetrics, problemOf } from './metrics.ts'

const account = (more: Partial<AccountMetrics>): AccountMetrics => ({ ...newMetrics(), ...more })
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`legwork_recorder_${series} `))
  return line === undefined ? undefined : Number.parseFloat(line.slice(line.lastIndexOf(' ') + 1))
}

test('figures of a recorder are of all its accounts together: sums, and the lag of the one furthest behind that it writes for', async () => {
  const text = await metricsText(
    [
      account({ isWriter: true, polls: 5, lastPollMs: 9_000, gaps: { count: 1, totalMs: 90_000 } }),
      account({ isWriter: true, polls: 7, lastPollMs: 4_000, deliveries: { delivered: 3, retried: 2, failed: 1, quiet: 4 } }),
      account({ isWriter: false, lastPollMs: 1_000, alertsWaiting: 6 }),
    ],
    10_000,
  )
  const figures = ['accounts', 'accounts_written', 'polls_total', 'lag_seconds', 'gaps_total', 'gap_seconds_total', 'alerts_waiting']
  expect(figures.map(each => valueOf(text, each))).toEqual([3, 2, 12, 6, 1, 90, 6])
  const outcomes = ['delivered', 'retried', 'failed', 'quiet'].map(each => valueOf(text, `alert_deliveries_total{outcome="${each}"}`))
  expect(outcomes).toEqual([3, 2, 1, 4])
})

test('an account that was never polled whole lags since this process became its writer; one that another writes for has no lag', async () => {
  expect(valueOf(await metricsText([account({ isWriter: true, writerSinceMs: 4_000 })], 10_000), 'lag_seconds')).toBe(6)
  const text = await metricsText([account({ isWaiting: true })], 10_000)
  expect(valueOf(text, 'lag_seconds')).toBeUndefined()
  expect(text).toContain('# TYPE legwork_recorder_lag_seconds gauge')
})

test.each([
  ['is polled', { isWriter: true, lastPollMs: 90_000 }, undefined],
  ['is written by another', { isWaiting: true }, undefined],
  ['is not followed yet', {}, /not followed yet/],
  ['was never polled whole', { isWriter: true, writerSinceMs: 99_000 }, /does not answer/],
  ['has a key that the venue refuses', { isWriter: true, isRefused: true, lastPollMs: 90_000 }, /refuses the token/],
  ['was not answered for over a minute', { isWriter: true, lastPollMs: 39_000 }, /does not answer/],
  ['cannot be written', { isWriter: true, isFailing: true, lastPollMs: 99_000 }, /cannot be written/],
  ['has a full disk', { isWriter: true, isFailing: true, failsWhy: 'its disk is full' }, /cannot be written: its disk is full\./],
  ['may lack fills', { isWriter: true, lastPollMs: 99_000, fillsBehindMs: 61_000 }, /Fills of an account may be missing/],
] as const)('an account that %s is no problem, or one in words', (_, more, words) => {
  const problem = problemOf(account(more), 100_000)
  if (words === undefined) expect(problem).toBeUndefined()
  else expect(problem).toMatch(words)
})
