/** Equity and P&L over time from stored samples, and changes explained. Only for a signed-in portfolio. */
import { type ReactNode, useMemo, useState } from 'react'
import { useSampleFault, useSamples } from '../../../api/history/sample-hooks.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { EquityDefinition } from '../../../../core/domain/equity.ts'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import type { SavedSample } from '../../../../core/domain/sample.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { startReplay } from '../../../api/replay/replay.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Option } from '../../../ui/controls/option.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { PanelState } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useIsUltrawide } from '../../../ui/panel/use-width.ts'
import { DayView, type LivePoint } from './day-view.tsx'
import { type SpanEnd, type SpanStart, spanStartMs } from './explain-span.ts'
import { ExplainView } from './explain-view.tsx'
import { HistoryChart, type HistoryMark } from './history-chart.tsx'
import type { HistoryRange } from './history-series.ts'
import styles from './history.module.css'
import type { ChartSpan } from './span-buttons.tsx'

type View = 'day' | 'equity' | 'pnl' | 'explain'

const charts = [
  { value: 'day', label: 'Day', hint: 'Equity since 08:00 UTC, and what changed it' },
  { value: 'equity', label: 'Equity' },
  { value: 'pnl', label: 'P&L' },
] as const satisfies readonly Option<View>[]
const ranges: readonly Option<HistoryRange>[] = [
  { value: '6h', label: '6 h' },
  { value: '1d', label: '1 d' },
  { value: '1w', label: '1 w' },
  { value: '1m', label: '1 m' },
  { value: '3m', label: '3 m' },
  { value: 'all', label: 'All' },
]
const definitions: readonly Option<EquityDefinition>[] = [
  { value: 'value', label: 'Cash + option value + futures uPnL' },
  { value: 'upnl', label: 'Cash + all uPnL' },
  { value: 'venue', label: 'The venue’s USD-REFERENCE' },
]
const none: readonly SavedSample[] = []

interface HistoryPanelProps {
  readonly equity?: Portfolio['totals']['equity'] | undefined
}

function useLive(equity: HistoryPanelProps['equity'], definition: EquityDefinition): LivePoint | undefined {
  const value = equity?.[definition].value
  return useMemo(() => (value === undefined ? undefined : { atMs: serverNowMs(), value: toNumber(value) }), [value])
}

export function HistoryPanel({ equity }: HistoryPanelProps): ReactNode {
  const loaded = useSamples()
  const samples = loaded.status === 'ready' ? loaded.value : none
  const isUltrawide = useIsUltrawide()
  const [chosenView, setView] = useState<View>('day')
  // A very wide screen shows the explanation beside the chart.
  const view = isUltrawide && chosenView === 'explain' ? 'equity' : chosenView
  const [range, setRange] = useState<HistoryRange>('1d')
  const [definition, setDefinition] = useState<EquityDefinition>('value')
  const [chosen, setStart] = useState<SpanStart>()
  const [pickedMs, setPickedMs] = useState<number>()
  const [end, setEnd] = useState<SpanEnd>('latest')
  const live = useLive(equity, definition)
  const times = useMemo(() => samples.map(sample => sample.atMs), [samples])
  const explainBeside = (): void => void (isUltrawide || setView('explain'))
  const begin = (atMs: number, to: SpanEnd): void => {
    setPickedMs(atMs)
    setStart('picked')
    setEnd(to)
    explainBeside()
  }
  const pick = (atMs: number): void => {
    if (end !== 'picking') return begin(atMs, 'latest')
    setEnd({ pickedMs: atMs })
    explainBeside()
  }
  const explainSpan = ({ fromMs, toMs }: ChartSpan): void => begin(fromMs, { pickedMs: toMs })
  const pickEnd = (): void => {
    setEnd('picking')
    if (view === 'explain') setView('equity')
  }
  const nowMs = times.at(-1) ?? serverNowMs()
  // Default: one day, or all if there is less.
  const start = chosen ?? (spanStartMs('24h', undefined, times, nowMs) === undefined ? 'first' : '24h')
  const explained = {
    times,
    nowMs,
    start,
    pickedMs,
    end,
    onStart: setStart,
    onPickEnd: pickEnd,
    onLatest: () => setEnd('latest'),
  }
  const chart =
    view === 'explain' ? undefined : view === 'day' ? (
      <DayView
        samples={samples}
        definition={definition}
        live={live}
        onDetails={isUltrawide ? undefined : explainSpan}
      />
    ) : (
      <HistoryChart
        key={range}
        samples={samples}
        view={view}
        range={range}
        definition={definition}
        marks={marksOf(
          chosen === undefined && end === 'latest' ? undefined : spanStartMs(start, pickedMs, times, nowMs),
          end,
        )}
        isPickingEnd={end === 'picking'}
        onPick={pick}
        onExplain={explainSpan}
        toolbar={
          <ChartChoices
            view={view}
            range={range}
            setRange={setRange}
            definition={definition}
            setDefinition={setDefinition}
          />
        }
      />
    )
  return (
    <Panel title="History" state={stateOf(loaded)} toolbar={<Tools view={view} choose={setView} />}>
      <SampleFault />
      {isUltrawide ? (
        <div className={styles.both}>
          {chart}
          <ExplainView {...explained} />
        </div>
      ) : (
        (chart ?? <ExplainView {...explained} onBack={() => setView('day')} />)
      )}
    </Panel>
  )
}

interface ToolsProps {
  readonly view: View
  readonly choose: (view: View) => void
}

const Tools = ({ view, choose }: ToolsProps) => (
  <>
    <Segmented<View>
      label="View"
      compact
      value={view === 'explain' ? 'day' : view}
      options={charts}
      onChange={choose}
    />
    <Button
      size="sm"
      variant="quiet"
      title="Portfolio as it stood at any recorded minute (Shift R)"
      onClick={startReplay}
    >
      Replay
    </Button>
  </>
)

interface ChartChoicesProps {
  readonly view: View
  readonly range: HistoryRange
  readonly setRange: (range: HistoryRange) => void
  readonly definition: EquityDefinition
  readonly setDefinition: (definition: EquityDefinition) => void
}

const ChartChoices = ({ view, range, setRange, definition, setDefinition }: ChartChoicesProps) => (
  <>
    <Segmented label="Range" compact value={range} options={ranges} onChange={setRange} />
    {view === 'equity' && (
      <Select label="Equity is" compact value={definition} options={definitions} onChange={setDefinition} />
    )}
  </>
)

function stateOf(loaded: ReturnType<typeof useSamples>): PanelState {
  if (loaded.status === 'waiting') return { kind: 'waiting', label: 'Reading the samples' }
  if (loaded.status === 'failed') return { kind: 'failed', title: 'The samples cannot be read', detail: loaded.message }
  if (loaded.value.length > 0) return { kind: 'ready' }
  return {
    kind: 'empty',
    title: 'No history yet',
    detail:
      'The venue provides no history. This browser takes a sample each minute while a tab is signed in, the first one within seconds.',
  }
}

function SampleFault(): ReactNode {
  const fault = useSampleFault()
  if (fault === undefined) return null
  return (
    <Banner tone="warning" title="Samples are not being stored">
      {stripHostile(fault)}
    </Banner>
  )
}

function marksOf(fromMs: number | undefined, end: SpanEnd): readonly HistoryMark[] {
  const from = fromMs === undefined ? [] : [{ atMs: fromMs, label: 'explained from' }]
  return typeof end === 'object' ? [...from, { atMs: end.pickedMs, label: 'to' }] : from
}
