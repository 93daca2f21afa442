/**
 * What the app's server counts, for Prometheus: requests by call and status, orders by outcome, how long the exchange takes and how long it has said nothing,
 * failures, and how late the process runs. Labels are of the contract's calls and of a few words: no account, token, id or symbol is in any of them.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { endpoints } from '../../contract/endpoints.ts'
import { familiesText, type Family, type FamilySample } from '../../domain/prometheus-text.ts'
import type { Handler } from './app.ts'

/**
 * Only by the exchange's own answer: `refused` is what was not carried out (a status of the 400s), `unknown` what may
 * have been (no answer, or one that is neither yes nor no).
 */
const outcomes = ['accepted', 'rejected', 'refused', 'unknown'] as const
type OrderOutcome = (typeof outcomes)[number]

export interface ServerMetrics {
  /** The same exchange, watched. */
  watch<Watched extends Handler>(exchange: Watched): Watched
  text(): string
  stop(): void
}

export interface MetricsParts {
  /** Failures that were reported since the start. */
  readonly failures: () => number
  /** Monotonic, ms. */
  readonly nowMs: () => number
}

const calls = Object.entries(endpoints).map(([name, { method, path }]) => ({ name, method, path }))
const bucketsSeconds = [0.005, 0.02, 0.1, 0.5, 2, 5, 15] as const

const resolutionMs = 20

interface Timing {
  readonly counts: number[]
  sum: number
  count: number
}

class Counts {
  readonly #nowMs: () => number
  readonly #answers = new Map<string, number>()
  readonly #orders = new Map<OrderOutcome, number>()
  readonly #timing: Timing = { counts: bucketsSeconds.map(() => 0), sum: 0, count: 0 }
  #answeredMs: number | undefined

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  answer(call: string, status: string): void {
    const key = `${call} ${status}`
    this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1)
    if (/^[1-4]/.test(status)) this.#answeredMs = this.#nowMs()
  }

  took(seconds: number): void {
    const { counts } = this.#timing
    this.#timing.sum += seconds
    this.#timing.count += 1
    for (const [index, bound] of bucketsSeconds.entries()) if (seconds <= bound) counts[index] = (counts[index] ?? 0) + 1
  }

  order(outcome: OrderOutcome): void {
    this.#orders.set(outcome, (this.#orders.get(outcome) ?? 0) + 1)
  }

  families(): readonly Family[] {
    const silentMs = this.#answeredMs === undefined ? undefined : this.#nowMs() - this.#answeredMs
    return [
      {
        name: 'legwork_requests_total',
        type: 'counter',
        help: 'requests to the exchange by call of the contract and status of the answer; "none" where there was no answer',
        samples: [...this.#answers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => sampleOf(key, value)),
      },
      {
        name: 'legwork_orders_total',
        type: 'counter',
        help: 'orders by what the exchange said of them; "unknown" may have been carried out',
        samples: outcomes.map(outcome => ({ labels: { outcome }, value: this.#orders.get(outcome) ?? 0 })),
      },
      timingFamily(this.#timing),
      {
        name: 'legwork_exchange_silent_seconds',
        type: 'gauge',
        help: 'since the exchange last answered below 500; absent before it first did',
        samples: silentMs === undefined ? [] : [{ value: silentMs / 1_000 }],
      },
    ]
  }
}

export function createServerMetrics({ failures, nowMs }: MetricsParts): ServerMetrics {
  const counts = new Counts(nowMs)
  const startedMs = nowMs()
  const loop = monitorEventLoopDelay({ resolution: resolutionMs })
  loop.enable()
  const take = async (exchange: Handler, request: Request): Promise<Response | undefined> => {
    const call = callOf(request)
    if (call === undefined) return await exchange.fetch(request)
    const sentMs = nowMs()
    const isOrder = call === 'placeOrder'
    try {
      const answer = await exchange.fetch(request)
      if (answer === undefined) return undefined
      counts.answer(call, String(answer.status))
      if (isOrder) counts.order(outcomeOf(answer.status, answer.status === 200 ? await answer.clone().text() : ''))
      return answer
    } catch (error) {
      counts.answer(call, 'none')
      if (isOrder) counts.order('unknown')
      throw error
    } finally {
      counts.took((nowMs() - sentMs) / 1_000)
    }
  }
  return {
    watch: exchange => ({ ...exchange, fetch: (request: Request) => take(exchange, request) }),
    text: () =>
      familiesText([
        gauge('legwork_uptime_seconds', 'since the server started', (nowMs() - startedMs) / 1_000),
        ...counts.families(),
        lagFamily(loop),
        {
          name: 'legwork_failures_total',
          type: 'counter',
          help: 'failures told on the error stream, or left out where they were many; alerts that could not be sent are counted apart',
          samples: [{ value: failures() }],
        },
        gauge('legwork_memory_bytes', 'memory of the process', process.memoryUsage().rss),
      ]),
    stop: () => void loop.disable(),
  }
}

const gauge = (name: string, help: string, value: number): Family => ({ name, type: 'gauge', help, samples: [{ value }] })

/** The call of the contract; undefined for any other path, which is not counted by its address. */
function callOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url)
  const onPath = calls.filter(each => each.path === pathname)
  return onPath.find(each => each.method === request.method)?.name
}

function outcomeOf(status: number, json: string): OrderOutcome {
  if (status >= 400 && status < 500) return 'refused'
  if (status !== 200) return 'unknown'
  const said = parsed(json)
  return 'order_accepted' in said ? 'accepted' : 'order_rejected' in said ? 'rejected' : 'unknown'
}

function parsed(json: string): object {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function sampleOf(key: string, value: number): FamilySample {
  const [call = '', status = ''] = key.split(' ')
  return { labels: { call, status }, value }
}

function timingFamily({ counts, sum, count }: Timing): Family {
  const buckets = bucketsSeconds.map((bound, index) => ({ suffix: '_bucket', labels: { le: String(bound) }, value: counts[index] ?? 0 }))
  return {
    name: 'legwork_answer_seconds',
    type: 'histogram',
    help: 'how long the exchange took to answer',
    samples: [
      ...buckets,
      { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
      { suffix: '_sum', value: sum },
      { suffix: '_count', value: count },
    ],
  }
}

/** Each reading resets the histogram. */
function lagFamily(loop: IntervalHistogram): Family {
  // What is measured is the time from one tick to the next: a tick on time took the resolution.
  const seconds = (nanos: number): number => (Number.isFinite(nanos) ? Math.max(0, nanos / 1e9 - resolutionMs / 1_000) : 0)
  const samples = [
    { labels: { quantile: '0.5' }, value: seconds(loop.percentile(50)) },
    { labels: { quantile: '0.99' }, value: seconds(loop.percentile(99)) },
    { labels: { quantile: '1' }, value: seconds(loop.max) },
  ]
  loop.reset()
  return { name: 'legwork_lag_seconds', type: 'gauge', help: 'how late the process ran what was due, since the last reading', samples }
}
