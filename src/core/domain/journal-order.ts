/** Journal state of one order. Plain data, stored unchanged by the browser's database, backups and the recorder. */
import type { Decimal } from './decimal.ts'
import type { ClientOrderId, OrderId } from './ids.ts'
import type { LegBooking } from './leg-bookings.ts'
import type { BookLevel } from './market-data.ts'
import type { Execution, Leg, OrderRecord } from './order.ts'
import type { OwnerKey } from './owner.ts'
import type { ReferencePoint } from './reference-point.ts'

export type KnownTimes = Readonly<Record<string, number>>

export interface JournalOrder {
  readonly owner: OwnerKey
  readonly client_order_id: string
  readonly order_id?: string | undefined
  /** Empty for an order placed by another program. */
  readonly title: string
  readonly market_id: string
  /** Instrument or joined symbol. Empty while only ids are known. */
  readonly symbol: string
  readonly legs?: readonly Leg[] | undefined
  readonly side: string
  readonly type: string
  readonly time_in_force?: string | undefined
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly recv_window?: number | undefined
  readonly sentAtMs: number
  readonly acceptedAtMs?: number | undefined
  /** Seconds. */
  readonly ioi_cache_timeout?: number | undefined
  readonly refreshedAtMs?: number | undefined
  readonly order_state?: string | undefined
  readonly cancel_state?: string | undefined
  /** Absent once it ended, or if it is not known to be live. */
  readonly openSinceMs?: number | undefined
  readonly endedAtMs?: number | undefined
  readonly listedAgainMs?: number | undefined
  readonly executions: readonly Execution[]
  readonly firstFillMs?: number | undefined
  readonly steps: readonly string[]
  /** Last recorded best levels of an RFQ. */
  readonly quote?: string | undefined
  /** Booked prices of a package's legs by `trade_id`, once the venue's entries determine them. */
  readonly bookings?: Readonly<Record<string, readonly LegBooking[]>> | undefined
  /** When a fill became known, by `trade_id`, if later than the fill (`history/known-times.ts`). */
  readonly fillsKnownMs?: KnownTimes | undefined
  /** When the bookings of a trade became known, by `trade_id`. Absent in earlier versions. */
  readonly bookingsKnownMs?: KnownTimes | undefined
  readonly quotes?: QuotesSeen | undefined
  readonly rfq?: string | undefined
  /** Market at the moments relevant for the price, by time. Absent in earlier versions. */
  readonly points?: readonly ReferencePoint[] | undefined
}

export interface QuotesSeen {
  /** Venue time of the first quote. */
  readonly firstMs: number
  /** Best price of the latest quotes; `second` is the next one (its cover). */
  readonly best: BookLevel
  readonly second?: BookLevel | undefined
  readonly lastMs: number
  /** Every change of the best price, the latest last. */
  readonly trail: readonly { readonly atMs: number; readonly price: Decimal }[]
}

/** Reconstructed from trades: the quantity is their sum; market and type are unknown. */
export const isKnownByTrades = ({ market_id, type }: Pick<JournalOrder, 'market_id' | 'type'>): boolean =>
  market_id === '' && type === ''

/** Undefined until the venue is known to have accepted the order. */
export function recordOfJournal(order: JournalOrder): OrderRecord | undefined {
  if (order.order_state === undefined && order.acceptedAtMs === undefined) return undefined
  return {
    market_id: order.market_id,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    quantity: order.quantity,
    price: order.price,
    order_id: order.order_id as OrderId | undefined,
    client_order_id: order.client_order_id as ClientOrderId,
    order_state: order.order_state ?? 'accepted',
    cancel_state: order.cancel_state ?? 'none',
    executions: order.executions,
    legs: order.legs,
  }
}
