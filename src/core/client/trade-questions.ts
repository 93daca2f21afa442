/** Requests for the account's past trades over a socket, matched to their answers. */
import { errorCodes } from '../contract/failure.ts'
import type { AskTrades, FeedMessage } from '../contract/feed.ts'
import type { Timers } from './timers.ts'
import type { FeedConnection } from './feed-connection.ts'

type TradesAnswer = Awaited<ReturnType<AskTrades>>
const answerMs = 15_000

function answerOf(error_code: string | undefined): TradesAnswer {
  // The venue's code for an account without trades since then.
  if (error_code === errorCodes.noTradeHistory) return { rows: [], rejected: [] }
  // Our request is well-formed, so the venue does not support it.
  return error_code === errorCodes.invalidParameters ? 'unsupported' : undefined
}

export function createTradeQuestions(
  timers: Timers,
  send: (wanted: Parameters<FeedConnection['askTrades']>[0]) => void,
) {
  const waiting = new Map<string, (answer: TradesAnswer) => void>()
  let count = 0
  const ask: AskTrades = wanted =>
    new Promise(resolve => {
      const user_tag = `trades-${(count += 1)}`
      const end = (answer: TradesAnswer): void => {
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
    else if (name === 'command_response' || name === 'error')
      waiting.get(body.user_tag ?? '')?.(answerOf(body.error_code))
  }
  const giveUp = (): void => {
    for (const end of waiting.values()) end(undefined)
  }
  return { ask, take, giveUp }
}
