import { expect, test } from 'vitest'
import { type AccountMetrics, metricsText, newMetrics } from './metrics.ts'

const account = (more: Partial<AccountMetrics>): AccountMetrics => ({ ...newMetrics(), ...more })
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`legwork_recorder_${series} `))
  return line === undefined ? undefined : Number.parseFloat(line.slice(line.lastIndexOf(' ') + 1))
}

test('figures of a recorder are of all its accounts together: sums, and the lag of the one furthest behind that it writes for', () => {
  const text = metricsText(
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

test('a lag that is not known is absent, not zero', () => {
  const text = metricsText([account({ isWriter: true })], 10_000)
  expect(valueOf(text, 'lag_seconds')).toBeUndefined()
  expect(text).toContain('# TYPE legwork_recorder_lag_seconds gauge')
})
