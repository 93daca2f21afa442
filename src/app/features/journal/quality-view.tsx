/** Quality of quotes and fills by group. Pressing a group lists its orders. */
import { readyOf } from '../../api/polling/saved.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useFullSamples } from '../../api/history/sample-hooks.ts'
import { type Notes, useLoadedSentOrders } from '../../api/journal/journal-hooks.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { orderSearch } from '../../links/screen-links.ts'
import type { OrderQuality } from '../../../core/pricing/quality/order-quality.ts'
import {
  cutOf,
  type QualityFilter,
  type QualityGroup,
  type QualityGrouping,
} from '../../../core/pricing/quality/quality-cuts.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { useNavigate } from '../../ui/router/use-router.ts'
import { saveCsv } from '../../ui/save-file.ts'
import { useSavedChoice } from '../../ui/saved-choice.ts'
import { useReady } from '../../ui/use-ready.ts'
import styles from './journal.module.css'
import { behindColumns, columnSets, groupColumns } from './quality-columns.ts'
import { qualityCsv } from './quality-csv.ts'
import { QualityExplain } from './quality-explain.tsx'
import { plotScale } from './quality-plot.tsx'
import { minutesAfter, qualityRows } from './quality-rows.ts'
import { allTime, SpanChoice, spanOf } from './span-choice.tsx'

const groupings: readonly Option<QualityGrouping>[] = [
  { value: 'structure', label: 'By structure' },
  { value: 'base', label: 'By underlying' },
  { value: 'size', label: 'By size' },
  { value: 'expiry', label: 'By time to expiry' },
  { value: 'hour', label: 'By hour' },
  { value: 'side', label: 'By side' },
  { value: 'tag', label: 'By tag' },
]
const kinds = [
  { value: 'rfqs', label: 'RFQs' },
  { value: 'orders', label: 'Single orders', hint: 'Filled orders that were for no RFQ' },
] as const
type Kind = (typeof kinds)[number]['value']

/** Kind to show first: single orders if the span has only these. */
function firstKind(rows: readonly OrderQuality[], fromMs: number, toMs: number): Kind {
  const within = rows.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  return within.length > 0 && within.every(row => !row.isRfq) ? 'orders' : 'rfqs'
}

const noOrders: readonly JournalOrder[] = []
const noSamples: readonly Sample[] = []
const groupId = (group: QualityGroup): string => group.key
const rowId = (row: OrderQuality): string => row.id

const nothingYet = {
  kind: 'empty',
  title: 'Nothing to measure yet',
  detail:
    'For your RFQs and fills: how fast and how near to fair the quotes were, what a fill cost, and where the price went after it.',
} as const

type Keys = NonNullable<QualityFilter['keys']>

interface QualityViewProps {
  readonly notes: Notes
  readonly openedMs: number
}

export function QualityView({ notes, openedMs }: QualityViewProps): ReactNode {
  const [picked, setKind] = useState<Kind>()
  const [grouping, setGrouping] = useState<QualityGrouping>('structure')
  const [chosen, setChosen] = useState(allTime)
  const [keys, setKeys] = useState<Keys>({})
  const [hasAll, setAll] = useSavedChoice('quality.all-columns', stored => stored === true)
  const { fromMs, toMs, errors } = spanOf(chosen, openedMs)
  const sent = useLoadedSentOrders(fromMs)
  const orders = readyOf(sent)
  const samples = useFullSamples(useMemo(() => minutesAfter(orders ?? noOrders), [orders]))
  const near = samples.status === 'ready' ? samples.value : noSamples
  const rows = useMemo(() => orders && qualityRows(orders, near), [orders, near])
  const kind = picked ?? firstKind(rows ?? [], fromMs, toMs)
  const cut = useMemo(() => {
    const filter = { isRfq: kind === 'rfqs', fromMs, toMs, keys }
    return rows && cutOf(rows, filter, grouping, id => notes.notes.get(id)?.tags ?? [])
  }, [rows, kind, fromMs, toMs, keys, grouping, notes.notes])
  const navigate = useNavigate()
  useReady(cut !== undefined)
  if (sent.status === 'failed')
    return (
      <PanelStateView
        state={{ kind: 'failed', title: 'The journal cannot be read', detail: stripHostile(sent.message) }}
      />
    )
  if (cut === undefined) return <PanelStateView state={{ kind: 'waiting', label: 'Reading the journal' }} />
  if (rows?.length === 0 && chosen.span === 'all') return <PanelStateView state={nothingYet} />
  const isBehind = Object.values(keys).some(key => key !== undefined)
  const empty = kind === 'rfqs' ? 'No RFQ in this period.' : 'No filled order in this period.'
  const sets = columnSets[hasAll ? 'all' : 'first']
  const groups = [cut.whole, ...(isBehind ? [] : cut.groups)]
  return (
    <div className={styles.entries} style={plotScale(groups)}>
      <search className={styles.filters} aria-label="What is counted">
        <Segmented label="Counted" compact value={kind} options={kinds} onChange={setKind} />
        <Select label="Grouping" compact value={grouping} options={groupings} onChange={setGrouping} />
        <SpanChoice chosen={chosen} errors={errors} onChange={setChosen} />
        <Checkbox label="All columns" checked={hasAll} onChange={setAll} />
        <Chosen keys={keys} onChange={setKeys} />
        <Button size="sm" onClick={() => saveCsv(qualityCsv(cut.whole.rows), 'legwork-quality.csv')}>
          CSV of the figures
        </Button>
      </search>
      <WithoutSamples samples={samples} />
      <DataGrid
        id={kind === 'rfqs' ? 'quality-rfqs' : 'quality-orders'}
        label="Quality"
        testId="quality-grid"
        rows={groups}
        columns={groupColumns[kind]}
        columnSet={sets.groups}
        rowId={groupId}
        onRowClick={({ key }) => setKeys(key === cut.whole.key ? {} : { ...keys, [grouping]: key })}
        empty={empty}
        compact
      />
      {isBehind && (
        <DataGrid
          id="quality-behind"
          label={kind === 'rfqs' ? 'RFQs behind the figures' : 'Orders behind the figures'}
          testId="quality-behind"
          rows={cut.whole.rows}
          columns={behindColumns}
          columnSet={sets.behind}
          rowId={rowId}
          onRowClick={({ id }) => navigate({ to: '/orders', search: orderSearch(id) })}
          empty={empty}
          compact
        />
      )}
      <QualityExplain fromMs={fromMs} toMs={toMs} />
      <p className={styles.fine}>
        Mean ± 95 % from five orders on; grey below 20. Fair is the mid of each leg. Older orders have no market data.
      </p>
    </div>
  )
}

function WithoutSamples({ samples }: { readonly samples: ReturnType<typeof useFullSamples> }): ReactNode {
  if (samples.status !== 'failed') return null
  return (
    <Banner tone="warning">
      Prices after fills are missing: the samples cannot be read. {stripHostile(samples.message)}
    </Banner>
  )
}

function Chosen({ keys, onChange }: { readonly keys: Keys; readonly onChange: (keys: Keys) => void }): ReactNode {
  return Object.entries(keys).flatMap(([name, key]) =>
    key === undefined
      ? []
      : [
          <Button
            key={name}
            size="sm"
            variant="quiet"
            title="Count the others again"
            onClick={() => onChange({ ...keys, [name]: undefined })}
          >
            {key} ×
          </Button>,
        ],
  )
}
