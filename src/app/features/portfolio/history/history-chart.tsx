/**
 * Equity or P&L over a range. A dragged span can be zoomed. This browser has only hourly samples of old days, so
 * minutes are requested from a recorder.
 */
import { type ReactNode, useMemo, useState } from 'react'
import { useSpanSamples } from '../../../api/history/sample-hooks.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import type { SavedSample } from '../../../../core/domain/sample.ts'
import { everySampleForMs, isGapAt } from '../../../../core/domain/thinning.ts'
import { useRealised } from '../../../model/account/use-realised.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import type { TimeSeries } from '../../../ui/charts/time-geometry.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { equityValues, type HistoryRange, pnlValues, rangeStart, samplesSince } from './history-series.ts'
import styles from './history.module.css'
import { type ChartSpan, SpanButtons } from './span-buttons.tsx'

export interface HistoryMark {
  readonly atMs: number
  readonly label: string
}

interface HistoryChartProps {
  readonly samples: readonly SavedSample[]
  readonly view: 'equity' | 'pnl'
  readonly range: HistoryRange
  readonly definition: EquityDefinition
  readonly marks: readonly HistoryMark[]
  readonly isPickingEnd: boolean
  readonly onPick: (atMs: number) => void
  readonly onExplain: (span: ChartSpan) => void
  readonly toolbar: ReactNode
}

export function HistoryChart(props: HistoryChartProps): ReactNode {
  const { samples, view, range, definition, marks, isPickingEnd, onPick, onExplain, toolbar } = props
  const [span, setSpan] = useState<ChartSpan>()
  const [zoom, setZoom] = useState<ChartSpan>()
  const { shown, isGap, detail } = useShown(samples, range, zoom)
  const atMs = useMemo(() => shown.map(sample => sample.atMs), [shown])
  const series = useHistorySeries(shown, view, definition)
  return (
    <div className={styles.chart}>
      {isPickingEnd && (
        <p className={styles.picking}>
          Click into the chart, or press Enter at the crosshair, where the explanation ends.
        </p>
      )}
      <TimeChart
        label={view === 'equity' ? 'Equity over time' : 'Profit and loss over time'}
        testId="history-chart"
        atMs={atMs}
        series={series}
        currency="USD"
        isGap={isGap}
        withZero={view === 'pnl'}
        fromMs={zoom?.fromMs}
        toMs={zoom?.toMs}
        marks={marks.filter(mark => mark.atMs >= (atMs[0] ?? 0) && mark.atMs <= (zoom?.toMs ?? mark.atMs))}
        onPick={onPick}
        onBrush={(fromMs, toMs) => setSpan({ fromMs, toMs })}
        span={span}
        toolbar={
          <>
            {toolbar}
            {zoom !== undefined && (
              <span className={styles.fine} data-testid="zoom-detail">
                {spanText(zoom)}, {detail}
              </span>
            )}
            <SpanButtons
              span={span}
              whole={zoom === undefined ? undefined : 'Whole range'}
              zoom={to => {
                setZoom(to)
                setSpan(undefined)
              }}
              explain={onExplain}
              clear={() => setSpan(undefined)}
            />
          </>
        }
        empty="No sample in this range."
      />
    </div>
  )
}

function spanText({ fromMs, toMs }: ChartSpan): string {
  const [fromDay, toDay] = [formatZoned(fromMs, 'day'), formatZoned(toMs, 'day')]
  const end = formatZoned(toMs, 'minutes')
  return `${fromDay} ${formatZoned(fromMs, 'minutes')} to ${fromDay === toDay ? end : `${toDay} ${end}`}`
}

const details = { whole: 'each minute', searching: 'minutes are asked for', saved: 'as saved' } as const

const isGapOfMinutes = (fromMs: number, toMs: number): boolean => isGapAt(fromMs)(fromMs, toMs)

function useShown(samples: readonly SavedSample[], range: HistoryRange, zoom: ChartSpan | undefined) {
  const lastMs = samples.at(-1)?.atMs ?? 0
  const fromMs = rangeStart(range, lastMs)
  const ofRange = useMemo(() => samplesSince(samples, fromMs), [samples, fromMs])
  const { samples: ofZoom, isWhole, isSearching } = useSpanSamples(samples, zoom?.fromMs ?? 0, zoom?.toMs ?? 0)
  const isZoomedWhole = zoom !== undefined && isWhole
  const isGap = useMemo(() => (isZoomedWhole ? isGapOfMinutes : isGapAt(lastMs)), [isZoomedWhole, lastMs])
  if (zoom === undefined) return { shown: ofRange, isGap, detail: details.saved }
  const isYoung = lastMs - zoom.fromMs <= everySampleForMs
  return {
    shown: ofZoom,
    isGap,
    detail: isWhole || isYoung ? details.whole : isSearching ? details.searching : details.saved,
  }
}

function useHistorySeries(
  shown: readonly SavedSample[],
  view: 'equity' | 'pnl',
  definition: EquityDefinition,
): readonly TimeSeries[] {
  const closings = useRealised()?.closings
  return useMemo((): TimeSeries[] => {
    if (view === 'equity')
      return [{ id: 'equity', label: 'Equity', values: equityValues(shown, definition), look: 'main' }]
    const { realised: booked, total } = pnlValues(shown, closings ?? [])
    return [
      { id: 'realised', label: 'Realised since first seen, before fees', values: booked, look: 'main' },
      { id: 'total', label: 'with unrealised', values: total, look: 'dashed' },
    ]
  }, [view, shown, definition, closings])
}
