/** Where a row leads: its details, the ticket over this screen, the builder. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Side } from '../../domain/order.ts'
import type { InstrumentRow } from './instrument-rows.ts'

export interface MarketNavigation {
  readonly show: (symbol: string | undefined) => void
  readonly trade: (row: InstrumentRow, side?: Side) => void
  readonly build: (row: InstrumentRow) => void
  /** To be told when its price crosses a level. */
  readonly watch: (row: InstrumentRow) => void
}

export function useMarketNavigation(selected: string | undefined): MarketNavigation {
  const navigate = useNavigate()
  return useMemo(() => {
    const kept = selected === undefined ? {} : { instrument: selected }
    return {
      show: symbol => void navigate({ to: '/markets', search: symbol === undefined ? {} : { instrument: symbol } }),
      trade: (row, side) =>
        void navigate({ to: '/markets', search: { ...kept, trade: row.symbol, ...(side === undefined ? {} : { side }) } }),
      watch: row => void navigate({ to: '/markets', search: { ...kept, alert: `price:${row.symbol}` } }),
      build: row => void navigate({ to: '/build', search: { legs: `${row.symbol}@1`, base: row.base, mode: 'firm' } }),
    }
  }, [navigate, selected])
}
