/** The listing as the filters and the search leave it: in its own order, or the best first where something is searched for. */
import { useMemo, useState } from 'react'
import type { ListedRow } from './instrument-rows.ts'
import { InstrumentSearch, mostTraded } from './instrument-search.ts'
import { type MarketFilters, choiceFilter, isChosen } from './market-filters.ts'
import type { InstrumentRows } from './use-instrument-rows.ts'

interface Order {
  readonly listed: readonly ListedRow[]
  readonly hasPrices: boolean
  readonly rows: readonly ListedRow[]
}

/** By what trades most when the search began: rows must not change places while prices come in. */
function useOrder({ listed, summary }: InstrumentRows, isWanted: boolean): readonly ListedRow[] | undefined {
  const [order, setOrder] = useState<Order>()
  if (!isWanted || listed === undefined) {
    if (order !== undefined) setOrder(undefined)
    return undefined
  }
  const hasPrices = summary.data !== undefined
  if (order?.listed === listed && order.hasPrices === hasPrices) return order.rows
  const fresh = { listed, hasPrices, rows: mostTraded(listed, summary.data) }
  setOrder(fresh)
  return fresh.rows
}

const nothing: readonly ListedRow[] = []

/** `isSearchEntered`: a word may be typed at any moment; what takes longest of its first letter is done before it. */
export function useFoundRows(data: InstrumentRows, filters: MarketFilters, isSearchEntered: boolean): readonly ListedRow[] {
  const { listed = nothing, heldSymbols, watchLists } = data
  const { search, watched: chosen } = filters
  const watched = watchLists.lists.find(list => list.name === chosen)?.symbols
  const isSearching = search.trim() !== ''
  const order = useOrder(data, isSearching || isSearchEntered)
  const ordered = isSearching ? order : undefined
  const isHeld = useMemo(() => {
    const matches = new Set(heldSymbols.split(' '))
    return (symbol: string) => matches.has(symbol)
  }, [heldSymbols])
  const [typed] = useState(() => new InstrumentSearch())
  return useMemo(() => {
    const found = ordered === undefined ? listed : typed.find(ordered, search, isHeld)
    return isChosen(filters) ? found.filter(choiceFilter(filters, watched)) : found
  }, [ordered, listed, filters, search, isHeld, watched, typed])
}
