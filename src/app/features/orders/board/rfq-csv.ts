/**
 * The RFQ blotter as CSV: one line per RFQ with its quotes and takes. Decimals as received, signed as on the wire;
 * times in UTC.
 */
import { csvFile, isoTime, sheetNumber } from '../../../../core/domain/csv.ts'
import type { QuotesSeen } from '../../../../core/domain/journal-order.ts'
import { orderPhrase } from '../../../../core/domain/trade-story/trade-words.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import { takenOf } from '../../../model/orders/taken.ts'

const columns = [
  'sent_utc',
  'order',
  'symbol',
  'wire_side',
  'quantity',
  'state',
  'first_quote_utc',
  'seconds_to_first_quote',
  'best_price',
  'best_quantity',
  'second_price',
  'second_quantity',
  'best_price_changes',
  'taken_quantity',
  'taken_average_price',
  'quantity_left',
  'order_id',
  'client_order_id',
] as const

const secondsToQuote = ({ placedMs }: RfqCard, quotes: QuotesSeen | undefined): number | undefined =>
  placedMs === undefined || quotes === undefined ? undefined : Math.max(0, quotes.firstMs - placedMs) / 1_000

const timeOf = (atMs: number | undefined): string | undefined => (atMs === undefined ? undefined : isoTime(atMs))

function lineOf(card: RfqCard, quotes: QuotesSeen | undefined): readonly (string | undefined)[] {
  const taken = takenOf(card)
  return [
    timeOf(card.placedMs),
    orderPhrase(card),
    card.symbol,
    card.side,
    card.quantity,
    card.state,
    timeOf(quotes?.firstMs),
    sheetNumber(secondsToQuote(card, quotes)),
    quotes?.best.price,
    quotes?.best.quantity,
    quotes?.second?.price,
    quotes?.second?.quantity,
    quotes === undefined ? undefined : String(quotes.trail.length - 1),
    taken?.quantity,
    taken?.average,
    card.count.left,
    card.orderId,
    card.clientOrderId,
  ]
}

export const rfqCsv = (cards: readonly RfqCard[], quotes: ReadonlyMap<string, QuotesSeen>): string =>
  csvFile([columns, ...cards.map(card => lineOf(card, quotes.get(card.clientOrderId)))])
