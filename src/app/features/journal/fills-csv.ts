/** Fills as CSV: one row per leg, with the result realised by average cost, before fees. */
import { csvFile, isoTime } from '../../../core/domain/csv.ts'
import { add, type Decimal, zero } from '../../../core/domain/decimal.ts'
import { type Fill, byBookingOrder } from '../../../core/domain/fill.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalNote } from '../../../core/domain/journal-row.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { structureOf } from './results.ts'

const columns = [
  'time_utc',
  'symbol',
  'side',
  'quantity',
  'price',
  'price_is_allocated',
  'realised_by_order_and_leg',
  'structure',
  'client_order_id',
  'tags',
  'note',
] as const

interface FillsCsvInputs {
  readonly fills: readonly Fill[]
  readonly orders: ReadonlyMap<string, JournalOrder>
  readonly closings: readonly Closing[]
  readonly notes: ReadonlyMap<string, JournalNote>
}

const keyOf = (order: string, symbol: string): string => `${order}\n${symbol}`

/** Oldest first. A leg's realised result appears once, at the order's last fill of it, so that the column adds up. */
export function fillsCsv({ fills, orders, closings, notes }: FillsCsvInputs): string {
  const realised = new Map<string, Decimal>()
  for (const { closedBy, symbol, realised: won } of closings) {
    if (closedBy === undefined) continue
    const key = keyOf(closedBy, symbol)
    realised.set(key, add(realised.get(key) ?? zero, won))
  }
  const sorted = [...fills].sort(byBookingOrder)
  const last = new Map(sorted.map(fill => [keyOf(fill.order, fill.symbol), fill.id]))
  const lines = sorted.map(fill => {
    const key = keyOf(fill.order, fill.symbol)
    const [order, note] = [orders.get(fill.order), notes.get(fill.order)]
    return [
      isoTime(fill.atMs),
      fill.symbol,
      fill.side,
      fill.quantity,
      fill.isUnknown ? undefined : fill.price,
      fill.isUnknown ? 'not known' : fill.isAllotted ? 'yes' : 'no',
      last.get(key) === fill.id ? realised.get(key) : undefined,
      order === undefined ? undefined : structureOf(order),
      fill.order,
      note?.tags.join(' '),
      note?.text,
    ]
  })
  return csvFile([columns, ...lines])
}
