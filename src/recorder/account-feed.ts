/**
 * The venue's socket for one account: what it pushes is learnt at once. Whenever it opens, and after a push that could not be read, the follower reads the
 * venue's trade history for what it did not hear.
 */
import type { Timers } from '../api/browser/timers.ts'
import { evidenceOfPush } from '../api/evidence/evidence-of-push.ts'
import { FeedConnection, type OpenSocket } from '../api/feed/feed-connection.ts'
import { errorCodes } from '../contract/failure.ts'
import type { FeedMessage } from '../contract/feed.ts'
import type { AccountFollower } from './account-follower.ts'
import type { AccountSession } from './account-session.ts'
import type { AskTrades } from './trade-history.ts'

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

type Answered = Awaited<ReturnType<AskTrades>>
const answerMs = 15_000

function answerOf(error_code: string | undefined): Answered {
  // The venue's word for an account that has no trades since then.
  if (error_code === errorCodes.noTradeHistory) return { rows: [], rejected: [] }
  // Ours is right: the venue does not know the question.
  return error_code === errorCodes.invalidParameters ? 'unsupported' : undefined
}

/** Questions for trades over a socket, each with its answer. */
function createAsking(timers: Timers, send: (wanted: Parameters<FeedConnection['askTrades']>[0]) => void) {
  const waiting = new Map<string, (answer: Answered) => void>()
  let count = 0
  const ask: AskTrades = wanted =>
    new Promise(resolve => {
      const user_tag = `trades-${(count += 1)}`
      const end = (answer: Answered): void => {
        cancel()
        waiting.delete(user_tag)
        resolve(answer)
      }
      const cancel = timers.after(answerMs, () => end(undefined))
      waiting.set(user_tag, end)
      send({ ...wanted, user_tag })
    })
  const take = ({ name, body }: FeedMessage): void => {
    if (name === 'trade_history_response') waiting.get(body.user_tag ?? '')?.(body.executions)
    else if (name === 'command_response' || name === 'error') waiting.get(body.user_tag ?? '')?.(answerOf(body.error_code))
  }
  const giveUp = (): void => {
    for (const end of waiting.values()) end(undefined)
  }
  return { ask, take, giveUp }
}

export function openAccountFeed({ follower, session, timers, open, url, askSoon }: FeedParts): AccountFeed {
  const asking = createAsking(timers, wanted => line.askTrades(wanted))
  const line: FeedConnection = new FeedConnection({
    timers,
    open,
    address: () => url,
    probe: () => 'unclear',
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
