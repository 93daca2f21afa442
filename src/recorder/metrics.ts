/** What a recorder counts, in Prometheus' text form: of all its accounts together, since a name of one is nobody's who may only watch the program. */
import { type Family, familiesText } from '../domain/prometheus-text.ts'
import { type DeliveryCounts, newDeliveryCounts } from './deliver-alerts.ts'

export interface AccountMetrics {
  isWriter: boolean
  /** Another process writes for it. */
  isWaiting: boolean
  /** The last try to write failed. */
  isFailing: boolean
  /** The venue refused its token since the last poll that was answered whole. */
  isRefused: boolean
  /** When this process became its writer, by this machine's clock. */
  writerSinceMs: number
  polls: number
  failedPolls: number
  samples: number
  failedSamples: number
  /** Of the last poll that was answered whole, by this machine's clock; undefined before the first. */
  lastPollMs: number | undefined
  waiting: number
  lost: number
  /** How long fills may be missing already. */
  fillsBehindMs: number
  errors: number
  gaps: { readonly count: number; readonly totalMs: number }
  crossings: number
  readonly deliveries: DeliveryCounts
  alertsWaiting: number
}

export const newMetrics = (): AccountMetrics => ({
  isWriter: false,
  isWaiting: false,
  isFailing: false,
  isRefused: false,
  writerSinceMs: 0,
  polls: 0,
  failedPolls: 0,
  samples: 0,
  failedSamples: 0,
  lastPollMs: undefined,
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

const lagMs = ({ lastPollMs, writerSinceMs }: AccountMetrics, nowMs: number): number =>
  Math.max(0, nowMs - Math.max(lastPollMs ?? 0, writerSinceMs))

/** Why an account is not recorded, for whoever runs this; undefined where it is, here or by another process. */
export function problemOf(metrics: AccountMetrics, nowMs: number): string | undefined {
  if (metrics.isFailing) return 'The history cannot be written: see the error stream.'
  if (metrics.isWaiting) return undefined
  if (!metrics.isWriter) return 'An account is not followed yet.'
  if (metrics.isRefused) return 'The venue refuses the token of an account: check its key.'
  if (metrics.lastPollMs === undefined || lagMs(metrics, nowMs) > longestLagMs) return 'The venue does not answer for an account.'
  if (metrics.fillsBehindMs > longestLagMs) return 'Fills of an account may be missing: the venue does not list its trades.'
  return undefined
}

interface Figure {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  of(metrics: AccountMetrics, nowMs: number): number | undefined
  /** Of several accounts: their sum, or the worst of them. */
  readonly all?: 'sum' | 'worst'
}

const figures: readonly Figure[] = [
  { name: 'accounts', type: 'gauge', help: 'accounts of the recorder’s file', of: () => 1 },
  { name: 'accounts_written', type: 'gauge', help: 'accounts that this process writes for', of: each => (each.isWriter ? 1 : 0) },
  { name: 'accounts_refused', type: 'gauge', help: 'accounts whose token the venue refuses', of: each => (each.isRefused ? 1 : 0) },
  { name: 'accounts_failing', type: 'gauge', help: 'accounts whose history cannot be written', of: each => (each.isFailing ? 1 : 0) },
  { name: 'polls_total', type: 'counter', help: 'polls of orders and positions', of: each => each.polls },
  { name: 'failed_polls_total', type: 'counter', help: 'polls that were not answered whole', of: each => each.failedPolls },
  { name: 'samples_total', type: 'counter', help: 'samples taken', of: each => each.samples },
  { name: 'failed_samples_total', type: 'counter', help: 'samples of which a part was not told', of: each => each.failedSamples },
  {
    name: 'lag_seconds',
    type: 'gauge',
    help: 'since the last poll that was answered whole, of the account that is furthest behind',
    all: 'worst',
    of: (each, nowMs) => (each.isWriter ? lagMs(each, nowMs) / 1_000 : undefined),
  },
  {
    name: 'gaps_total',
    type: 'counter',
    help: 'stretches of over a minute in which an account was not followed',
    of: each => each.gaps.count,
  },
  { name: 'gap_seconds_total', type: 'counter', help: 'length of those stretches', of: each => each.gaps.totalMs / 1_000 },
  { name: 'waiting_observations', type: 'gauge', help: 'seen and not yet written', of: each => each.waiting },
  {
    name: 'lost_observations_total',
    type: 'counter',
    help: 'fills that the venue no longer lists, and what was seen and could not be stored',
    of: each => each.lost,
  },
  {
    name: 'fills_behind_seconds',
    type: 'gauge',
    help: 'for how long fills may be missing, until the trade history is read',
    all: 'worst',
    of: each => (each.isWriter ? each.fillsBehindMs / 1_000 : undefined),
  },
  { name: 'errors_total', type: 'counter', help: 'failures after which following began anew', of: each => each.errors },
  { name: 'alert_crossings_total', type: 'counter', help: 'levels that were crossed', of: each => each.crossings },
  {
    name: 'alerts_waiting',
    type: 'gauge',
    help: 'alerts that are to be sent, or kept back by quiet hours',
    of: each => each.alertsWaiting,
  },
]

const outcomes: readonly (keyof DeliveryCounts)[] = ['delivered', 'retried', 'failed', 'quiet']

export function metricsText(accounts: readonly AccountMetrics[], nowMs: number): string {
  const families = figures.map(({ name, type, help, of, all = 'sum' }): Family => {
    const values = accounts.flatMap(each => of(each, nowMs) ?? [])
    const value = all === 'sum' ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values)
    return { name: `legwork_recorder_${name}`, type, help, samples: values.length === 0 ? [] : [{ value }] }
  })
  const deliveries: Family = {
    name: 'legwork_recorder_alert_deliveries_total',
    type: 'counter',
    help: 'tries to send an alert, by what came of them',
    samples: outcomes.map(outcome => ({ labels: { outcome }, value: accounts.reduce((sum, each) => sum + each.deliveries[outcome], 0) })),
  }
  return familiesText([...families, deliveries])
}
