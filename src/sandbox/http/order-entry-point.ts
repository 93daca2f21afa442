/**
 * The short way for orders: those of senders who are known, in bodies that are whole, are carried out together and answered together,
 * with one write of the journal for all. It decides nothing of its own: whoever is not known, or may not now, goes the long way
 * (`app.ts`), and what becomes of an order is the same handler's word.
 */
import { endpoints } from '../../contract/endpoints.ts'
import { type EpochMicros, msFromMicros } from '../../domain/time.ts'
import type { Account, Exchange } from '../exchange.ts'
import { answerText } from './answer-text.ts'
import { type OrderVenue, placeOrder } from './handlers.ts'
import type { RateLimiter } from './rate-limit.ts'
import { type Refusal, failure, refusalBody } from './refusal.ts'
import type { TokenAddress } from './strict-tokens.ts'
import type { TokenKeys } from './tokens.ts'

export interface SentOrder {
  readonly account: Account
  readonly body: string
}

export interface Said {
  readonly status: number
  readonly json: string
}

export interface OrderEntry {
  /** Whose order it is; undefined where it has to go the long way. Counts as a request of the account. */
  admit(token: string, address: TokenAddress): Account | undefined
  /** One answer an order, in their order; by then all of them are kept. */
  place(orders: readonly SentOrder[]): readonly Said[]
}

export interface OrderEntryOptions extends Pick<OrderVenue, 'market' | 'profile'> {
  readonly exchange: Exchange
  readonly keys: Pick<TokenKeys, 'known'>
  readonly rateLimiter: RateLimiter
  readonly clock: () => EpochMicros
  /** Is the way clear of faults? */
  isClear(): boolean
  /** Does the work; returns once all that came of it is kept, and throws where it cannot be. */
  together<Result>(work: () => Result): Result
  onError(error: unknown): void
}

export function createOrderEntry(options: OrderEntryOptions): OrderEntry {
  const { exchange, market, profile, keys, rateLimiter, clock, together, onError } = options
  const venue: OrderVenue = { market, profile, apply: (command, now) => exchange.apply(command, now).outcome }
  const said = (refusal: Refusal): Said => ({ status: refusal.status, json: JSON.stringify(refusalBody(refusal, profile)) })
  const place = ({ account, body }: SentOrder): Said => {
    try {
      const answered = placeOrder({ account, body, now: clock() }, venue)
      if (answered.kind === 'refusal') return said(answered)
      if (answered.kind === 'text') throw new Error('an order is not answered with a kept text')
      return { status: 200, json: answerText(endpoints.placeOrder, answered.value) }
    } catch (error) {
      onError(error)
      return said(failure)
    }
  }
  return {
    admit(token, address) {
      const account = options.isClear() ? keys.known(token, msFromMicros(clock()), address) : undefined
      if (account === undefined || !exchange.hasAccount(account)) return undefined
      return rateLimiter.take(account) === 0 ? account : undefined
    },
    place(orders) {
      try {
        return together(() => orders.map(place))
      } catch (error) {
        onError(error)
        return orders.map(() => said(failure))
      }
    },
  }
}
