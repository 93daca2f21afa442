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
      account({ isWriter: true, lastWriteMs: 9_000, polls: 5, lastPollMs: 9_000, gaps: { count: 1, totalMs: 90_000 } }),
      account({
        isWriter: true,
        lastWriteMs: 9_000,
        polls: 7,
        lastPollMs: 4_000,
        deliveries: { delivered: 3, retried: 2, failed: 1, quiet: 4 },
      }),
      account({ isWriter: false, lastPollMs: 1_000, alertsWaiting: 6 }),
    ],
    10_000,
  )
  const figures = [
    'accounts',
    'accounts_written',
    'polls_total',
    'lag_seconds',
    'gaps_total',
    'gap_seconds_total',
    'alerts_waiting',
  ]
  expect(figures.map(each => valueOf(text, each))).toEqual([3, 2, 12, 6, 1, 90, 6])
  const outcomes = ['delivered', 'retried', 'failed', 'quiet'].map(each =>
    valueOf(text, `alert_deliveries_total{outcome="${each}"}`),
  )
  expect(outcomes).toEqual([3, 2, 1, 4])
})

test('an account that was never polled whole lags since this process became its writer; one that another writes for has no lag', async () => {
  expect(valueOf(await metricsText([account({ isWriter: true, writerSinceMs: 4_000 })], 10_000), 'lag_seconds')).toBe(6)
  const text = await metricsText([account({ otherWroteMs: 9_000 })], 10_000)
  expect(valueOf(text, 'lag_seconds')).toBeUndefined()
  expect(text).toContain('# TYPE legwork_recorder_lag_seconds gauge')
})

const recorded = { isWriter: true, lastWriteMs: 98_000, lastPollMs: 90_000 } as const

test.each([
  ['is polled and written', recorded, undefined],
  ['another recorder writes', { otherWroteMs: 98_000 }, undefined],
  ['another recorder wrote by a clock that was ahead', { otherWroteMs: 103_000 }, undefined],
  ['another recorder has and writes no more', { otherWroteMs: 84_000 }, /writes nothing/],
  ['is not followed yet', {}, /not followed yet/],
  ['was written a while ago', { ...recorded, lastWriteMs: 84_000 }, /nothing was written for 15 s/],
  ['was never polled whole', { ...recorded, lastPollMs: undefined }, /does not answer/],
  ['has a key that the venue refuses', { ...recorded, isRefused: true }, /refuses the token/],
  ['was not answered for over a minute', { ...recorded, lastPollMs: 39_000 }, /does not answer/],
  ['cannot be written', { ...recorded, isFailing: true }, /cannot be written/],
  [
    'has a full disk',
    { ...recorded, isFailing: true, failsWhy: 'its disk is full' },
    /cannot be written: its disk is full\./,
  ],
  ['may lack fills', { ...recorded, fillsBehindMs: 61_000 }, /Fills of an account may be missing/],
] as const)(
  'a recorder is ready only while each account is written, polled, signed in and its fills are seen: one that %s',
  async (_, more, words) => {
    const [problem, text] = [problemOf(account(more), 100_000), await metricsText([account(more)], 100_000)]
    if (words === undefined) expect(problem).toBeUndefined()
    else expect(problem).toMatch(words)
    expect(valueOf(text, 'accounts_written')).toBe(problem === undefined && 'isWriter' in more ? 1 : 0)
  },
)

test('a recorder whose samples are three minutes old is not ready: the venue does not state what the account is worth', () => {
  const times = { isWriter: true, lastWriteMs: 999_000, lastPollMs: 999_000 }
  expect(problemOf(account({ ...times, lastSampleMs: 830_000 }), 1_000_000)).toBeUndefined()
  expect(problemOf(account({ ...times, lastSampleMs: 810_000 }), 1_000_000)).toMatch(/No sample/)
})
