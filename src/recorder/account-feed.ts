/** The venue's socket for one account: what it pushes is learnt at once, and when it opens it is asked for the fills of the time nobody listened. */
import type { Timers } from '../api/browser/timers.ts'
import { evidenceOfPush } from '../api/evidence/evidence-of-push.ts'
import { FeedConnection, type OpenSocket } from '../api/feed/feed-connection.ts'
import { microsFromMs } from '../domain/time.ts'
import type { AccountFollower } from './account-follower.ts'
import type { AccountSession } from './account-session.ts'

export interface AccountFeed {
  readonly isLive: () => boolean
  stop(): void
}

export interface FeedParts {
  readonly follower: AccountFollower
  readonly session: AccountSession
  readonly timers: Timers
  readonly open: OpenSocket
  readonly url: string
  /** What the account's orders came to is to be asked at once. */
  askSoon(): void
  report(error: unknown): void
}

/** A fill may be booked a little after the moment that it is told with. */
const overlapMs = 60_000

export function openAccountFeed({ follower, session, timers, open, url, askSoon, report }: FeedParts): AccountFeed {
  let pushedUntilMs = follower.followedBeforeMs
  const line: FeedConnection = new FeedConnection({
    timers,
    open,
    address: () => url,
    probe: () => 'unclear',
    credentials: () => session.credentials,
    pushed(message) {
      pushedUntilMs = session.clock.nowMs()
      const evidence = evidenceOfPush(message, timers.monotonicMs())
      if (evidence !== undefined) follower.learn(evidence)
      askSoon()
    },
    answered(message) {
      if (message.name !== 'trade_history_response') return
      follower.learnTrades(message.body.executions.rows).catch(report)
    },
    unread: askSoon,
    changed(state) {
      if (state.kind !== 'live') return
      askSoon()
      const sinceMs = pushedUntilMs ?? session.clock.nowMs()
      line.askTrades(microsFromMs(Math.floor(sinceMs - overlapMs)))
    },
  })
  line.restart()
  return { isLive: () => line.state().kind === 'live', stop: () => line.rest() }
}
