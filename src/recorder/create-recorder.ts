/** Follows the accounts of the recorder's file and serves their history to permitted readers. */
import { systemTimers, type Timers } from '../core/client/timers.ts'
import type { OpenSocket } from '../core/client/feed-connection.ts'
import { type Fetch, httpOver } from '../core/client/http.ts'
import { type AccountSession, createAccountSession, type VenueAddress } from './accounts/account-session.ts'
import type { RecorderFile } from './accounts/accounts-file.ts'
import type { SendAlert } from './alerts/send-alert.ts'
import { followAccount } from './follow-account.ts'
import { hourMs, minuteMs } from '../core/domain/time.ts'
import type { Retention } from './accounts/retention.ts'
import type { Store } from './store/store.ts'
import { type AccountMetrics, metricsText, newMetrics, problemOf } from './metrics.ts'
import { type CheckLimit, type HistoryServer, serveHistory } from './serve/serve-history.ts'
import { createTokenCheck } from './serve/token-check.ts'

export interface RecorderParts {
  readonly file: RecorderFile
  readonly venue: VenueAddress
  readonly store: Store
  readonly fetch: Fetch
  readonly openSocket: OpenSocket
  readonly send: SendAlert
  readonly holder: string
  readonly take: (name: string) => number
  readonly checks: CheckLimit
  readonly takeTest: (account: string) => number
  report(where: string, error: unknown): void
  /** Cause of a store failure, as a clause. Undefined for an error without a known cause. */
  why(error: unknown): string | undefined
  /** Reports an alert that could not be sent. It is not a failure of this program. */
  reportUnsent(where: string, said: unknown): void
}

export interface Recorder extends HistoryServer {
  readonly metrics: () => Promise<string>
  readonly problems: () => readonly string[]
  stop(): Promise<void>
}

export function startRecorder(parts: RecorderParts): Recorder {
  const { file, venue, store, openSocket, send, holder, report } = parts
  const [http, timers] = [httpOver(parts.fetch), systemTimers]
  const metrics: AccountMetrics[] = []
  const sessions: AccountSession[] = []
  const followings = file.accounts.map(account => {
    const own = newMetrics()
    let refusals = 0
    metrics.push(own)
    const session = createAccountSession({
      account,
      venue,
      http,
      timers,
      refused(text) {
        if (!own.isRefused) refusals = 0
        own.isRefused = true
        refusals += 1
        // At each doubling: the refusals continue until somebody changes the key.
        if (Number.isInteger(Math.log2(refusals)))
          report(`Account "${account.account}"`, `the venue refused its token${text === undefined ? '' : `: ${text}`}`)
      },
    })
    sessions.push(session)
    const alerts =
      account.alerts === undefined
        ? undefined
        : { account: account.alerts, send, everyMs: file.alertMs, reportUnsent: parts.reportUnsent }
    return followAccount({
      session,
      store,
      holder,
      timers,
      pollMs: file.pollMs,
      socket: { url: venue.feedUrl, open: openSocket },
      metrics: own,
      retention: file.retention,
      alerts,
      report,
      why: parts.why,
    })
  })
  const endTidying = tidyHistory({ store, retention: file.retention, timers, report })
  const venueNowMs = createVenueNow(sessions, timers)
  const history = serveHistory({
    store,
    venueKey: venue.venueKey,
    readers: new Map(file.accounts.map(each => [each.account, each.readers])),
    check: createTokenCheck({ http, baseUrl: venue.baseUrl, nowMs: timers.wallMs, venueNowMs }),
    take: parts.take,
    checks: parts.checks,
    alerts: new Map(
      file.accounts.flatMap(each => (each.alerts === undefined ? [] : [[each.account, each.alerts] as const])),
    ),
    takeTest: parts.takeTest,
    send,
    nowMs: timers.wallMs,
    venueNowMs,
    report,
    why: parts.why,
  })
  return {
    fetch: history.fetch,
    metrics: () => metricsText(metrics, timers.wallMs()),
    problems: () => [...new Set(metrics.flatMap(each => problemOf(each, timers.wallMs()) ?? []))],
    async stop() {
      await Promise.all([...followings.map(each => each.stop()), endTidying()])
      await store.close()
    },
  }
}

type ClockSource = Pick<AccountSession, 'client' | 'clock' | 'lacks'>

/**
 * Venue time for readers, because the history uses it. A process that waits to take over does not poll, so a reader
 * triggers the request: awaited if the time is unknown, else in the background, at most once a minute. Falls back to
 * this machine's clock. All sessions must be of one venue. Never rejects.
 */
export function createVenueNow(sessions: readonly ClockSource[], timers: Timers): () => Promise<number> {
  let askedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> | undefined
  const known = (): ClockSource | undefined => sessions.find(each => each.clock.offsetMs() !== undefined)
  return async () => {
    const [first] = sessions
    if (
      asking === undefined &&
      first !== undefined &&
      !first.lacks('time') &&
      timers.monotonicMs() - askedMs >= minuteMs
    ) {
      askedMs = timers.monotonicMs()
      asking = first.client.call('time', { lane: 'submit' }).finally(() => {
        asking = undefined
      })
    }
    if (known() === undefined) await asking
    return known()?.clock.nowMs() ?? timers.wallMs()
  }
}

interface TidyParts {
  readonly store: Pick<Store, 'tidy'>
  readonly retention: Retention
  readonly timers: Timers
  report(where: string, error: unknown): void
}

const firstAfterMs = 5 * minuteMs

/**
 * Deletes expired data that belongs to no account, once an hour. Reports a failure and retries an hour later. Returns a
 * function that stops it and resolves when nothing is running.
 */
export function tidyHistory({ store, retention, timers, report }: TidyParts): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isOver = false
  const tidyOnce = async (): Promise<void> => {
    try {
      await store.tidy(timers.wallMs(), retention)
    } catch (error) {
      report('Tidying the history', error)
    }
    if (!isOver) cancel = timers.after(hourMs, tidy)
  }
  const tidy = (): void => {
    running = tidyOnce()
  }
  let cancel = timers.after(firstAfterMs, tidy)
  return () => {
    isOver = true
    cancel()
    return running
  }
}
