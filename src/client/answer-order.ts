/**
 * Which answers are older than one that was taken before, by the venue's own times. A replica that lags behind or a cache may answer with
 * what was true before a fill; arrival says nothing of that.
 */
import type { AnswerOf, EndpointName } from '../contract/endpoints.ts'

/** The venue's times of an answer in µs, by what they are the times of. */
type Times = ReadonlyMap<string, number>
type TimesOf = { readonly [Name in EndpointName]?: (answer: AnswerOf<Name>) => Times }

const whole = (at: number): Times => new Map([['', at]])
/** Polled answers only: the listing is made once and cached, and the time of an order is the order's. */
const timesOf: TimesOf = {
  positions: answer => whole(answer.positions_response.server_utc_timestamp),
  openOrders: answer => whole(answer.query_open_orders_response.utc_timestamp),
  orderBook: answer => whole(answer.orderbook_response.server_utc_timestamp),
  balances: answer => new Map(answer.balance_response.rows.map(row => [row.symbol, row.timestamp])),
}

/**
 * A venue that answers nothing newer for so long had its clock set back (a restart, a restored backup). Until then its last answer counts;
 * by then figures made of it are shown as unknown anyway.
 */
const believedAfterMs = 60_000
/** One for each order book that was looked at. */
const mostRemembered = 1_000

interface Taken {
  readonly times: Times
  /** Monotonic: since when only older answers came. */
  readonly olderSinceMs?: number
}

export interface AnswerOrder {
  /** Whether an answer to one request is older than the one taken before; takes it where it is not. `subject` says whose and which it is. */
  isOlder<Name extends EndpointName>(name: Name, subject: string, answer: AnswerOf<Name>): boolean
}

export function createAnswerOrder(monotonicMs: () => number): AnswerOrder {
  const last = new Map<string, Taken>()
  return {
    isOlder(name, subject, answer) {
      const times = timesOf[name]?.(answer)
      if (times === undefined) return false
      const key = `${name} ${subject}`
      const taken = last.get(key)
      const olderSinceMs = taken?.olderSinceMs ?? monotonicMs()
      if (taken !== undefined && isBefore(times, taken.times) && monotonicMs() - olderSinceMs < believedAfterMs) {
        last.set(key, { times: taken.times, olderSinceMs })
        return true
      }
      last.delete(key)
      last.set(key, { times })
      const [oldest] = last.keys()
      if (last.size > mostRemembered && oldest !== undefined) last.delete(oldest)
      return false
    },
  }
}

const isBefore = (times: Times, before: Times): boolean => [...times].some(([of, at]) => at < (before.get(of) ?? at))
