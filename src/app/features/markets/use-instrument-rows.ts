/** The listing as rows, joined with market summary, positions, volatilities. */
import { useEffect, useMemo, useState } from 'react'
import type { Surfaces } from '../../../core/account/surfaces.ts'
import { type Instruments, useInstruments } from '../../api/market/instruments.ts'
import type { Resource } from '../../api/polling/resource.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import type { Quotes } from '../../../core/domain/market-data.ts'
import { usePlainPositions } from '../../model/account/use-portfolio.ts'
import { useMarket } from '../../model/market/use-market.ts'
import type { JoinInputs, ListedRow } from './instrument-rows.ts'
import { cachedRows, listRows } from './list-rows.ts'
import { useWatchLists, type WatchLists } from './use-watch-lists.ts'

export interface InstrumentRows {
  readonly instruments: Instruments
  readonly summary: Resource<Quotes>
  readonly listed: readonly ListedRow[] | undefined
  readonly first: readonly ListedRow[] | undefined
  readonly arePositionsKnown: boolean
  /** Position symbols joined by spaces, so that equal sets are equal strings. */
  readonly positionSymbols: string
  readonly surfaces: Surfaces
  readonly watchLists: WatchLists
  readonly beside: JoinInputs
}

interface ListedRows {
  readonly rows: readonly ListedRow[] | undefined
  readonly first: readonly ListedRow[] | undefined
}

const nothingListed: ListedRows = { rows: undefined, first: undefined }

function useListed(index: InstrumentIndex | undefined): ListedRows {
  const [made, setMade] = useState<ListedRows>(() => ({ rows: index && cachedRows(index), first: undefined }))
  useEffect(() => {
    if (index === undefined) return
    let wanted = true
    const set = (next: (before: ListedRows) => ListedRows): void => {
      if (wanted) setMade(next)
    }
    void (async () => {
      const drawFirst = (first: readonly ListedRow[]): Promise<void> => {
        set(before => ({ ...before, first }))
        // Paints them before the others are built.
        return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
      }
      const rows = cachedRows(index) ?? (await listRows(index, drawFirst))
      set(() => ({ rows, first: undefined }))
    })()
    return () => {
      wanted = false
    }
  }, [index])
  return index === undefined ? nothingListed : made
}

export function useInstrumentRows(): InstrumentRows {
  const instruments = useInstruments()
  const { quotes: summary, surfaces } = useMarket()
  const { rows: listed, first } = useListed(instruments.index)
  const { positions: held, gap } = usePlainPositions()
  const positions = useMemo(
    () => held.data && new Map(held.data.map(position => [position.symbol, position])),
    [held.data],
  )
  const positionSymbols = positions === undefined ? '' : [...positions.keys()].sort().join(' ')
  const watchLists = useWatchLists()
  const { watched } = watchLists
  const beside = useMemo(() => ({ summaries: summary.data, positions, watched }), [summary.data, positions, watched])
  const arePositionsKnown = held.data !== undefined && gap === undefined
  return {
    instruments,
    summary,
    listed,
    first,
    arePositionsKnown,
    positionSymbols,
    surfaces,
    watchLists,
    beside,
  }
}
