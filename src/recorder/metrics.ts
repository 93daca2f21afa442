/** What a recorder counts, and as Prometheus' text form. Names of accounts are labels; nothing of what they hold is told. */

export interface AccountMetrics {
  isWriter: boolean
  polls: number
  failedPolls: number
  samples: number
  failedSamples: number
  /** Of the last poll that was answered whole; undefined before the first. */
  lastPollMs: number | undefined
  waiting: number
  lost: number
  errors: number
}

export const newMetrics = (): AccountMetrics => ({
  isWriter: false,
  polls: 0,
  failedPolls: 0,
  samples: 0,
  failedSamples: 0,
  lastPollMs: undefined,
  waiting: 0,
  lost: 0,
  errors: 0,
})

interface Figure {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  of(metrics: AccountMetrics, nowMs: number): number | undefined
}

const figures: readonly Figure[] = [
  { name: 'writer', type: 'gauge', help: '1 while this process writes for the account', of: each => (each.isWriter ? 1 : 0) },
  { name: 'polls_total', type: 'counter', help: 'polls of orders and positions', of: each => each.polls },
  { name: 'failed_polls_total', type: 'counter', help: 'polls that were not answered whole', of: each => each.failedPolls },
  { name: 'samples_total', type: 'counter', help: 'samples taken', of: each => each.samples },
  { name: 'failed_samples_total', type: 'counter', help: 'samples of which a part was not told', of: each => each.failedSamples },
  {
    name: 'lag_seconds',
    type: 'gauge',
    help: 'since the last poll that was answered whole',
    of: (each, nowMs) => (each.lastPollMs === undefined ? undefined : Math.max(0, nowMs - each.lastPollMs) / 1_000),
  },
  { name: 'waiting_observations', type: 'gauge', help: 'seen and not yet written', of: each => each.waiting },
  { name: 'lost_observations_total', type: 'counter', help: 'seen and given up, since the store failed for long', of: each => each.lost },
  { name: 'errors_total', type: 'counter', help: 'failures after which following began anew', of: each => each.errors },
]

const labelOf = (account: string): string => account.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** `accounts`: by name. */
export function metricsText(accounts: ReadonlyMap<string, AccountMetrics>, nowMs: number): string {
  const lines = figures.flatMap(({ name, type, help, of }) => {
    const values = [...accounts].flatMap(([account, metrics]) => {
      const value = of(metrics, nowMs)
      return value === undefined ? [] : [`legwork_recorder_${name}{account="${labelOf(account)}"} ${value}`]
    })
    return [`# HELP legwork_recorder_${name} ${help}`, `# TYPE legwork_recorder_${name} ${type}`, ...values]
  })
  return `${lines.join('\n')}\n`
}
