/**
 * Prometheus metrics of the app server: requests, orders by outcome, latency and silence of the exchange, failures,
 * event-loop lag. Labels are contract calls and fixed words; never accounts, tokens, ids or symbols.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { endpoints } from '../../core/contract/endpoints.ts'
import { fieldsOf, parseJson } from '../../core/domain/json.ts'
import type { Handler } from './app.ts'
import type { PolicyCounts } from './policy-reports.ts'

/**
 * From the exchange's answer only: `refused` was not carried out (a 4xx status), `unknown` may have been (no answer, or
 * an ambiguous one).
 */
const outcomes = ['accepted', 'rejected', 'refused', 'unknown'] as const
type OrderOutcome = (typeof outcomes)[number]

export interface ServerMetrics {
  watch<Watched extends Handler>(exchange: Watched): Watched
  text(): Promise<string>
  stop(): void
}

export interface MetricsParts {
  readonly failures: () => number
  readonly policyViolations?: () => PolicyCounts
  readonly nowMs: () => number
}

const calls = Object.entries(endpoints).map(([name, { method, path }]) => ({ name, method, path }))

const resolutionMs = 20

export function createServerMetrics({ failures, policyViolations, nowMs }: MetricsParts): ServerMetrics {
  const registry = new Registry()
  const registers = [registry]
  const startedMs = nowMs()
  let answeredMs: number | undefined
  addGauge(registry, 'legwork_uptime_seconds', 'since the server started', () => (nowMs() - startedMs) / 1_000)
  const requests = new Counter({
    name: 'legwork_requests_total',
    help: 'requests to the exchange by call of the contract and status of the answer; "none" where there was no answer',
    labelNames: ['call', 'status'],
    registers,
  })
  const orders = new Counter({
    name: 'legwork_orders_total',
    help: 'orders by the answer of the exchange; "unknown" may have been carried out',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of outcomes) orders.inc({ outcome }, 0)
  const answerSeconds = new Histogram({
    name: 'legwork_answer_seconds',
    help: 'how long the exchange took to answer',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 5, 15],
    registers,
  })
  addGauge(
    registry,
    'legwork_exchange_silent_seconds',
    'since the exchange last answered below 500; absent before it first did',
    () => (answeredMs === undefined ? undefined : (nowMs() - answeredMs) / 1_000),
  )
  const stopLag = addLag(registry)
  registry.registerMetric(
    new Counter({
      name: 'legwork_failures_total',
      help: 'failures on the error stream, with those left out where they were many; alerts that could not be sent are counted apart',
      registers: [],
      collect() {
        this.reset()
        this.inc(failures())
      },
    }),
  )
  if (policyViolations !== undefined) addPolicyViolations(registry, policyViolations)
  addGauge(registry, 'legwork_memory_bytes', 'memory of the process', () => process.memoryUsage().rss)

  const take = async (exchange: Handler, request: Request): Promise<Response | undefined> => {
    const call = callOf(request)
    if (call === undefined) return await exchange.fetch(request)
    const sentMs = nowMs()
    const isOrder = call === 'placeOrder'
    try {
      const answer = await exchange.fetch(request)
      if (answer === undefined) return undefined
      requests.inc({ call, status: String(answer.status) })
      if (answer.status < 500) answeredMs = nowMs()
      if (isOrder)
        orders.inc({ outcome: outcomeOf(answer.status, answer.status === 200 ? await answer.clone().text() : '') })
      return answer
    } catch (error) {
      requests.inc({ call, status: 'none' })
      if (isOrder) orders.inc({ outcome: 'unknown' })
      throw error
    } finally {
      answerSeconds.observe((nowMs() - sentMs) / 1_000)
    }
  }
  return {
    watch: exchange => ({ ...exchange, fetch: (request: Request) => take(exchange, request) }),
    text: () => registry.metrics(),
    stop: stopLag,
  }
}

/** A gauge read at collection; undefined omits its sample. */
function addGauge(registry: Registry, name: string, help: string, read: () => number | undefined): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const value = read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    }),
  )
}

function addPolicyViolations(registry: Registry, read: () => PolicyCounts): void {
  registry.registerMetric(
    new Counter({
      name: 'legwork_policy_violations_total',
      help: 'violations of the content security policy that browsers reported, by directive; "not_read" came above the rate',
      labelNames: ['directive'],
      registers: [],
      collect() {
        this.reset()
        for (const [directive, count] of read()) this.inc({ directive }, count)
      },
    }),
  )
}

/** Event-loop lag. Each reading resets the histogram. */
function addLag(registry: Registry): () => void {
  const loop = monitorEventLoopDelay({ resolution: resolutionMs })
  loop.enable()
  // The histogram measures tick intervals: an undelayed tick takes the resolution.
  const seconds = (nanos: number): number =>
    Number.isFinite(nanos) ? Math.max(0, nanos / 1e9 - resolutionMs / 1_000) : 0
  registry.registerMetric(
    new Gauge({
      name: 'legwork_lag_seconds',
      help: 'how late the process ran what was due, since the last reading',
      labelNames: ['quantile'],
      registers: [],
      collect() {
        this.set({ quantile: '0.5' }, seconds(loop.percentile(50)))
        this.set({ quantile: '0.99' }, seconds(loop.percentile(99)))
        this.set({ quantile: '1' }, seconds(loop.max))
        loop.reset()
      },
    }),
  )
  return () => void loop.disable()
}

function callOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url)
  const onPath = calls.filter(each => each.path === pathname)
  return onPath.find(each => each.method === request.method)?.name
}

function outcomeOf(status: number, json: string): OrderOutcome {
  if (status >= 400 && status < 500) return 'refused'
  if (status !== 200) return 'unknown'
  const said = fieldsOf(parseJson(json))
  return 'order_accepted' in said ? 'accepted' : 'order_rejected' in said ? 'rejected' : 'unknown'
}
