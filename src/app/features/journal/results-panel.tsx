import { useMemo, useState } from 'react'
import type { SeenRealised } from '../../../core/account/realised-model.ts'
import type { SeenFills } from '../../../core/account/seen-fills.ts'
import { counted } from '../../../core/domain/words.ts'
import { useFills, useRealised, useTradeBook } from '../../model/account/use-realised.ts'
import type { Notes } from '../../api/journal/journal-hooks.ts'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { numberColumn, percentColumn, pnlColumn, textColumn } from '../../ui/grid/columns.ts'
import { Table } from '../../ui/grid/table.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import { ResultCalendar } from './result-calendar.tsx'
import { funding, type ResultGrouping, type ResultRow, resultRows, type RolledFrom, rolledFrom } from './results.ts'
import styles from './journal.module.css'

const groupings: readonly Option<ResultGrouping>[] = [
  { value: 'structure', label: 'By structure' },
  { value: 'tag', label: 'By tag' },
  { value: 'weekday', label: 'Weekday', hint: 'Of the closing' },
  { value: 'held', label: 'Held', hint: 'How long, from the first fill of the order that opened' },
]

const columns: readonly Column<ResultRow>[] = [
  textColumn({ id: 'name', header: 'Result of', value: row => row.name, flex: 1, minWidth: 96, tip: row => row.name }),
  numberColumn({
    id: 'orders',
    header: 'Orders',
    title: 'Orders with a fill. By weekday and by time held: only those with a closed position, in part or whole',
    value: row => row.orders,
    width: 54,
    minWidth: 54,
    places: 0,
  }),
  numberColumn({
    id: 'closed',
    header: 'Closed',
    title: 'Those with a closed position, in part or whole',
    value: row => row.closed,
    width: 54,
    minWidth: 54,
    places: 0,
  }),
  percentColumn({
    id: 'won',
    header: 'Win rate',
    title: 'Of the closed ones with a profit or a loss, those with a profit; a result of zero does not count',
    value: row => row.winRate,
    width: 64,
    minWidth: 64,
    places: 0,
  }),
  pnlColumn({
    id: 'realised',
    header: 'Realised',
    title: 'By average cost, before fees, USD',
    value: row => (row.closed === 0 && row.name !== funding ? undefined : row.realised),
    width: 90,
    minWidth: 90,
  }),
]
const columnSet = { ids: ['name', 'realised', 'won', 'closed', 'orders'], isFitted: true } as const
const rowId = (row: ResultRow): string => row.id

export function ResultsPanel({ notes }: { readonly notes: Notes }) {
  const seen = useFills()
  const realised = useRealised()
  const book = useTradeBook()
  const rolled = useMemo(() => rolledFrom(book === undefined ? [] : [...book.open, ...book.closed]), [book])
  if (seen === undefined || realised === undefined)
    return <PanelStateView state={{ kind: 'waiting', label: 'Adding up the fills' }} />
  if (seen.orders.size === 0 && realised.closings.length === 0)
    return (
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'No fills seen yet',
          detail: 'Results come from the executions that this browser has seen.',
        }}
      />
    )
  return <ResultsOf orders={seen.orders} realised={realised} rolled={rolled} notes={notes.notes} />
}

interface ResultsOfProps {
  readonly orders: SeenFills['orders']
  readonly realised: SeenRealised
  readonly rolled: RolledFrom
  readonly notes: Notes['notes']
}

export function ResultsOf({ orders, realised, rolled, notes }: ResultsOfProps) {
  const [grouping, setGrouping] = useState<ResultGrouping>('structure')
  const rows = useMemo(
    () => resultRows(orders, realised.closings, notes, grouping, rolled),
    [orders, realised.closings, notes, grouping, rolled],
  )
  return (
    <div className={styles.results}>
      <ResultCalendar closings={realised.closings} />
      <div className={styles.resultsHead}>
        <Segmented label="Grouping" compact value={grouping} options={groupings} onChange={setGrouping} />
      </div>
      <Table
        id="journal-results"
        label="Results"
        testId="results-grid"
        rows={rows}
        columns={columns}
        columnSet={columnSet}
        rowId={rowId}
        empty="Nothing was closed yet."
        compact
      />
      <p className={styles.fine}>{basisText(realised)}</p>
    </div>
  )
}

function basisText({ sinceMs, missing, unread }: SeenRealised): string {
  const since = sinceMs === undefined ? 'A' : `Since ${formatZoned(sinceMs, 'dateMinutes')} ${zoneLabel()}, a`
  const gaps = [
    unread.length > 0 ? `${counted(unread.length, 'order')} without a readable side` : '',
    missing.some(each => each.kind === 'unexplained') ? 'sizes without a matching fill' : '',
    missing.some(each => each.kind === 'no_settlement') ? 'settlements that were not reported' : '',
    missing.some(each => each.kind === 'unseen_funding') ? 'funding that was not seen' : '',
    missing.some(each => each.kind === 'spot') ? 'coins, which have no entry price' : '',
  ].filter(each => each !== '')
  const lacks = gaps.length === 0 ? '' : ` Not included: ${gaps.join(', ')}.`
  return `${since}verage cost, funding included, before fees. Profit goes to the order that opened the position, oldest first; forced closings are separate.${lacks}`
}
