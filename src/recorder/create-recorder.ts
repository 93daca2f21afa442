/** A recorder: follows the accounts of its file, and gives their history to those who may read it. What it stands on (store, line, socket, limits) is given to it. */
import { systemTimers, type Timers } from '../client/timers.ts'
import type { OpenSocket } from '../client/feed-connection.ts'
import { type Fetch, httpOver } from '../client/http.ts'
import { type AccountSession, createAccountSession, type VenueAddress } from './accounts/account-session.ts'
import type { RecorderFile } from './accounts/accounts-file.ts'
import type { SendAlert } from './alerts/send-alert.ts'
import { followAccount } from './follow-account.ts'
import { hourMs, minuteMs } from '../domain/time.ts'
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
  /** Names this process among those that would write. */
  readonly holder: string
  readonly take: (name: string) => number
  readonly checks: CheckLimit
  /** The same for test alerts of one account. */
  readonly takeTest: (account: string) => number
  report(where: string, error: unknown): void
  /** Why the history fails, as a clause; undefined for an error that does not say it. */
  why(error: unknown): string | undefined
  /** An alert that could not be sent: reported, and no failure of this program. */
  reportUnsent(where: string, said: unknown): void
}

export interface Recorder extends HistoryServer {
  readonly metrics: () => Promise<string>
  /** Why it does not record all of its accounts, in words that name none. */
  readonly problems: () => readonly string[]
  /** Writes down what waits, and leaves the accounts to others. */
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
        // At each doubling: it goes on until somebody changes the key.
        if (Number.isInteger(Math.log2(refusals)))
          report(`Account "${account.account}"`, `the venue refused its token${text === undefined ? '' : `: ${text}`}`)
      },
    })
    sessions.push(session)
    const alerts =
      account.alerts === undefined ? undefined : { account: account.alerts, send, everyMs: file.alertMs, reportUnsent: parts.reportUnsent }
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
    alerts: new Map(file.accounts.flatMap(each => (each.alerts === undefined ? [] : [[each.account, each.alerts] as const]))),
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
 * The venue's clock, for readers of a history whose times it states. A process that waits to take over polls nothing, so
 * the time is requested when a reader comes: at once where it is unknown, else at most once a minute behind the answer.
 * Without an answer it is this machine's clock. All sessions are of one venue. Never rejects.
 */
export function createVenueNow(sessions: readonly ClockSource[], timers: Timers): () => Promise<number> {
  let askedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> | undefined
  const known = (): ClockSource | undefined => sessions.find(each => each.clock.offsetMs() !== undefined)
  return async () => {
    const [first] = sessions
    if (asking === undefined && first !== undefined && !first.lacks('time') && timers.monotonicMs() - askedMs >= minuteMs) {
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
 * Deletes what is older than its retention and belongs to no account, once an hour. A failure is reported, and tried again
 * an hour later. Returns a function that stops it and resolves when nothing is running.
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
