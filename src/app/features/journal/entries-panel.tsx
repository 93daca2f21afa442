/** Journal entries that pass the filter, newest first, loaded in pages. */
import { readyOf } from '../../api/polling/saved.ts'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type Notes, useFilledOrders, useJournalFault, useJournalPage } from '../../api/journal/journal-hooks.ts'
import type { JournalPage } from '../../api/journal/journal-reader.ts'
import type { Loadable } from '../../api/polling/saved.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { useRealised } from '../../model/account/use-realised.ts'
import { useReplacements } from '../../model/orders/replacements.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Spinner } from '../../ui/controls/waiting.tsx'
import { formatQuantity } from '../../ui/format/format-decimal.ts'
import { Table } from '../../ui/grid/table.tsx'
import type { RowMenuItem } from '../../ui/grid/data-grid-props.ts'
import type { PanelState } from '../../ui/panel/panel-state.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { useReady } from '../../ui/use-ready.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { DataActions } from './data-actions.tsx'
import { DaysView } from './days-view.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useToday } from './day-heading.ts'
import { depthOf, type EventRow, eventRows, isDay } from './event-rows.ts'
import { eventColumns, journalColumnSet, narrowColumns } from './journal-columns.tsx'
import { journalDays } from './journal-days.ts'
import { isFiltered, journalFilterOf, type JournalFilters, noFilters, useJournalFilters } from './journal-filters.ts'
import { filledRfqs, forcedResults, gridRows, type JournalGridRow, tagsOf } from './journal-rows.ts'
import styles from './journal.module.css'
import { useLineOf } from './use-line-of.ts'

const pageRows = 500
const counted = (count: number): string => formatQuantity(dec(count))
const rowId = (row: EventRow): string => row.id
const rowTone = (row: EventRow) => (isDay(row) ? 'group' : undefined)
const narrowRowPx = 64

interface EntriesPanelProps {
  readonly notes: Notes
  readonly activeId: string | undefined
  readonly onOpen: (row: JournalGridRow) => void
  readonly onDay: (startMs: number) => void
  readonly onResults: (() => void) | undefined
}

type JournalLook = 'days' | 'cash'
const looks = [
  { value: 'days', label: 'By day', hint: 'What was sent and what came back' },
  { value: 'cash', label: 'Cash', hint: 'What moved the cash of each day, to the cent, and what is not explained' },
] as const
const CashView = lazyComponent(async () => (await import('./cash-view.tsx')).CashView)

type Closings = NonNullable<ReturnType<typeof useRealised>>['closings']

function useGridRows(
  read: Parameters<typeof gridRows>[0] | undefined,
  { notes }: EntriesPanelProps['notes'],
  closings: Closings | undefined,
) {
  const realised = useMemo(() => forcedResults(closings ?? []), [closings])
  const orders = useFilledOrders()
  const filled = useMemo(() => filledRfqs(orders ?? []), [orders])
  const replacements = useReplacements()
  return useMemo(
    () => gridRows(read ?? [], notes, { realised, filled, replacements }),
    [read, notes, realised, filled, replacements],
  )
}

export function EntriesPanel({ notes, activeId, onOpen, onDay, onResults }: EntriesPanelProps) {
  const [filters, setFilters] = useJournalFilters()
  const [limit, setLimit] = useState(pageRows)
  // Periods are counted from when the screen was opened.
  const [openedMs] = useState(serverNowMs)
  const change = useCallback(
    (next: JournalFilters) => {
      setLimit(pageRows)
      setFilters(next)
    },
    [setFilters],
  )
  const [look, setLook] = useState<JournalLook>('days')
  const [isAllEvents, setAllEvents] = useState(false)
  // Only *All events* has the choice of a kind.
  const applied = useMemo(() => (isAllEvents ? filters : { ...filters, kind: 'all' as const }), [filters, isAllEvents])
  const filter = useMemo(
    () => journalFilterOf(applied, notes.notes, notes.words, openedMs),
    [applied, notes.notes, notes.words, openedMs],
  )
  const page = useJournalPage(filter, limit)
  const value = readyOf(page)
  useReady(value !== undefined)
  const closings = useRealised()?.closings
  const rows = useGridRows(value?.rows, notes, closings)
  const hasDays = look === 'days' && !isAllEvents
  const days = useMemo(() => (hasDays ? journalDays(rows, closings ?? []) : []), [hasDays, rows, closings])
  const lineOf = useLineOf()
  const empty = <NoMatch clear={() => change(noFilters)} />
  const tags = useMemo(() => tagsOf(notes.notes), [notes.notes])
  const searchRef = useRef<HTMLInputElement>(null)
  useCommands([
    {
      id: 'journal.search',
      name: 'Search the journal',
      group: 'Journal',
      keys: 'filter',
      run: () => searchRef.current?.focus(),
    },
  ])
  return (
    <Panel
      title="Journal"
      state={stateOf(page)}
      toolbar={
        <>
          <Segmented label="Journal as" compact value={look} options={looks} onChange={setLook} />
          {onResults !== undefined && (
            <Button size="sm" variant="quiet" onClick={onResults}>
              Results
            </Button>
          )}
          <DataActions filter={filter} isFiltered={isFiltered(applied)} isEmpty={value?.total === 0} />
        </>
      }
      footer={
        value === undefined ? undefined : (
          <Footer
            page={value}
            isSearching={page.status === 'ready' && page.isSearching}
            more={() => setLimit(limit * 2)}
          />
        )
      }
    >
      <div className={styles.entries}>
        <StoreFault />
        {look === 'cash' ? (
          <CashView openedMs={openedMs} />
        ) : (
          <>
            <FilterBar
              filters={applied}
              tags={tags}
              onChange={change}
              searchRef={searchRef}
              isAllEvents={isAllEvents}
              onAllEvents={setAllEvents}
            />
            {isAllEvents ? (
              <Events rows={rows} activeId={activeId} onOpen={onOpen} empty={empty} />
            ) : (
              <DaysView days={days} onOpen={onOpen} lineOf={lineOf} onDay={onDay} empty={empty} />
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

interface EventsProps extends Pick<EntriesPanelProps, 'activeId' | 'onOpen'> {
  readonly rows: readonly JournalGridRow[]
  readonly empty: ReactNode
}

function Events({ rows, activeId, onOpen, empty }: EventsProps): ReactNode {
  const lineOf = useLineOf()
  const isNarrow = useWidth() === 'narrow'
  const todayMs = useToday()
  const shown = useMemo(() => eventRows(rows, todayMs), [rows, todayMs])
  return (
    <Table
      id={isNarrow ? 'journal-phone' : 'journal'}
      label="Journal"
      testId="journal-grid"
      rows={shown}
      columns={isNarrow ? narrowColumns : eventColumns}
      columnSet={isNarrow ? undefined : journalColumnSet}
      rowId={rowId}
      rowPx={isNarrow ? narrowRowPx : undefined}
      rowTone={rowTone}
      depthOf={depthOf}
      onRowClick={row => (isDay(row) ? undefined : onOpen(row))}
      rowMenu={row => (isDay(row) ? [] : lineItems(lineOf(row.row)))}
      activeId={activeId}
      empty={empty}
    />
  )
}

const lineItems = (show: (() => void) | undefined): readonly RowMenuItem[] =>
  show === undefined ? [] : [{ id: 'trade-line', label: 'P&L over time…', run: show }]

function stateOf(page: Loadable<JournalPage>): PanelState {
  if (page.status === 'waiting') return { kind: 'waiting', label: 'Reading the journal' }
  if (page.status === 'failed') return { kind: 'failed', title: 'The journal cannot be read', detail: page.message }
  if (page.value.total > 0) return { kind: 'ready' }
  return {
    kind: 'empty',
    title: 'Nothing in the journal yet',
    detail:
      'Orders sent from this browser, the venue’s answers, fills and quotes are stored here from now on, in this browser only.',
  }
}

function NoMatch({ clear }: { readonly clear: () => void }): ReactNode {
  return (
    <div className={styles.noMatch}>
      <p>No entry passes the filter.</p>
      <Button size="sm" onClick={clear}>
        Clear the filter
      </Button>
    </div>
  )
}

interface FooterProps {
  readonly page: JournalPage
  readonly isSearching: boolean
  readonly more: () => void
}

function Footer({ page, isSearching, more }: FooterProps): ReactNode {
  const shown = page.rows.length
  const { timeZone } = usePreferences()
  return (
    <div className={styles.footer}>
      <output>
        {shown === page.total
          ? `${counted(shown)} ${shown === 1 ? 'event' : 'events'}`
          : `${counted(shown)}${page.hasMore ? ' newest' : ''} of ${counted(page.total)} ${page.total === 1 ? 'event' : 'events'}`}
      </output>
      <span className="muted">{timeZone === 'utc' ? 'Times in UTC' : 'Local times'}</span>
      {page.hasMore && (
        <Button size="sm" variant="quiet" onClick={more}>
          Show more
        </Button>
      )}
      {isSearching && <Spinner label="Searching" />}
    </div>
  )
}

function StoreFault(): ReactNode {
  const fault = useJournalFault()
  if (fault === undefined) return null
  const lost = fault.lost === 0 ? '' : ` ${counted(fault.lost)} events could not be stored: the journal has a gap.`
  const waiting =
    fault.waiting === 0 ? '' : ` ${counted(fault.waiting)} events wait in memory; storing them is retried.`
  return (
    <Banner tone="warning" title="The journal is not being stored">
      {stripHostile(fault.message)}
      {waiting}
      {lost} Orders are sent and shown as ever.
    </Banner>
  )
}
