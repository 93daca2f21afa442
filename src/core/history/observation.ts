/** An observation of one order from any source, with the market at that time. */
import type { Decimal } from '../domain/decimal.ts'
import type { Intent } from '../domain/intent.ts'
import type { LegBooking } from '../domain/leg-bookings.ts'
import type { Execution, OrderOfTrade, OrderRecord } from '../domain/order.ts'
import type { MarketFigures } from '../domain/reference-point.ts'
import type { CommandName } from './evidence.ts'

export interface SeenWith {
  readonly seenMs: number
  readonly market?: MarketFigures | undefined
}

export interface QuoteLevel {
  readonly price: Decimal
  readonly quantity: Decimal
}

export type Observation = Event & {
  /** The market at that time. Without it no reference point is created. */
  readonly with?: SeenWith | undefined
}

export type Event =
  | { readonly kind: 'intent'; readonly intent: Intent }
  /** `isListed`: the record came from a list of open orders. */
  | { readonly kind: 'record'; readonly record: OrderRecord; readonly atMs: number; readonly isListed?: boolean }
  | {
      readonly kind: 'execution'
      readonly client_order_id: string
      readonly execution: Execution
      readonly order_state: string
      readonly order: OrderOfTrade
      readonly atMs: number
    }
  /** No longer listed as open. The venue does not know it (`forgotten`), or reports it as open (`unlisted`). */
  | {
      readonly kind: 'gone'
      readonly client_order_id: string
      readonly why: 'forgotten' | 'unlisted'
      readonly atMs: number
    }
  | {
      readonly kind: 'quote'
      readonly client_order_id: string
      readonly buy: QuoteLevel | undefined
      readonly sell: QuoteLevel | undefined
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

export function orderOf(seen: Observation): string {
  if (seen.kind === 'intent') return seen.intent.client_order_id
  return seen.kind === 'record' ? seen.record.client_order_id : seen.client_order_id
}
