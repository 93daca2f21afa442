/**
 * The venue's socket for one account: what it pushes is learnt at once. Whenever it opens, and after a push that could not be read, the follower reads the
 * venue's trade history for what it did not hear.
 */
import type { Timers } from '../client/timers.ts'
import { evidenceOfPush } from '../history/evidence.ts'
import { createTradeQuestions } from '../client/trade-questions.ts'
import { FeedConnection, type OpenSocket } from '../client/feed-connection.ts'
import type { AccountFollower } from './account-follower.ts'
import type { AccountSession } from './accounts/account-session.ts'

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
}

export function openAccountFeed({ follower, session, timers, open, url, askSoon }: FeedParts): AccountFeed {
  const asking = createTradeQuestions(timers, wanted => line.askTrades(wanted))
  const line: FeedConnection = new FeedConnection({
    timers,
    open,
    address: () => url,
    // Whoever runs this named the socket: one that does not open yet is tried again.
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
      follower.useTrades(state.kind === 'live' ? asking.ask : state.kind === 'absent' ? 'none' : 'awaited')
      if (state.kind === 'live') askSoon()
    },
  })
  follower.useTrades('awaited')
  line.restart()
  return { isLive: () => line.state().kind === 'live', stop: () => line.rest() }
}
