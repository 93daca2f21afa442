/** Chooses the start of an explanation and shows it. */
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import type { Option } from '../../../ui/controls/option.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { type SpanEnd, type SpanStart, spanEndMs, spanStartMs } from './explain-span.ts'
import { ExplainTable } from './explain-table.tsx'
import styles from './history.module.css'
import { useExplanation } from '../../../model/account/use-explanation.ts'

const starts: readonly Option<SpanStart>[] = [
  { value: '08:00', label: 'Since 08:00 UTC' },
  { value: '00:00', label: 'Since 00:00 UTC' },
  { value: '1h', label: 'The last hour' },
  { value: '24h', label: 'The last 24 hours' },
  { value: '7d', label: 'The last 7 days' },
  { value: 'first', label: 'Since first seen' },
  { value: 'picked', label: 'From the point picked in the chart' },
]

interface ExplainViewProps {
  readonly times: readonly number[]
  readonly nowMs: number
  readonly start: SpanStart
  readonly pickedMs: number | undefined
  readonly end: SpanEnd
  readonly onStart: (start: SpanStart) => void
  readonly onPickEnd: () => void
  readonly onLatest: () => void
  readonly onBack?: () => void
}

export function ExplainView(props: ExplainViewProps): ReactNode {
  const { times, nowMs, start, pickedMs, end, onStart, onPickEnd, onLatest, onBack } = props
  const startMs = spanStartMs(start, pickedMs, times, nowMs)
  const endMs = spanEndMs(end, times)
  // The two points may be picked in either order.
  const turned = startMs !== undefined && endMs !== undefined && endMs < startMs
  const [fromMs, toMs] = turned ? [endMs, startMs] : [startMs, endMs]
  const explanation = useExplanation(times, fromMs, toMs)
  return (
    <div className={styles.explainView}>
      <div className={styles.explainHead}>
        {onBack !== undefined && (
          <Button size="sm" variant="quiet" icon={<ChevronLeft size={12} aria-hidden />} onClick={onBack}>
            Chart
          </Button>
        )}
        <Select label="Explain" compact value={start} options={starts} onChange={onStart} />
        {fromMs !== undefined && (
          <span className={styles.fine}>from the sample of {formatZoned(fromMs, 'dayMinutes')}</span>
        )}
        {typeof end === 'object' && toMs !== undefined ? (
          <>
            <span className={styles.fine}>to that of {formatZoned(toMs, 'dayMinutes')}</span>
            <Button size="sm" variant="quiet" onClick={onLatest}>
              To the newest
            </Button>
          </>
        ) : (
          <Button size="sm" variant="quiet" title="Click the end in the chart" onClick={onPickEnd}>
            Choose the end…
          </Button>
        )}
      </div>
      {explanation === undefined ? (
        <PanelStateView state={{ kind: 'waiting', label: 'Explaining' }} />
      ) : explanation === null ? (
        <PanelStateView
          state={{
            kind: 'empty',
            title: 'No sample to begin with',
            detail: noSample[start] ?? noSample['first'] ?? '',
          }}
        />
      ) : (
        <ExplainTable explanation={explanation} />
      )}
    </div>
  )
}

const noSample: Readonly<Partial<Record<SpanStart, string>>> = {
  '08:00': 'No sample was taken near 08:00 UTC: this browser was not signed in then. Choose another begin.',
  '00:00': 'No sample was taken near 00:00 UTC: this browser was not signed in then. Choose another begin.',
  picked: 'Click into the chart to choose where the explanation begins.',
  first: 'Two samples are needed: one is taken each minute while a tab is signed in.',
}
