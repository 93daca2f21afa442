/** What the journal knows of one order. Plain data: the browser's database, a backup and the recorder hold it as it is. */
import type { Decimal } from './decimal.ts'
import type { ClientOrderId, OrderId } from './ids.ts'
import type { LegBooking } from './leg-bookings.ts'
import type { BookLevel } from './market-data.ts'
import type { Execution, Leg, OrderRecord } from './order.ts'
import type { OwnerKey } from './owner.ts'
import type { ReferencePoint } from './reference-point.ts'

/** By `trade_id`. */
export type KnownTimes = Readonly<Record<string, number>>

export interface JournalOrder {
  readonly owner: OwnerKey
  readonly client_order_id: string
  readonly order_id?: string | undefined
  /** Empty for an order that another program placed. */
  readonly title: string
  readonly market_id: string
  /** Instrument, or the joined symbol; empty while only ids named it. */
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
  /** Absent once it ended, and while it is not known to live at the venue. */
  readonly openSinceMs?: number | undefined
  readonly endedAtMs?: number | undefined
  /** When a list last showed it after it was let go. */
  readonly listedAgainMs?: number | undefined
  readonly executions: readonly Execution[]
  readonly firstFillMs?: number | undefined
  /** Steps of the intent that have their rows. */
  readonly steps: readonly string[]
  /** Best levels as last noted, of an RFQ. */
  readonly quote?: string | undefined
  /** What the venue booked the legs of a package at, by `trade_id`, once its entries say so. */
  readonly bookings?: Readonly<Record<string, readonly LegBooking[]>> | undefined
  /** When a fill became known, by `trade_id`, where that was later than the fill itself (`history/known-times.ts`). */
  readonly fillsKnownMs?: KnownTimes | undefined
  /** When the bookings of a trade became known, by `trade_id`; of an earlier version with the trade. */
  readonly bookingsKnownMs?: KnownTimes | undefined
  /** Of an RFQ that was quoted. */
  readonly quotes?: QuotesSeen | undefined
  /** Client id of the RFQ that it was sent for. */
  readonly rfq?: string | undefined
  /** The market at the moments that matter for its price, by time; an order of an earlier version has none. */
  readonly points?: readonly ReferencePoint[] | undefined
}

/** What makers quoted on an RFQ. */
export interface QuotesSeen {
  /** Venue time of the first quote. */
  readonly firstMs: number
  /** Of the latest quotes: the price they began at, and the one behind it (its cover). */
  readonly best: BookLevel
  readonly second?: BookLevel | undefined
  readonly lastMs: number
  /** The best price whenever it changed, the latest last. */
  readonly trail: readonly { readonly atMs: number; readonly price: Decimal }[]
}

/** Only its trades are known: its quantity is what they come to, and its market and type are not known. */
export const isKnownByTrades = ({ market_id, type }: Pick<JournalOrder, 'market_id' | 'type'>): boolean => market_id === '' && type === ''

/** The order as a record of the venue's; undefined while the venue is not known to have taken it. */
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
