/** Something seen of one order, from whatever source, with the market around it. */
import type { Decimal } from '../domain/decimal.ts'
import type { Intent } from '../domain/intent.ts'
import type { LegBooking } from '../domain/leg-bookings.ts'
import type { Execution, OrderOfTrade, OrderRecord } from '../domain/order.ts'
import type { MarketFigures } from '../domain/reference-point.ts'
import type { CommandName } from './evidence.ts'

/** What an observation is seen with, for its point. */
export interface SeenWith {
  readonly seenMs: number
  readonly market?: MarketFigures | undefined
}

export interface QuoteLevel {
  readonly price: Decimal
  readonly quantity: Decimal
}

export type Observation = Event & {
  /** The market at that moment, where somebody looked at it: without it no point is made. */
  readonly with?: SeenWith | undefined
}

/** What is seen, without the market. */
export type Event =
  | { readonly kind: 'intent'; readonly intent: Intent }
  /** `isListed`: it stood in a list of open orders. */
  | { readonly kind: 'record'; readonly record: OrderRecord; readonly atMs: number; readonly isListed?: boolean }
  /** A fill, and the state that its order is in with it. */
  | {
      readonly kind: 'execution'
      readonly client_order_id: string
      readonly execution: Execution
      readonly order_state: string
      readonly order: OrderOfTrade
      readonly atMs: number
    }
  /** No longer listed as open: the venue does not know it any more, or says that it lives. */
  | { readonly kind: 'gone'; readonly client_order_id: string; readonly why: 'forgotten' | 'unlisted'; readonly atMs: number }
  | {
      readonly kind: 'quote'
      readonly client_order_id: string
      readonly buy: QuoteLevel | undefined
      readonly sell: QuoteLevel | undefined
      /** The levels behind them. */
      readonly nextBuy?: QuoteLevel | undefined
      readonly nextSell?: QuoteLevel | undefined
      readonly atMs: number
    }
  | {
      readonly kind: 'booking'
      readonly client_order_id: string
      readonly bookings: Readonly<Record<string, readonly LegBooking[]>>
      readonly atMs: number
    }
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly client_order_id: string
      readonly outcome: string
      readonly reason?: string | undefined
      readonly atMs: number
    }

/** Which order an observation is of. */
export function orderOf(seen: Observation): string {
  if (seen.kind === 'intent') return seen.intent.client_order_id
  return seen.kind === 'record' ? seen.record.client_order_id : seen.client_order_id
}
