/**
 * Rows of the open orders grid: the venue's record, totals of its executions, and the known life of orders sent by this
 * browser.
 */
import { type Decimal, gt, zero } from '../../../core/domain/decimal.ts'
import { isForcedClose } from '../../../core/domain/order-outcome.ts'
import { phrasedRecord } from '../../../core/domain/trade-story/trade-words.ts'
import { type Fills, fillsOf } from '../../../core/domain/order-state.ts'
import { isRfqMarket, type OrderRecord, orderRowId, type Side } from '../../../core/domain/order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { lifeOf, type OrderLife } from './order-life.ts'
import type { SentOrder } from './sent-order.ts'

export interface OpenOrderRow extends Fills {
  readonly id: string
  readonly record: OrderRecord
  readonly isRfq: boolean
  /** In buyer's form, as on the wire. */
  readonly legs: readonly PackageLeg[]
  /** Side as sent to the venue, not as the trader sees it. */
  readonly side: Side | undefined
  readonly closes: boolean
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  readonly state: string
  readonly life: OrderLife | undefined
  /** Server time of its acceptance; undefined for another program's order. */
  readonly placedMs: number | undefined
}

export function stateText(
  record: Pick<OrderRecord, 'order_state' | 'cancel_state'> & Partial<Pick<OrderRecord, 'client_order_id'>>,
  isOwn = false,
): string {
  const state = plainStateText(record)
  return !isOwn && isForcedClose(record) ? `${state}, closed by the venue (liquidation)` : state
}

function plainStateText(record: Pick<OrderRecord, 'order_state' | 'cancel_state'>): string {
  const states: Readonly<Record<string, string>> = {
    accepted: 'working',
    partial_fill: 'part filled',
    filled: 'filled',
  }
  const state = states[record.order_state] ?? record.order_state.replaceAll('_', ' ')
  const cancel =
    record.cancel_state === '' || record.cancel_state === 'none' ? '' : `, ${record.cancel_state.replaceAll('_', ' ')}`
  return `${state}${cancel}`
}

export function openOrderRow(record: OrderRecord, sent: SentOrder | undefined): OpenOrderRow {
  return {
    ...fillsOf(record),
    id: orderRowId(record),
    record,
    isRfq: isRfqMarket(record.market_id),
    ...phrasedRecord(record),
    state: stateText(record, sent !== undefined),
    life: lifeOf(sent),
    placedMs: sent?.atMs,
  }
}

const known = new WeakMap<OrderRecord, { readonly sent: SentOrder | undefined; readonly row: OpenOrderRow }>()

/** Firm orders only, in the venue's order: RFQs have their board. Unchanged records keep their row objects. */
export function openOrderRows(records: readonly OrderRecord[], sent: ReadonlyMap<string, SentOrder>): OpenOrderRow[] {
  return records
    .filter(record => !isRfqMarket(record.market_id))
    .map(record => {
      const own = sent.get(record.client_order_id)
      const retained = known.get(record)
      if (retained !== undefined && retained.sent === own) return retained.row
      const row = openOrderRow(record, own)
      known.set(record, { sent: own, row })
      return row
    })
}

export interface Amendable {
  readonly row: OpenOrderRow
  readonly side: Side
  readonly price: Decimal
  readonly remaining: Decimal
  readonly filled: Decimal
}

export function amendable(row: OpenOrderRow): Amendable | undefined {
  const { side, price, remaining, filled } = row
  if (side === undefined || price === undefined || remaining === undefined || filled === undefined) return undefined
  return row.record.type === 'LIMIT' && gt(remaining, zero) ? { row, side, price, remaining, filled } : undefined
}
