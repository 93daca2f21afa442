/** One day on one sheet: equity curve, explanation, trades, notes. Prints on one A4. */
import { type ReactNode, useMemo, useState } from 'react'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { type Notes, useFilledOrders, useJournalPage } from '../../api/journal/journal-hooks.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { toNumber } from '../../../core/domain/decimal.ts'
import { equityOf } from '../../../core/domain/equity.ts'
import { explainLines, type Explanation } from '../../../core/domain/explain.ts'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { isGapAt } from '../../../core/domain/thinning.ts'
import { useExplanation } from '../../model/account/use-explanation.ts'
import { useRealised } from '../../model/account/use-realised.ts'
import { useReplacements } from '../../model/orders/replacements.ts'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import type { TimeSeries } from '../../ui/charts/time-geometry.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heads } from '../../ui/controls/heads.tsx'
import { Pnl } from '../../ui/format/figures.tsx'
import { startOfDay } from '../../ui/format/zoned-days.ts'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import { lineLabels } from '../../ui/order/explain-text.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { useReady } from '../../ui/use-ready.ts'
import { dayHeading } from './day-heading.ts'
import styles from './day-page.module.css'
import { DayRealisedText } from './day-realised.tsx'
import { type JournalDay, journalDays } from './journal-days.ts'
import { kindsButQuotes } from './journal-filters.ts'
import { filledRfqs, forcedResults, gridRows } from './journal-rows.ts'
import { realisedByDay } from './realised-days.ts'

interface DayPageProps {
  readonly startMs: number
  readonly notes: Notes
  readonly close: () => void
}

const mostRows = 5_000
/** Largest number that fits on one A4 with curve, explanation and notes. */
const mostPrinted = 30
const noSamples: readonly SavedSample[] = []

/** Samples of the day, plus the last one before it if close: the opening equity. */
export function samplesOfDay(samples: readonly SavedSample[], startMs: number): readonly SavedSample[] {
  const within = samples.filter(sample => sample.atMs >= startMs && sample.atMs < startOfDay(startMs, 1))
  const before = samples.findLast(sample => sample.atMs < startMs)
  const isNear =
    before !== undefined && within[0] !== undefined && !isGapAt(startOfDay(startMs, 1))(before.atMs, within[0].atMs)
  return isNear ? [before, ...within] : within
}

function useDay(startMs: number, notes: Notes): JournalDay | undefined {
  const filter = useMemo(() => ({ kinds: kindsButQuotes, fromMs: startMs, toMs: startOfDay(startMs, 1) }), [startMs])
  const page = useJournalPage(filter, mostRows)
  const closings = useRealised()?.closings
  const orders = useFilledOrders()
  const replacements = useReplacements()
  return useMemo(() => {
    if (page.status !== 'ready') return undefined
    const realised = forcedResults(closings ?? [])
    const rows = gridRows(page.value.rows, notes.notes, { realised, filled: filledRfqs(orders ?? []), replacements })
    const days = journalDays(rows, closings ?? [])
    return (
      days.find(day => day.startMs === startMs) ?? {
        startMs,
        lines: [],
        realised: realisedByDay(closings ?? []).get(startMs),
      }
    )
  }, [page, notes, closings, orders, replacements, startMs])
}

export function DayPage({ startMs, notes, close }: DayPageProps): ReactNode {
  const day = useDay(startMs, notes)
  const loaded = useSamples()
  const samples = loaded.status === 'ready' ? loaded.value : noSamples
  const shown = useMemo(() => samplesOfDay(samples, startMs), [samples, startMs])
  const times = useMemo(() => shown.map(sample => sample.atMs), [shown])
  const explained = useExplanation(times, times[0], times.at(-1))
  const heading = dayHeading(startMs)
  useReady(day !== undefined)
  return (
    <Panel
      title={`Day ${heading}`}
      className={styles.page}
      state={day === undefined ? { kind: 'waiting', label: 'Reading the day' } : { kind: 'ready' }}
      toolbar={
        <>
          <Button size="sm" variant="primary" onClick={() => globalThis.print()}>
            Print
          </Button>
          <Button size="sm" onClick={close}>
            Back to the journal
          </Button>
        </>
      }
    >
      {day !== undefined && (
        <article className={styles.sheet} aria-label={`Day ${heading}`} data-testid="day-sheet">
          <h2>
            {heading} {zoneLabel(startMs)}
            {explained !== undefined && explained !== null && (
              <span className={styles.change}>
                equity <Pnl value={explained.change} places={2} /> USD
              </span>
            )}
            {day.realised !== undefined && (
              <span className={styles.change}>
                <DayRealisedText sums={day.realised} /> USD
              </span>
            )}
          </h2>
          <Curve samples={shown} />
          <Explained explained={explained} />
          <Trades day={day} />
          <DayNotes day={day} />
        </article>
      )}
    </Panel>
  )
}

function Curve({ samples }: { readonly samples: readonly SavedSample[] }): ReactNode {
  // The allowed gap between samples depends on their age at opening.
  const [nowMs] = useState(serverNowMs)
  const atMs = useMemo(() => samples.map(sample => sample.atMs), [samples])
  const series = useMemo((): TimeSeries[] => {
    const values = samples.map(({ equity }) => {
      const value = equityOf(equity, 'value')
      return value === undefined ? Number.NaN : toNumber(value)
    })
    return [{ id: 'equity', label: 'Equity, USD', values, look: 'area' }]
  }, [samples])
  const isGap = useMemo(() => isGapAt(nowMs), [nowMs])
  return (
    <div className={styles.curve}>
      <TimeChart
        label="Equity of the day"
        atMs={atMs}
        series={series}
        currency="USD"
        isGap={isGap}
        empty="No snapshot of this day."
      />
    </div>
  )
}

function Explained({ explained }: { readonly explained: Explanation | null | undefined }): ReactNode {
  if (explained === undefined) return null
  if (explained === null)
    return <p className={styles.none}>Fewer than two snapshots: the change of this day cannot be explained.</p>
  return (
    <table className={styles.lines} aria-label="Change of equity explained">
      <Heads
        of={[...explainLines.map(line => ({ name: lineLabels[line].name, title: lineLabels[line].about })), 'Change']}
      />
      <tbody>
        <tr>
          {explainLines.map(line => (
            <td key={line}>
              <Pnl value={explained.lines[line]} places={2} />
            </td>
          ))}
          <td>
            <strong>
              <Pnl value={explained.change} places={2} />
            </strong>
          </td>
        </tr>
      </tbody>
      <caption>
        {formatZoned(explained.fromMs, 'minutes')} to {formatZoned(explained.toMs, 'minutes')} {zoneLabel()}, before
        fees
      </caption>
    </table>
  )
}

const tradedOf = (day: JournalDay) =>
  day.lines.filter(line => line.tone !== 'quiet' || line.story.some(({ row }) => row.kind === 'cash')).toReversed()

function Trades({ day }: { readonly day: JournalDay }): ReactNode {
  const lines = tradedOf(day)
  const more = lines.length - mostPrinted
  return (
    <section>
      <h3>Trades</h3>
      {lines.length === 0 ? (
        <p className={styles.none}>Nothing was traded.</p>
      ) : (
        <table className={styles.trades}>
          <tbody>
            {lines.map((line, at) => (
              <tr key={line.id} data-tone={line.tone} data-unprinted={at >= mostPrinted}>
                <td className={styles.time}>{formatZoned(line.atMs, 'time')}</td>
                <td>
                  {line.text} {line.tags !== '' && <span className={styles.tags}>{line.tags}</span>}
                </td>
                <td className={styles.figure}>
                  {line.realised !== undefined && <Pnl value={line.realised} places={2} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p className={styles.onPaper}>and {more} more, in the journal</p>}
    </section>
  )
}

function DayNotes({ day }: { readonly day: JournalDay }): ReactNode {
  const noted = day.lines.filter(line => line.note !== undefined && line.note !== '').toReversed()
  if (noted.length === 0) return null
  return (
    <section>
      <h3>Notes</h3>
      <dl className={styles.notes}>
        {noted.map(line => (
          <div key={line.id}>
            <dt>
              {formatZoned(line.atMs, 'time')} {line.text}
            </dt>
            <dd>{line.note}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
