/**
 * What is learnt of an account's orders, from whatever source: answers, lists of open orders, look-ups, pushes, the journal. Types, and the
 * reader of a pushed message; who hears of it is decided in `api/evidence` and in the recorder.
 */
import type { FeedMessage } from '../contract/feed.ts'
import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { ClientOrderId, OrderKey } from '../domain/ids.ts'
import type { Intent } from '../domain/intent.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { OrderBook } from '../domain/market-data.ts'
import { isEndReason } from '../domain/order-state.ts'
import type { Execution, OrderAccepted, OrderDetails, OrderOfTrade, OrderRecord } from '../domain/order.ts'

export type CommandName = 'cancel' | 'refresh'

export type Evidence =
  /** Open orders, as asked for at `askedMs` (monotonic), `askedAtMs` (server time). */
  | {
      readonly kind: 'listed'
      readonly records: readonly OrderRecord[]
      /** Every row was read: what is not among them is not open. */
      readonly isWhole: boolean
      readonly askedMs: number
      readonly askedAtMs: number
    }
  /** The venue's answer to a look-up of one order; the id is the one asked with, or the order's. */
  | { readonly kind: 'details'; readonly client_order_id: ClientOrderId | undefined; readonly details: OrderDetails }
  /** What this browser knows of what it sent, on any news of it. */
  | { readonly kind: 'intents'; readonly intents: readonly Intent[] }
  /** Orders as the journal knows them, from this tab or another, this visit or an earlier one. */
  | { readonly kind: 'journal'; readonly orders: readonly JournalOrder[] }
  | { readonly kind: 'refreshed'; readonly client_order_id: ClientOrderId; readonly atMs: number }
  /** A cancel or a refresh was asked for, of one order or of all that live, or what came of it: a word, and why. */
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly key: OrderKey | 'all'
      readonly outcome: string
      readonly reason?: string | undefined
      readonly atMs: number
    }
  | { readonly kind: 'book'; readonly book: OrderBook }
  /** All positions, if each was read. */
  | { readonly kind: 'positions'; readonly positions: readonly Position[] }
  | PushedEvidence

/** Reported by the socket; `atMs` is monotonic. */
export type PushedEvidence =
  | { readonly kind: 'accepted'; readonly client_order_id: ClientOrderId; readonly accepted: OrderAccepted }
  | {
      readonly kind: 'execution'
      readonly client_order_id: ClientOrderId
      readonly execution: Execution
      readonly order_state: string
      readonly order: OrderOfTrade
      readonly atMs: number
    }
  | {
      readonly kind: 'end'
      readonly client_order_id: ClientOrderId
      readonly reason: string
      readonly filled_quantity: Decimal | undefined
      /** Does the venue know such an order? Of another it says no more than what it was asked with. */
      readonly isKnown: boolean
      readonly atMs: number
    }
  /** Something was not done to it; what became of it only its own record tells. */
  | { readonly kind: 'unclear'; readonly client_order_id: ClientOrderId; readonly isKnown: boolean }

/** What a message of the socket says of one order; undefined where it says nothing. */
export function evidenceOfPush(message: FeedMessage, atMs: number): PushedEvidence | undefined {
  if (message.name === 'order_accepted') {
    return { kind: 'accepted', client_order_id: message.body.client_order_id, accepted: message.body }
  }
  if (message.name === 'execution') {
    const { client_order_id, order_state, utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag } = message.body
    const execution = { utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag }
    const { order_id, symbol, side, price } = message.body
    return { kind: 'execution', client_order_id, execution, order_state, order: { order_id, symbol, side, price }, atMs }
  }
  if (message.name !== 'cancel_order' || message.body.client_order_id === undefined) return undefined
  const { client_order_id, symbol, reason, filled_quantity } = message.body
  const isKnown = symbol !== undefined
  if (!isEndReason(reason)) return { kind: 'unclear', client_order_id, isKnown }
  return { kind: 'end', client_order_id, reason, filled_quantity, isKnown, atMs }
}
