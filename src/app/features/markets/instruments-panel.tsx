import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createStore } from '../../api/browser/store.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Instruments, retryInstruments } from '../../api/market/instruments.ts'
import { listingState } from '../../ui/panel/listing-state.ts'
import { isKey } from '../../ui/commands/key-table.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { isLeftSorted } from '../../ui/grid/column-state.ts'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { Table } from '../../ui/grid/table.tsx'
import type { RowMenuItem } from '../../ui/grid/data-grid-props.ts'
import type { PanelState } from '../../ui/panel/panel-state.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { RejectedRows } from '../../ui/panel/rejected-rows.tsx'
import { Age } from '../../ui/format/figures.tsx'
import { DeliverablesButton } from './deliverables-drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import { instrumentColumnSet, instrumentColumns, markOf, rowActions } from './instrument-columns.tsx'
import { type InstrumentRow, joinRows, type ListedRow } from './instrument-rows.ts'
import { choiceFilter, filterChoices, isChosen, isFiltered, type MarketFilters, noFilters } from './market-filters.ts'
import type { MarketNavigation } from './market-navigation.ts'
import styles from './markets.module.css'
import { InstrumentSearch, mostTraded } from './instrument-search.ts'
import type { InstrumentRows } from './use-instrument-rows.ts'
import type { Product } from '../../../core/domain/instrument.ts'
import { parseTexts, useSavedChoice } from '../../ui/saved-choice.ts'
import { phoneColumns, phoneRowPx } from './phone-columns.tsx'
import { shortList } from './short-list.ts'
import { staleState } from './stale-state.ts'
import type { WatchLists } from './use-watch-lists.ts'

interface InstrumentsPanelProps {
  readonly data: InstrumentRows
  readonly navigation: MarketNavigation
  readonly activeId: string | undefined
}

const rowId = (row: InstrumentRow): string => row.id
const toneOf = (row: InstrumentRow) => (row.active ? undefined : 'muted')
const gridId = 'instruments'
const noListing: readonly ListedRow[] = []

function stateOf(
  instruments: Instruments,
  rows: readonly ListedRow[] | undefined,
  summary: InstrumentRows['summary'],
): PanelState {
  if (instruments.status === 'failed' || rows === undefined) return listingState(instruments, retryInstruments)
  if (rows.length === 0) return { kind: 'empty', title: 'The venue lists no instrument' }
  return staleState(summary) ?? { kind: 'ready' }
}

/** Columns stay identical while volatilities change: cells read the current ones once a second. */
function useColumns({ surfaces }: InstrumentRows, navigation: MarketNavigation): readonly Column<InstrumentRow>[] {
  const [latest] = useState(() => createStore(surfaces))
  useLayoutEffect(() => latest.set(surfaces), [latest, surfaces])
  const isNarrow = useWidth() === 'narrow'
  return useMemo(() => {
    const columns = instrumentColumns(row => markOf(latest.get(), row))
    return isNarrow ? phoneColumns(navigation) : [...columns, rowActions(navigation)]
  }, [latest, navigation, isNarrow])
}

/** The first rows, until all are built. Empty if saved filters or sorting would put others first. */
function useFirstRows(
  { listed, first }: InstrumentRows,
  filters: MarketFilters,
  columns: readonly Column<InstrumentRow>[],
): readonly ListedRow[] | undefined {
  const [areFirst] = useState(() => {
    const ids = columns.map(column => column.id)
    return !isFiltered(filters) && !isLeftSorted(gridId, ids)
  })
  return listed === undefined && areFirst ? first : undefined
}

export function InstrumentsPanel({ data, navigation, activeId }: InstrumentsPanelProps) {
  const { instruments, summary, listed, beside, watchLists } = data
  const [filters, setFilters] = useMarketFilters(serverNowMs)
  const search = useRef<HTMLInputElement>(null)
  const applied = useDeferredValue(filters)
  const columns = useColumns(data, navigation)
  const [isSearchEntered, setSearchEntered] = useState(false)
  const [isAll, setAll] = useState(false)
  const isShort = !isAll && !isFiltered(filters)
  const found = useFoundRows(data, applied, useDeferredValue(isSearchEntered))
  const short = useShortList(data)
  const first = useFirstRows(data, filters, columns)
  const chosen = (isShort ? short : undefined) ?? found
  const rows = useMemo(() => joinRows(first ?? chosen, beside), [first, chosen, beside])
  const made = listed ?? first
  const all = listed?.length ?? instruments.index?.all.length ?? 0
  const choices = useMemo(
    () => filterChoices(made ?? noListing, { base: filters.base, product: filters.product }),
    [made, filters.base, filters.product],
  )
  const isNarrow = useWidth() === 'narrow'
  const Grid = isNarrow ? Table : DataGrid
  useCommands([
    {
      id: 'markets.search',
      name: 'Search instruments',
      group: 'Markets',
      keys: 'filter',
      run: () => search.current?.focus(),
    },
  ])
  const onCellKey = (key: string, row: InstrumentRow): boolean => {
    const side = isKey('buy', key) ? 'buy' : isKey('sell', key) ? 'sell' : undefined
    if (side === undefined || !row.active) return false
    navigation.trade(row, side)
    return true
  }
  return (
    <Panel
      title="Instruments"
      state={stateOf(instruments, made, summary)}
      toolbar={
        <>
          <DeliverablesButton />
          <RejectedRows rows={instruments.rejectedRows} />
          <PricesNote instruments={instruments} summary={summary} />
        </>
      }
    >
      <div className={styles.body}>
        <FilterBar
          filters={filters}
          choices={choices}
          watchLists={watchLists}
          onChange={setFilters}
          shown={rows.length}
          all={all}
          isShort={isShort}
          onAll={setAll}
          searchRef={search}
          onSearchEntered={setSearchEntered}
        />
        <Grid
          id={isNarrow ? 'instruments-phone' : gridId}
          label="Instruments"
          testId="instruments-grid"
          rows={rows}
          columns={columns}
          columnSet={isNarrow ? undefined : instrumentColumnSet}
          rowPx={isNarrow ? phoneRowPx : undefined}
          rowId={rowId}
          rowTone={toneOf}
          activeId={activeId}
          onRowClick={row => navigation.show(row.symbol)}
          onCellKey={onCellKey}
          rowMenu={row => rowMenuOf(row, navigation, watchLists)}
          empty={<NothingFound onClear={() => setFilters(noFilters)} />}
          compact
        />
      </div>
    </Panel>
  )
}

function PricesNote({ instruments, summary }: Pick<InstrumentRows, 'instruments' | 'summary'>) {
  const isLacking = useCapabilities().marketSummary === 'absent'
  return (
    <span className={styles.note}>
      {instruments.source === 'cache' ? 'stored listing, being checked · ' : ''}
      {summary.status === 'ready' ? (
        <Age agoMs={summary.receivedAgoMs} words={age => `prices ${age}`} />
      ) : summary.status === 'failed' ? (
        `no prices: ${summary.fault?.message ?? ''}`
      ) : isLacking ? (
        'no prices: this venue has no market summary'
      ) : (
        'prices are on their way'
      )}
    </span>
  )
}

const rowMenuOf = (
  row: InstrumentRow,
  navigation: MarketNavigation,
  { lists, toggle }: WatchLists,
): readonly RowMenuItem[] => [
  { id: 'trade', label: 'Trade…', enabled: row.active, run: () => navigation.trade(row) },
  { id: 'build', label: 'Add to builder', enabled: row.active, run: () => navigation.build(row) },
  ...lists.map(({ name, symbols }) => ({
    id: `list ${name}`,
    label: symbols.has(row.symbol) ? `Remove from ${name}` : `Add to ${name}`,
    run: () => toggle(name, row.symbol),
  })),
  { id: 'watch', label: 'Alert me at a price…', run: () => navigation.watch(row) },
]

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <p className={styles.nothing}>
      No instrument passes the filters.{' '}
      <Button size="sm" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  )
}

interface Order {
  readonly listed: readonly ListedRow[]
  readonly hasPrices: boolean
  readonly rows: readonly ListedRow[]
}

/** Sorted by traded volume at the start of the search: rows must not move as prices arrive. */
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

const useHeld = ({ positionSymbols: heldSymbols }: InstrumentRows): ReadonlySet<string> =>
  useMemo(() => new Set(heldSymbols.split(' ')), [heldSymbols])

/** Undefined until it is built. Uses the first prices: rows must not move as prices change. */
function useShortList(data: InstrumentRows) {
  const { listed, summary, watchLists } = data
  const held = useHeld(data)
  const [nowMs] = useState(serverNowMs)
  const [prices, setPrices] = useState(summary.data)
  if (prices === undefined && summary.data !== undefined) setPrices(summary.data)
  const { watched } = watchLists
  const short = useMemo(
    () => shortList(listed ?? [], { watched, held, prices, nowMs }),
    [listed, watched, held, prices, nowMs],
  )
  return short.length === 0 ? undefined : short
}

const nothing: readonly ListedRow[] = []

/** `isSearchEntered` starts the slowest work of the first letter before it is typed. */
function useFoundRows(data: InstrumentRows, filters: MarketFilters, isSearchEntered: boolean): readonly ListedRow[] {
  const { listed = nothing, watchLists } = data
  const { search, watched: chosen } = filters
  const watched = watchLists.lists.find(list => list.name === chosen)?.symbols
  const isSearching = search.trim() !== ''
  const order = useOrder(data, isSearching || isSearchEntered)
  const ordered = isSearching ? order : undefined
  const held = useHeld(data)
  const [typed] = useState(() => new InstrumentSearch())
  return useMemo(() => {
    const found = ordered === undefined ? listed : typed.find(ordered, search, symbol => held.has(symbol))
    return isChosen(filters) ? found.filter(choiceFilter(filters, watched)) : found
  }, [ordered, listed, filters, search, held, watched, typed])
}

const products: readonly string[] = ['all', 'option', 'perpetual', 'future', 'spot', 'index'] satisfies (
  | Product
  | 'all'
)[]

/** False for a past expiry, which would hide everything. */
const isLive = (text: string, nowMs: number): boolean =>
  text === '' || text === 'none' || Number.parseInt(text, 10) > nowMs

function useMarketFilters(nowMs: () => number): [MarketFilters, (filters: MarketFilters) => void] {
  return useSavedChoice('markets', stored =>
    parseTexts(stored, noFilters, (name, text) => {
      if (name === 'product') return products.includes(text)
      if (name === 'watched') return text.length <= 30
      return name !== 'expiry' || isLive(text, nowMs())
    }),
  )
}
