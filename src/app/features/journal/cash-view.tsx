/**
 * Reconciliation of cash by day: opening, fills, settlements, funding, fees, transfers, closing, and what no line
 * explains.
 */
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { cashSpans, type CashLedger, cashStatement } from '../../../core/account/cash-statement.ts'
import { useFullSamples, useSamples } from '../../api/history/sample-hooks.ts'
import { useJournalPage, useLoadedCashRows } from '../../api/journal/journal-hooks.ts'
import { type Loadable, readyOf } from '../../api/polling/saved.ts'
import { isZero } from '../../../core/domain/decimal.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import type { Sample, SavedSample } from '../../../core/domain/sample.ts'
import { useFills } from '../../model/account/use-realised.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { startOfDay } from '../../ui/format/zoned-days.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { Table } from '../../ui/grid/table.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { useReady } from '../../ui/use-ready.ts'
import {
  cashColumns,
  cashColumnSet,
  cashLineColumns,
  cashLineRows,
  type CashRow,
  stackedLinePx,
} from './cash-columns.tsx'
import { dayHeading, useToday } from './day-heading.ts'
import styles from './journal.module.css'
import { allTime, SpanChoice, spanOf } from './span-choice.tsx'

const noSamples: readonly SavedSample[] = []
const executed = { kinds: ['execution'] } as const
const mostExecutions = 10_000
const whole = 'whole'
const rowId = (row: { readonly id: string }): string => row.id

/** Boundaries of the days in a span, including both its ends. */
function edgesOf(samples: readonly SavedSample[], fromMs: number, toMs: number): readonly number[] {
  const [first, last] = [samples[0]?.atMs, samples.at(-1)?.atMs]
  if (first === undefined || last === undefined) return []
  const [beginMs, endMs] = [Math.max(fromMs, first), Math.min(toMs, last)]
  const edges = [beginMs]
  for (let at = startOfDay(beginMs, 1); at < endMs; at = startOfDay(at, 1)) edges.push(at)
  return endMs > beginMs ? [...edges, endMs] : edges
}

/** Names a row by its day, with its start if it includes days without samples. */
function nameOf({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, todayMs: number): string {
  const day = startOfDay(toMs - 1)
  const name = dayHeading(day, todayMs)
  return fromMs < startOfDay(day, -1) ? `${name}, since ${formatZoned(fromMs, 'dayMinutes')}` : name
}

/** The whole span, then its days, newest first. Undefined until loaded. */
function useStatements(asset: string, fromMs: number, toMs: number, loaded: Loadable<readonly SavedSample[]>) {
  const samples = readyOf(loaded) ?? noSamples
  const todayMs = useToday()
  const spans = useMemo(() => cashSpans(samples, edgesOf(samples, fromMs, toMs)), [samples, fromMs, toMs])
  const times = useMemo(() => [...new Set((spans?.parts ?? []).flatMap(each => [each.fromMs, each.toMs]))], [spans])
  const full = readyOf(useFullSamples(times))
  const cash = useLoadedCashRows()
  const rows = readyOf(cash)
  const executions = readyOf(useJournalPage(executed, mostExecutions))
  const seen = useFills()
  const statements = useMemo((): readonly CashRow[] | undefined => {
    if (seen === undefined || rows === undefined || full === undefined || executions === undefined) return undefined
    const byRecorder = executions.rows.flatMap(each => (each.seenBy === undefined ? [] : (each.client_order_id ?? [])))
    const ledger: CashLedger = { fills: seen.fills, orders: seen.orders, rows, byRecorder: new Set(byRecorder) }
    const at = new Map<number, Sample>(full.map(each => [each.atMs, each]))
    return (spans === undefined ? [] : [spans.whole, ...spans.parts.toReversed()]).flatMap((span, index): CashRow[] => {
      const [from, to] = [at.get(span.fromMs), at.get(span.toMs)]
      if (from === undefined || to === undefined) return []
      const statement = cashStatement(asset, from, to, ledger)
      return [
        index === 0
          ? { id: whole, name: 'Whole time', statement }
          : { id: String(span.toMs), name: nameOf(span, todayMs), statement },
      ]
    })
  }, [asset, seen, rows, full, executions, spans, todayMs])
  return { statements, fault: [loaded, cash].flatMap(each => (each.status === 'failed' ? [each.message] : []))[0] }
}

/** Assets that the account ever had, dollars first. */
const assetsOf = (samples: readonly SavedSample[]): readonly string[] => {
  const held = new Set(
    samples.flatMap(each => Object.entries(each.cash).flatMap(([asset, amount]) => (isZero(amount) ? [] : [asset]))),
  )
  held.delete('USD')
  return ['USD', ...[...held].toSorted()]
}

export function CashView({ openedMs }: { readonly openedMs: number }): ReactNode {
  const [chosen, setChosen] = useState(allTime)
  const [asset, setAsset] = useState('USD')
  const [openId, setOpenId] = useState<string>()
  const { fromMs, toMs, errors } = spanOf(chosen, openedMs)
  const samples = useSamples()
  const { statements, fault } = useStatements(asset, fromMs, toMs, samples)
  const assets = useMemo(() => assetsOf(readyOf(samples) ?? noSamples), [samples])
  const isStacked = useWidth() !== 'wide'
  const [columns, lineColumns] = useMemo(
    () => [cashColumns(asset), cashLineColumns(asset, isStacked)],
    [asset, isStacked],
  )
  const open = statements?.find(each => each.id === openId) ?? statements?.[1]
  const lines = useMemo(() => (open === undefined ? [] : cashLineRows(open.statement)), [open])
  useReady(statements !== undefined)
  if (fault !== undefined)
    return (
      <PanelStateView
        state={{ kind: 'failed', title: 'The record of cash cannot be read', detail: stripHostile(fault) }}
      />
    )
  if (statements === undefined) return <PanelStateView state={{ kind: 'waiting', label: 'Adding up the cash' }} />
  return (
    <>
      <search className={styles.filters} aria-label="Which cash">
        <SpanChoice chosen={chosen} errors={errors} onChange={setChosen} />
        {assets.length > 1 && (
          <Segmented
            label="Asset"
            compact
            value={asset}
            options={assets.map(value => ({ value, label: value }))}
            onChange={setAsset}
          />
        )}
      </search>
      <div className={styles.cashDays} data-density="compact" style={{ '--rows': statements.length } as CSSProperties}>
        <Table
          id="journal-cash"
          label="Cash by day"
          testId="cash-grid"
          rows={statements}
          columns={columns}
          columnSet={cashColumnSet}
          rowId={rowId}
          activeId={open?.id}
          onRowClick={({ id }) => setOpenId(id)}
          rowTone={({ statement }) => (isZero(statement.unexplained) ? undefined : 'warning')}
          empty="No two samples in this time: a sample is taken each minute while a page or a recorder is open."
          compact
        />
      </div>
      {open !== undefined && (
        <>
          <h3 className={styles.cashHead}>{open.name}</h3>
          <Table
            id={isStacked ? 'journal-cash-phone' : 'journal-cash-lines'}
            label={`Cash of ${open.name}`}
            testId="cash-lines"
            rows={lines}
            columns={lineColumns}
            rowPx={isStacked ? stackedLinePx : undefined}
            rowId={rowId}
            rowTone={({ isWarning }) => (isWarning === true ? 'warning' : undefined)}
            compact
          />
        </>
      )}
      <p className={styles.fine}>
        From the last sample of one day to the last of the next. Options pay at the fill; futures when they are closed,
        against their average entry. The venue has no ledger: settlements, funding, fees and transfers are what its
        balances moved by.
      </p>
    </>
  )
}
