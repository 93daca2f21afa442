/**
 * The day since 08:00 UTC: equity as an area to its live end, with event marks. A dragged span is explained beside
 * it, and can be zoomed.
 */
import { type ReactNode, useMemo, useState } from 'react'
import { formatDecimal } from '../../../../core/domain/decimal.ts'
import { type EquityDefinition, equityOf } from '../../../../core/domain/equity.ts'
import type { Explanation } from '../../../../core/domain/explain.ts'
import type { SavedSample } from '../../../../core/domain/sample.ts'
import { dayStartMs, isGapAt, nearStart } from '../../../../core/domain/thinning.ts'
import { useExplanation } from '../../../model/account/use-explanation.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import type { TimeSeries } from '../../../ui/charts/time-geometry.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { ExplainLines } from './explain-table.tsx'
import { equityValues, samplesSince } from './history-series.ts'
import styles from './history.module.css'
import { type ChartSpan, SpanButtons } from './span-buttons.tsx'
import { useAlerts } from '../../../api/alerts/alerts.ts'
import { useCashRows, useFilledOrders, useOwnerKey } from '../../../api/journal/journal-hooks.ts'
import type { Alert } from '../../../../core/domain/alert.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import type { TimeEvent } from '../../../ui/charts/time-marks.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { dayEvents } from './day-events.ts'

/** An alert as text. Its level is masked like an amount, unless it is a price. */
function alertText({ kind, subject, direction, level }: Alert): string {
  const name = stripHostile(kind === 'price' ? shortName(subject) : kind, 60)
  return `${name} ${direction} ${kind === 'price' ? formatDecimal(level) : formatAmount(level)}`
}

function useDayEvents(fromMs: number): readonly TimeEvent[] {
  const orders = useFilledOrders()
  const alerts = useAlerts(useOwnerKey())
  const cash = useCashRows()
  return useMemo(() => {
    const dated = alerts.map(alert => ({ alert, text: alertText(alert) }))
    return dayEvents(orders ?? [], dated, fromMs, cash ?? [])
  }, [orders, alerts, fromMs, cash])
}

export interface LivePoint {
  readonly atMs: number
  readonly value: number
}

interface DayViewProps {
  readonly samples: readonly SavedSample[]
  readonly definition: EquityDefinition
  readonly live: LivePoint | undefined
  readonly onDetails: ((span: ChartSpan) => void) | undefined
}

const noSamples: readonly SavedSample[] = []

function useDaySeries({ samples, definition, live }: Omit<DayViewProps, 'onDetails'>, zoom: ChartSpan | undefined) {
  const lastMs = samples.at(-1)?.atMs ?? live?.atMs ?? 0
  const startMs = dayStartMs(Math.max(lastMs, live?.atMs ?? 0), '08:00')
  const times = useMemo(() => samples.map(sample => sample.atMs), [samples])
  const baseMs = useMemo(() => nearStart(times, startMs), [times, startMs])
  const fromMs = zoom?.fromMs ?? Math.min(baseMs ?? startMs, startMs)
  const shown = useMemo(() => {
    const since = samplesSince(samples, fromMs)
    return zoom === undefined ? since : since.filter(sample => sample.atMs <= zoom.toMs)
  }, [samples, fromMs, zoom])
  const end = zoom === undefined && live !== undefined && live.atMs > (shown.at(-1)?.atMs ?? 0) ? live : undefined
  const atMs = useMemo(
    () => [...shown.map(sample => sample.atMs), ...(end === undefined ? [] : [end.atMs])],
    [shown, end],
  )
  const series = useMemo((): TimeSeries[] => {
    const values = [...Array.from(equityValues(shown, definition)), ...(end === undefined ? [] : [end.value])]
    return [{ id: 'equity', label: 'Equity, USD', values, look: 'area' }]
  }, [shown, definition, end])
  return { atMs, series, startMs, baseMs, times, firstMs: shown[0]?.atMs, lastMs }
}

export function DayView(props: DayViewProps): ReactNode {
  const { samples, onDetails, definition } = props
  const [span, setSpan] = useState<ChartSpan>()
  const [zoom, setZoom] = useState<ChartSpan>()
  // Two points replace dragging, also by keyboard.
  const [anchorMs, setAnchor] = useState<number>()
  const select = (next: ChartSpan | undefined): void => {
    setSpan(next)
    setAnchor(undefined)
  }
  const pick = (atMs: number): void => {
    if (anchorMs === undefined || anchorMs === atMs) {
      setSpan(undefined)
      setAnchor(atMs)
    } else select({ fromMs: Math.min(anchorMs, atMs), toMs: Math.max(anchorMs, atMs) })
  }
  const { atMs, series, startMs, baseMs, times, firstMs, lastMs } = useDaySeries(props, zoom)
  const events = useDayEvents(startMs)
  const isGap = useMemo(() => isGapAt(lastMs), [lastMs])
  const shown = span ?? zoom ?? (firstMs === undefined ? undefined : { fromMs: firstMs, toMs: lastMs })
  const explanation = useExplanation(samples === noSamples ? [] : times, shown?.fromMs, shown?.toMs)
  return (
    <div className={styles.dayView}>
      <div className={styles.chart}>
        <TimeChart
          label="Equity since 08:00 UTC"
          testId="history-chart"
          atMs={atMs}
          series={series}
          currency="USD"
          isGap={isGap}
          span={span}
          events={events}
          marks={anchorMs === undefined ? undefined : [{ atMs: anchorMs, label: 'explain from here: press the end' }]}
          onBrush={(fromMs, toMs) => select({ fromMs, toMs })}
          onPick={pick}
          toolbar={
            <>
              <span className={styles.fine}>{baseText(baseMs, firstMs, startMs, samples, definition)}</span>
              <SpanButtons
                span={span}
                whole={zoom === undefined ? undefined : 'Whole day'}
                zoom={to => {
                  setZoom(to)
                  select(undefined)
                }}
                clear={() => select(undefined)}
              />
            </>
          }
          empty="No sample since 08:00 UTC."
        />
      </div>
      {onDetails !== undefined && shown !== undefined && explanation !== undefined && explanation !== null && (
        <SpanExplained explanation={explanation} isSpan={span !== undefined} onDetails={() => onDetails(shown)} />
      )}
    </div>
  )
}

function baseText(
  baseMs: number | undefined,
  firstMs: number | undefined,
  startMs: number,
  samples: readonly SavedSample[],
  definition: EquityDefinition,
): string {
  if (baseMs === undefined) {
    return firstMs === undefined
      ? 'no 08:00 snapshot yet'
      : `no 08:00 snapshot: from ${formatZoned(firstMs, 'minutes')} ${zoneLabel()}`
  }
  const sample = samples.find(each => each.atMs === baseMs)
  const isValued = sample !== undefined && equityOf(sample.equity, definition) !== undefined
  const about =
    Math.abs(baseMs - startMs) < 60_000 ? '08:00 UTC' : `snapshot of ${formatZoned(baseMs, 'minutes')} ${zoneLabel()}`
  return isValued ? `since ${about}` : `no value at ${about}`
}

interface SpanExplainedProps {
  readonly explanation: Explanation
  readonly isSpan: boolean
  readonly onDetails: () => void
}

function SpanExplained({ explanation, isSpan, onDetails }: SpanExplainedProps): ReactNode {
  return (
    <div className={styles.spanExplained} data-testid="span-explained" data-span={isSpan}>
      <div className={styles.spanHead}>
        <span>
          {formatZoned(explanation.fromMs, 'minutes')} to {formatZoned(explanation.toMs, 'minutes')}
        </span>
        <Button size="sm" variant="quiet" onClick={onDetails}>
          Details
        </Button>
      </div>
      <ExplainLines explanation={explanation} isCompact />
    </div>
  )
}
