import { useMemo } from 'react'
import { shortName } from '../../../core/domain/instrument.ts'
import { amendSearch } from '../../links/overlay-links.ts'
import { usePriceOverTime } from '../../model/prices/use-price-over-time.ts'
import { PriceHistory } from '../../ui/order/price-history.tsx'

export function TicketPrices({ symbol }: { readonly symbol: string }) {
  const legs = useMemo(() => [{ symbol, ratio: 1 }], [symbol])
  return <PriceHistory name={shortName(symbol)} {...usePriceOverTime(legs)} amendSearch={amendSearch} />
}
