import { useMemo } from 'react'
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
import { alertSearch } from '../../links/alerts-link.ts'
import { builderOfInstrument } from '../../links/builder-link.ts'
import { marketsSearch } from '../../links/screen-links.ts'
import { ticketSearch } from '../../links/overlay-links.ts'
import { useNavigate } from '../../ui/router/use-router.ts'
import type { InstrumentRow } from './instrument-rows.ts'

export interface MarketNavigation {
  readonly show: (symbol: string | undefined) => void
  readonly trade: (row: InstrumentRow, side?: Side, price?: Decimal) => void
  readonly build: (row: InstrumentRow) => void
  readonly watch: (row: InstrumentRow) => void
}

export function useMarketNavigation(selected: string | undefined): MarketNavigation {
  const navigate = useNavigate()
  return useMemo(() => {
    const here = marketsSearch(selected)
    return {
      show: symbol => navigate({ to: '/markets', search: marketsSearch(symbol) }),
      trade: (row, side, price) =>
        navigate({ to: '/markets', search: { ...here, ...ticketSearch(row.symbol, { side, price }) } }),
      watch: row =>
        navigate({ to: '/markets', search: { ...here, ...alertSearch({ kind: 'price', subject: row.symbol }) } }),
      build: row => navigate({ to: '/build', search: builderOfInstrument(row.symbol, row.base) }),
    }
  }, [navigate, selected])
}
