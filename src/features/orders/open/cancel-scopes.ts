/** What "cancel all" can mean: everything that is open, or what is open in one instrument or combination. */
import { legsOfOrder, priceWords } from '../../../domain/phrase/order-phrase.ts'
import { isRfqMarket, type OrderRecord, orderRowId, parseSide } from '../../../domain/order.ts'
import { structurePhrase } from '../../../domain/structures/structure-phrase.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'

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

/** An instrument, or the structure of a combination, which is one whichever way its orders go. */
const nameOf = (record: OrderRecord): string => structurePhrase(legsOfOrder(record), 'buy').text

function textOf(record: OrderRecord): string {
  const order = { legs: legsOfOrder(record), side: parseSide(record.side), quantity: record.quantity, price: record.price }
  const text = [shownPhrase(order), priceWords(order)].filter(Boolean).join(', ')
  return isRfqMarket(record.market_id) ? `RFQ: ${text}` : text
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
