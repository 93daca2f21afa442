/** The listing with its market summary, as rows. */
import { useEffect, useMemo, useState } from 'react'
import { type Instruments, useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import type { Resource } from '../../api/polling/resource.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { type InstrumentRow, type ListedRow, withSummaries } from './instrument-rows.ts'
import { keptRows, listRows } from './list-rows.ts'

export interface InstrumentRows {
  readonly instruments: Instruments
  readonly summary: Resource<ReadonlyMap<string, MarketSummary>>
  /** Undefined while they are being made. */
  readonly listed: readonly ListedRow[] | undefined
  readonly rows: readonly InstrumentRow[]
}

const noRows: readonly InstrumentRow[] = []

function useListed(index: InstrumentIndex | undefined): readonly ListedRow[] | undefined {
  const [made, setMade] = useState<readonly ListedRow[] | undefined>(() => (index === undefined ? undefined : keptRows(index)))
  useEffect(() => {
    if (index === undefined) return
    let wanted = true
    void (async () => {
      const rows = keptRows(index) ?? (await listRows(index))
      if (wanted) setMade(rows)
    })()
    return () => {
      wanted = false
    }
  }, [index])
  return index === undefined ? undefined : made
}

export function useInstrumentRows(): InstrumentRows {
  const instruments = useInstruments()
  const summary = useMarketSummary()
  const listed = useListed(instruments.index)
  const rows = useMemo(() => (listed === undefined ? noRows : withSummaries(listed, summary.data)), [listed, summary.data])
  return { instruments, summary, listed, rows }
}
