/** What "cancel all" can mean: everything that is open, or what is open in one instrument or combination. */
import { type OrderRecord, isRfqMarket, parseSide } from '../../../domain/order.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { formatDecimal } from '../../../domain/format-decimal.ts'
import { orderName, orderRowId } from '../../../model/orders/order-name.ts'
import { legsOfOrder } from '../../../model/orders/order-name.ts'
import { structureName } from '../../../ui/order/structure-name.ts'

export interface CancelScope {
  /** As the venue takes it for a filter; empty for everything. */
  readonly symbol: string
  readonly name: string
  readonly firm: number
  readonly rfqs: number
  /** The first of them. */
  readonly names: readonly { readonly id: string; readonly text: string }[]
  readonly more: number
}

const namesShown = 8

const nameOf = (record: OrderRecord): string => orderName(legsOfOrder(record), parseSide(record.side), structureName)

function textOf(record: OrderRecord): string {
  const price = record.price === undefined ? '' : ` at ${formatDecimal(record.price)}`
  return `${isRfqMarket(record.market_id) ? 'RFQ, ' : ''}${record.side} ${formatSize(record.quantity)} ${nameOf(record)}${price}`
}

function scopeOf(symbol: string, name: string, records: readonly OrderRecord[]): CancelScope {
  const rfqs = records.filter(record => isRfqMarket(record.market_id)).length
  const names = records.slice(0, namesShown).map(record => ({ id: orderRowId(record), text: textOf(record) }))
  return { symbol, name, firm: records.length - rfqs, rfqs, names, more: records.length - names.length }
}

/** Everything first, then each instrument or combination, the one with the most first. */
export function cancelScopes(open: readonly OrderRecord[]): readonly CancelScope[] {
  const bySymbol = new Map<string, OrderRecord[]>()
  for (const record of open) bySymbol.set(record.symbol, [...(bySymbol.get(record.symbol) ?? []), record])
  const parts = [...bySymbol].map(([symbol, records]) => scopeOf(symbol, records[0] === undefined ? symbol : nameOf(records[0]), records))
  return [scopeOf('', 'Everything', open), ...parts.sort((a, b) => b.firm + b.rfqs - (a.firm + a.rfqs))]
}
