import { useMemo, useState } from 'react'
import type { SeenRealised } from '../../../core/account/realised-model.ts'
import { useFills, useRealised } from '../../model/account/use-realised.ts'
import type { Notes } from '../../api/journal/journal-hooks.ts'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { numberColumn, percentColumn, pnlColumn, textColumn } from '../../ui/grid/columns.ts'
import { Table } from '../../ui/grid/table.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import { ResultCalendar } from './result-calendar.tsx'
import { type ResultGrouping, type ResultRow, resultRows } from './results.ts'
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
    title: 'Orders with a fill',
    value: row => row.orders,
    width: 54,
    places: 0,
  }),
  numberColumn({
    id: 'closed',
    header: 'Closed',
    title: 'Of these, something was closed',
    value: row => row.closed,
    width: 54,
    places: 0,
  }),
  percentColumn({
    id: 'won',
    header: 'Win rate',
    title: 'Of the closed ones, made money',
    value: row => row.winRate,
    width: 64,
    places: 0,
  }),
  pnlColumn({
    id: 'realised',
    header: 'Realised',
    title: 'By average cost, before fees, USD',
    value: row => row.realised,
    width: 90,
  }),
]
const rowId = (row: ResultRow): string => row.id

export function ResultsPanel({ notes }: { readonly notes: Notes }) {
  const [grouping, setGrouping] = useState<ResultGrouping>('structure')
  const seen = useFills()
  const realised = useRealised()
  const rows = useMemo(
    () =>
      seen === undefined || realised === undefined
        ? undefined
        : resultRows(seen.orders, realised.closings, notes.notes, grouping),
    [seen, realised, notes.notes, grouping],
  )
  if (rows === undefined || realised === undefined)
    return <PanelStateView state={{ kind: 'waiting', label: 'Adding up the fills' }} />
  if (rows.length === 0)
    return (
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'No fills seen yet',
          detail: 'Results come from the executions that this browser has seen.',
        }}
      />
    )
  return (
    <div className={styles.results}>
      <ResultCalendar closings={realised.closings} />
      <div className={styles.resultsHead}>
        <Segmented label="Grouping" hideLabel size="sm" value={grouping} options={groupings} onChange={setGrouping} />
      </div>
      <Table
        id="journal-results"
        label="Results"
        testId="results-grid"
        rows={rows}
        columns={columns}
        rowId={rowId}
        compact
      />
      <p className={styles.fine}>{basisText(realised)}</p>
    </div>
  )
}

function basisText({ sinceMs, missing, unread }: SeenRealised): string {
  const since = sinceMs === undefined ? 'A' : `Since ${formatZoned(sinceMs, 'dateMinutes')} ${zoneLabel()}, a`
  const gaps = [
    unread.length > 0 ? `${unread.length} orders without a readable side` : '',
    missing.some(each => each.kind === 'unexplained') ? 'sizes without a matching fill' : '',
    missing.some(each => each.kind === 'no_settlement') ? 'settlements that were not reported' : '',
  ].filter(each => each !== '')
  const lacks = gaps.length === 0 ? '' : ` Not included: ${gaps.join(', ')}.`
  return `${since}verage cost, funding included, before fees. Profit goes to the order that opened the position, oldest first; forced closings are separate.${lacks}`
}
