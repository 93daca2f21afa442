import type { BookLevel } from '../../../../core/domain/market-data.ts'
import type { Side } from '../../../../core/domain/order.ts'
import type { Market, Quotes } from '../../market/market.ts'
import type { Contract } from '../contracts.ts'
import { type DealerQuote, dealerQuotes, makersQuotes, type QuoteRequest } from '../dealers.ts'
import { assure } from './assure.ts'
import { units } from './units.ts'

export type HouseLevel = BookLevel & { readonly rfq?: string | undefined }
export interface HouseQuotes {
  readonly buy: readonly HouseLevel[]
  readonly sell: readonly HouseLevel[]
}

export function houseQuotes(
  market: Market,
  contract: Contract,
  requests: readonly QuoteRequest[],
  nowMs: number,
): HouseQuotes {
  const makers = makersQuotes(market, contract, nowMs)
  const dealers = requests.length === 0 ? [] : dealerQuotes(market, requests, makers, nowMs)
  for (const quote of dealers) checkDealer(quote, requests, makers)
  const side = (which: Side): HouseLevel[] => [
    ...dealers
      .filter(quote => quote.side === which)
      .toSorted(
        (a, b) =>
          (units(a.price) < units(b.price) ? -1 : units(a.price) > units(b.price) ? 1 : 0) * (which === 'buy' ? -1 : 1),
      ),
    ...makers[which],
  ]
  return { buy: side('buy'), sell: side('sell') }
}

/**
 * A dealer answers a live RFQ on the other side, for at most its quantity, better than the makers without crossing
 * them.
 */
function checkDealer(quote: DealerQuote, requests: readonly QuoteRequest[], makers: Quotes): void {
  const wanted = requests.find(request => request.order_id === quote.rfq)
  assure(
    wanted !== undefined && wanted.side !== quote.side,
    'dealers answer living RFQs, across from them',
    () => quote,
  )
  assure(
    units(quote.quantity) > 0n && units(quote.quantity) <= units(wanted.quantity),
    'dealers quote what is wanted, no more',
    () => quote,
  )
  assure(
    units(quote.quantity) >= units(wanted.minimum_quantity ?? '0'),
    'dealers quote no less than the minimum',
    () => quote,
  )
  const [bid, ask] = [makers.buy[0], makers.sell[0]]
  assure(bid !== undefined && ask !== undefined, 'dealers are silent where makers are', () => quote)
  const isBetter = units(bid.price) < units(quote.price) && units(quote.price) < units(ask.price)
  assure(isBetter, 'dealers quote better than the makers', () => [quote, bid, ask])
}
