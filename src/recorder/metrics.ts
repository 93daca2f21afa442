/** Prometheus metrics of a recorder, summed over accounts: metrics must not name an account. */
import { Counter, Gauge, Registry } from 'prom-client'
import { type DeliveryCounts, newDeliveryCounts } from './deliver-alerts.ts'
import { silentAfterMs } from './store/store.ts'

export interface AccountMetrics {
  isWriter: boolean
  /** Last heartbeat of another writer. All times here are by this machine's clock. */
  otherWroteMs: number | undefined
  lastWriteMs: number | undefined
  isFailing: boolean
  failsWhy: string | undefined
  isRefused: boolean
  writerSinceMs: number
  polls: number
  failedPolls: number
  samples: number
  failedSamples: number
  lastPollMs: number | undefined
  lastSampleMs: number | undefined
  waiting: number
  lost: number
  fillsBehindMs: number
  errors: number
  gaps: { readonly count: number; readonly totalMs: number }
  crossings: number
  readonly deliveries: DeliveryCounts
  alertsWaiting: number
}

export const newMetrics = (): AccountMetrics => ({
  isWriter: false,
  otherWroteMs: undefined,
  lastWriteMs: undefined,
  isFailing: false,
  failsWhy: undefined,
  isRefused: false,
  writerSinceMs: 0,
  polls: 0,
  failedPolls: 0,
  samples: 0,
  failedSamples: 0,
  lastPollMs: undefined,
  lastSampleMs: undefined,
  waiting: 0,
  lost: 0,
  fillsBehindMs: 0,
  errors: 0,
  gaps: { count: 0, totalMs: 0 },
  crossings: 0,
  deliveries: newDeliveryCounts(),
  alertsWaiting: 0,
})

const longestLagMs = 60_000
/** Three times the sample interval of one minute. */
const longestWithoutSampleMs = 180_000

/** `atMs` is undefined if it did not happen since this process became the writer. */
const sinceMs = (atMs: number | undefined, { writerSinceMs }: AccountMetrics, nowMs: number): number =>
  Math.max(0, nowMs - Math.max(atMs ?? 0, writerSinceMs))

/** A time in the future was written before the clock was set back. */
const isRecent = (atMs: number | undefined, nowMs: number): boolean =>
  atMs !== undefined && Math.abs(nowMs - atMs) < silentAfterMs

export function problemOf(metrics: AccountMetrics, nowMs: number): string | undefined {
  if (metrics.isFailing) return `The history cannot be written: ${metrics.failsWhy ?? 'see the error stream'}.`
  if (!metrics.isWriter) {
    if (isRecent(metrics.otherWroteMs, nowMs)) return undefined
    return metrics.otherWroteMs === undefined
      ? 'An account is not followed yet.'
      : 'Another recorder has an account, but writes nothing: end the one that hangs.'
  }
  if (!isRecent(metrics.lastWriteMs ?? metrics.writerSinceMs, nowMs))
    return 'The history does not answer: nothing was written for 15 s.'
  if (metrics.isRefused) return 'The venue refuses the token of an account: check its key.'
  if (metrics.lastPollMs === undefined || sinceMs(metrics.lastPollMs, metrics, nowMs) > longestLagMs)
    return 'The venue does not answer for an account, or only with old answers.'
  if (metrics.fillsBehindMs > longestLagMs)
    return 'Fills of an account may be missing: the venue’s socket (FEED_URL) is not open, or does not list its trades.'
  if (sinceMs(metrics.lastSampleMs, metrics, nowMs) > longestWithoutSampleMs)
    return 'No sample of an account was stored for three minutes: the venue does not state what it is worth.'
  return undefined
}

interface Figure {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  of(metrics: AccountMetrics, nowMs: number): number | undefined
  readonly all?: 'sum' | 'worst'
}

const figures: readonly Figure[] = [
  { name: 'accounts', type: 'gauge', help: 'accounts of the recorder’s file', of: () => 1 },
  {
    name: 'accounts_written',
    type: 'gauge',
    help: 'accounts that this process records now',
    of: (each, nowMs) => (each.isWriter && problemOf(each, nowMs) === undefined ? 1 : 0),
  },
  {
    name: 'accounts_refused',
    type: 'gauge',
    help: 'accounts whose token the venue refuses',
    of: each => (each.isRefused ? 1 : 0),
  },
  {
    name: 'accounts_failing',
    type: 'gauge',
    help: 'accounts whose history cannot be written',
    of: each => (each.isFailing ? 1 : 0),
  },
  { name: 'polls_total', type: 'counter', help: 'polls of orders and positions', of: each => each.polls },
  { name: 'failed_polls_total', type: 'counter', help: 'incomplete polls', of: each => each.failedPolls },
  { name: 'samples_total', type: 'counter', help: 'samples taken', of: each => each.samples },
  { name: 'failed_samples_total', type: 'counter', help: 'incomplete samples', of: each => each.failedSamples },
  {
    name: 'lag_seconds',
    type: 'gauge',
    help: 'since the last complete poll, of the account that is furthest behind',
    all: 'worst',
    of: (each, nowMs) => (each.isWriter ? sinceMs(each.lastPollMs, each, nowMs) / 1_000 : undefined),
  },
  {
    name: 'gaps_total',
    type: 'counter',
    help: 'gaps of over a minute in which an account was not followed',
    of: each => each.gaps.count,
  },
  { name: 'gap_seconds_total', type: 'counter', help: 'length of those gaps', of: each => each.gaps.totalMs / 1_000 },
  { name: 'waiting_observations', type: 'gauge', help: 'observed, not yet written', of: each => each.waiting },
  {
    name: 'lost_observations_total',
    type: 'counter',
    help: 'fills that the venue no longer lists, and observations that could not be stored',
    of: each => each.lost,
  },
  {
    name: 'fills_behind_seconds',
    type: 'gauge',
    help: 'for how long fills may be missing, until the trade history is read',
    all: 'worst',
    of: each => (each.isWriter ? each.fillsBehindMs / 1_000 : undefined),
  },
  {
    name: 'errors_total',
    type: 'counter',
    help: 'failures after which following started again',
    of: each => each.errors,
  },
  { name: 'alert_crossings_total', type: 'counter', help: 'levels that were crossed', of: each => each.crossings },
  {
    name: 'alerts_waiting',
    type: 'gauge',
    help: 'alerts to be sent, and alerts that wait for quiet hours to end',
    of: each => each.alertsWaiting,
  },
]

const outcomes: readonly (keyof DeliveryCounts)[] = ['delivered', 'retried', 'failed', 'quiet']

export async function metricsText(accounts: readonly AccountMetrics[], nowMs: number): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  for (const { name, type, help, of, all = 'sum' } of figures) {
    const metric = new (type === 'counter' ? Counter : Gauge)({ name: `legwork_recorder_${name}`, help, registers })
    const values = accounts.flatMap(each => of(each, nowMs) ?? [])
    if (values.length === 0) metric.remove()
    else metric.inc(all === 'sum' ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values))
  }
  const deliveries = new Counter({
    name: 'legwork_recorder_alert_deliveries_total',
    help: 'tries to send an alert, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  for (const { deliveries: counts } of accounts)
    for (const outcome of outcomes) deliveries.inc({ outcome }, counts[outcome])
  return registry.metrics()
}
