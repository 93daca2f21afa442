/**
 * Follows one account while this process is its writer, else tries to become it: polls every few seconds, takes a
 * sample just after each minute, sends heartbeats. Failures are reported, counted and retried; only `stop` ends it.
 */
import { FeedConnection, type OpenSocket } from '../core/client/feed-connection.ts'
import { backOffMs, jittered, type Timers } from '../core/client/timers.ts'
import { dayMs, minuteMs } from '../core/domain/time.ts'
import { AccountFollower } from './account-follower.ts'
import type { AccountSession } from './accounts/account-session.ts'
import type { AccountAlerts } from './accounts/accounts-file.ts'
import type { Retention } from './accounts/retention.ts'
import type { SendAlert } from './alerts/send-alert.ts'
import { deliverDue } from './deliver-alerts.ts'
import type { AccountMetrics } from './metrics.ts'
import { LostWriter, type Store, type Writer } from './store/store.ts'
import { evidenceOfPush } from '../core/history/evidence.ts'
import { createTradeQuestions } from '../core/client/trade-questions.ts'

/**
 * The venue's socket for one account. Pushes are processed immediately. When it opens, and after an unreadable push,
 * the follower reads the trade history for missed fills.
 */
interface AccountFeed {
  readonly isLive: () => boolean
  stop(): void
}

interface FeedParts {
  readonly follower: AccountFollower
  readonly session: AccountSession
  readonly timers: Timers
  readonly open: OpenSocket
  readonly url: string
  askSoon(): void
}

export function openAccountFeed({ follower, session, timers, open, url, askSoon }: FeedParts): AccountFeed {
  const asking = createTradeQuestions(timers, wanted => line.askTrades(wanted))
  const line: FeedConnection = new FeedConnection({
    timers,
    open,
    address: () => url,
    // The operator configured the socket, so a failed connection is retried.
    probe: () => 'present',
    credentials: () => session.credentials,
    pushed(message) {
      const evidence = evidenceOfPush(message, timers.monotonicMs())
      if (evidence !== undefined) follower.learn(evidence)
      askSoon()
    },
    answered: asking.take,
    unread() {
      follower.useTrades(asking.ask)
      askSoon()
    },
    changed(state) {
      if (state.kind !== 'live') asking.giveUp()
      follower.useTrades(state.kind === 'live' ? asking.ask : undefined)
      if (state.kind === 'live') askSoon()
    },
  })
  line.restart()
  return { isLive: () => line.state().kind === 'live', stop: () => line.rest() }
}

export interface FollowParts {
  readonly session: AccountSession
  readonly store: Store
  readonly holder: string
  readonly timers: Timers
  readonly pollMs: number
  readonly socket: { readonly url: string; readonly open: OpenSocket }
  readonly metrics: AccountMetrics
  readonly retention: Retention
  readonly alerts?: SentAlerts | undefined
  report(where: string, error: unknown): void
  why?: ((error: unknown) => string | undefined) | undefined
}

interface SentAlerts {
  readonly account: AccountAlerts
  readonly send: SendAlert
  readonly everyMs: number
  reportUnsent(where: string, said: unknown): void
}

export interface FollowHandle {
  stop(): Promise<void>
}

const takeOverEveryMs = 2_000
const beatEveryMs = 3_000
/** The covered span is stored every fifteen seconds. */
const beatsToSpan = 5
/** Delay after the minute, so that slightly different clocks agree on the minute. */
const afterMinuteMs = 2_000
const pushedPollMs = 6_000

export function followAccount(parts: FollowParts): FollowHandle {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        const writer = await parts.store.takeWriter(parts.session.owner, parts.holder)
        failures = 0
        if (writer === undefined) await watchWriter(parts)
        else {
          try {
            await write(parts, writer, stopping.signal)
          } finally {
            // Released in any case: otherwise no process could become the writer while this one lives.
            await writer.release().catch(() => undefined)
          }
        }
      } catch (error) {
        failures += 1
        parts.metrics.errors += 1
        parts.metrics.isFailing = !(error instanceof LostWriter)
        parts.metrics.failsWhy = parts.why?.(error)
        if (!(error instanceof LostWriter)) parts.report(`Following "${parts.session.owner.account}"`, error)
      }
      parts.metrics.isWriter = false
      await rest(
        parts.timers,
        failures === 0 ? takeOverEveryMs : backOffMs(takeOverEveryMs, failures, parts.timers.random()),
        stopping.signal,
      )
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Another writer may be dead, or a lock stale: only a recent heartbeat shows that the account is recorded. */
async function watchWriter({ store, session, metrics, timers }: FollowParts): Promise<void> {
  const silentMs = await store.silentMs(session.owner)
  metrics.otherWroteMs = silentMs === undefined ? undefined : timers.wallMs() - silentMs
  metrics.isFailing = false
}

async function write(parts: FollowParts, writer: Writer, signal: AbortSignal): Promise<void> {
  const { session, store, timers, metrics, retention } = parts
  const alerts = parts.alerts?.account
  const follower = await AccountFollower.begin({ session, writer, reader: store, timers, retention, alerts })
  metrics.isWriter = true
  metrics.writerSinceMs = timers.wallMs()
  metrics.lastWriteMs = undefined
  metrics.otherWroteMs = undefined
  const lostBefore = metrics.lost
  const ended = new AbortController()
  const end = (): void => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const polls = createPacer(timers)
  const feed = openAccountFeed({ follower, session, timers, ...parts.socket, askSoon: polls.soon })
  try {
    const loops = [
      pollOn(parts, follower, { lostBefore, ended: ended.signal, polls, feed }),
      sampleOn(parts, follower, ended.signal),
      beatOn(parts, writer, follower, ended.signal),
      ...(parts.alerts === undefined
        ? []
        : [watchOn(parts, follower, parts.alerts, ended.signal), deliverOn(parts, writer, parts.alerts, ended.signal)]),
    ]
    const outcomes = await Promise.allSettled(loops.map(loop => loop.finally(end)))
    const failed = outcomes.find(outcome => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  } finally {
    signal.removeEventListener('abort', end)
    feed.stop()
    follower.stop()
    metrics.lost = lostBefore + follower.waiting.lost + follower.waiting.once
    metrics.waiting = 0
    await follower.saveSpan().catch(() => undefined)
  }
}

interface PollingInputs {
  readonly lostBefore: number
  readonly ended: AbortSignal
  readonly polls: Pacer
  readonly feed: AccountFeed
}

async function pollOn(
  { timers, pollMs, metrics }: FollowParts,
  follower: AccountFollower,
  { lostBefore, ended, polls, feed }: PollingInputs,
): Promise<void> {
  let failures = 0
  while (!ended.aborted) {
    const isWhole = await follower.poll()
    metrics.polls += 1
    failures = isWhole ? 0 : failures + 1
    if (isWhole) {
      metrics.lastPollMs = timers.wallMs()
      metrics.isRefused = false
    } else metrics.failedPolls += 1
    metrics.waiting = follower.waiting.waiting
    metrics.lost = lostBefore + follower.waiting.lost
    metrics.fillsBehindMs = follower.behindMs
    metrics.gaps = follower.gaps
    const usualMs = feed.isLive() ? Math.max(pollMs, pushedPollMs) : pollMs
    await polls.wait(
      failures === 0 ? jittered(usualMs, timers.random()) : backOffMs(usualMs, failures, timers.random()),
      ended,
    )
  }
}

async function sampleOn(
  { timers, metrics, session }: FollowParts,
  follower: AccountFollower,
  ended: AbortSignal,
): Promise<void> {
  let tries = 0
  for (let hasSample = false; !ended.aborted; ) {
    const isWhole = await follower.sample()
    hasSample ||= isWhole
    metrics.isFailing = false
    if (isWhole) {
      metrics.samples += 1
      metrics.lastSampleMs = timers.wallMs()
    } else metrics.failedSamples += 1
    const untilNextMs = minuteMs - (session.clock.nowMs() % minuteMs) + afterMinuteMs
    // Without a sample there are no trades either: their fills would have no base.
    await rest(timers, hasSample ? untilNextMs : Math.min(untilNextMs, afterMinuteMs * 2 ** tries++), ended)
  }
}

async function beatOn(
  { timers, metrics }: FollowParts,
  writer: Writer,
  follower: AccountFollower,
  ended: AbortSignal,
): Promise<void> {
  for (let beats = 0; !ended.aborted; beats += 1) {
    await writer.beat()
    metrics.lastWriteMs = timers.wallMs()
    if (beats % beatsToSpan === beatsToSpan - 1) await follower.saveSpan()
    await rest(timers, beatEveryMs, ended)
  }
}

async function watchOn(
  { timers, metrics }: FollowParts,
  { watch }: AccountFollower,
  { everyMs }: SentAlerts,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted && watch !== undefined) {
    metrics.crossings += await watch.look()
    await rest(timers, jittered(everyMs, timers.random()), ended)
  }
}

const deliverEveryMs = 2_000
const keptForMs = 90 * dayMs

async function deliverOn(
  { session, timers, metrics }: FollowParts,
  writer: Writer,
  { account: { to }, send, reportUnsent: report }: SentAlerts,
  ended: AbortSignal,
): Promise<void> {
  const { alerts } = writer
  const { wallMs: nowMs, random } = timers
  await alerts.forget(nowMs() - keptForMs)
  metrics.deliveries.failed += await alerts.retire(to.map(each => each.name))
  const parts = { owner: session.owner, writer: alerts, send, nowMs, random, counts: metrics.deliveries, report }
  const every = async (step: () => Promise<void>): Promise<void> => {
    while (!ended.aborted) {
      await step()
      await rest(timers, deliverEveryMs, ended)
    }
  }
  const count = async (): Promise<void> => {
    metrics.alertsWaiting = await alerts.waiting()
  }
  await Promise.all([...to.map(destination => every(() => deliverDue(parts, destination))), every(count)])
}

interface Pacer {
  /** Resolves after `ms`, after `soon`, or when `ended` aborts. */
  wait(ms: number, ended: AbortSignal): Promise<void>
  readonly soon: () => void
}

/** Pushes within this time share one poll. */
const soonMs = 200

function createPacer(timers: Timers): Pacer {
  let wake: (() => void) | undefined
  let isWanted = false
  return {
    soon: () => {
      isWanted = true
      wake?.()
    },
    async wait(ms, ended) {
      const woken = new AbortController()
      wake = () => woken.abort()
      ended.addEventListener('abort', wake, { once: true })
      if (!isWanted) await rest(timers, ms, AbortSignal.any([woken.signal, ended]))
      ended.removeEventListener('abort', wake)
      wake = undefined
      if (isWanted) await rest(timers, soonMs, ended)
      isWanted = false
    },
  }
}

function rest(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timers.after(ms, end)
    signal.addEventListener('abort', end, { once: true })
  })
}
