/** A recorder: follows the accounts of its file, and tells their history to who may read it. What it stands on (store, line, socket, limits) is given to it. */
import { systemTimers } from '../client/timers.ts'
import type { OpenSocket } from '../client/feed-connection.ts'
import { type Fetch, httpOver } from '../client/http.ts'
import { type AccountSession, type VenueAddress, createAccountSession } from './accounts/account-session.ts'
import type { RecorderFile } from './accounts/accounts-file.ts'
import type { SendAlert } from './alerts/send-alert.ts'
import { followAccount } from './follow-account.ts'
import { tidyHistory } from './tidy-history.ts'
import { type AccountMetrics, metricsText, newMetrics, problemOf } from './metrics.ts'
import { type CheckLimit, type HistoryServer, serveHistory } from './serve/serve-history.ts'
import { createTokenCheck } from './serve/token-check.ts'
import type { Store } from './store/store.ts'
import { createVenueNow } from './accounts/venue-now.ts'

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
  /** An alert that could not be sent: told, and no failure of this program. */
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
    const socket = venue.feedUrl === undefined ? undefined : { url: venue.feedUrl, open: openSocket }
    const alerts =
      account.alerts === undefined ? undefined : { account: account.alerts, send, everyMs: file.alertMs, reportUnsent: parts.reportUnsent }
    return followAccount({
      session,
      store,
      holder,
      timers,
      pollMs: file.pollMs,
      socket,
      metrics: own,
      retention: file.retention,
      alerts,
      report,
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
