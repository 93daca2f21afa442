import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useFlowLack } from '../../api/feed/flow-link.ts'
import { type FlowState, useFlow } from '../../api/feed/flow.ts'
import { useFeedState } from '../../api/feed/feed-state.ts'
import { mostLive, type RfqFlow } from '../../api/feed/rfq-flow.ts'
import { useSession } from '../../api/venue/session.ts'
import { compareNames } from '../../../core/domain/compare-names.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { opposite } from '../../../core/domain/order.ts'
import { builderSearch } from '../../links/builder-link.ts'
import { parseRfqSearch, signInSearch } from '../../links/screen-links.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Overlay } from '../../ui/controls/overlay.tsx'
import { Select } from '../../ui/controls/select.tsx'
import type { RowAction } from '../../ui/grid/component-columns.tsx'
import { twoLinesPx } from '../../ui/grid/row-height.ts'
import { Table } from '../../ui/grid/table.tsx'
import { Page } from '../../ui/panel/page.tsx'
import type { PanelState } from '../../ui/panel/panel-state.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { SplitPane, type SplitPaneProps } from '../../ui/panel/split-pane.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { Link } from '../../ui/router/link.tsx'
import { useAddress, useNavigate } from '../../ui/router/use-router.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useReady } from '../../ui/use-ready.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { OwnAnswers } from './own-answers.tsx'
import { endedColumns, endedSet, liveColumns, liveSet } from './flow-columns.tsx'
import { type FlowFilters, type FlowRow, noFilters, passes } from './flow-rows.ts'
import styles from './flow.module.css'
import { type FlowRows, useFlowRows } from './use-flow-rows.ts'

const RfqDetail = lazyComponent(async () => (await import('./rfq-detail.tsx')).RfqDetail, null, { name: 'The RFQ' })

const signedOut = {
  kind: 'empty',
  title: 'Sign in to see the flow',
  detail: 'The venue reports the RFQs of others to accounts only.',
  action: (
    <Link to="/portfolio" search={signInSearch('/flow')} className={buttonClass({ variant: 'primary' })}>
      Go to sign-in
    </Link>
  ),
} as const

export default function FlowPage() {
  const session = useSession()
  const lack = useFlowLack()
  return (
    <Page title="Everybody’s RFQs">
      {session.status !== 'signed_in' ? (
        <PanelStateView state={signedOut} />
      ) : lack === undefined ? (
        <Account key={session.serial} />
      ) : (
        <Lacking why={lack} />
      )}
    </Page>
  )
}

function Lacking({ why }: { readonly why: string }) {
  useReady(true)
  return <PanelStateView state={{ kind: 'empty', title: 'This venue shows no flow', detail: stripHostile(why) }} />
}

const rowId = (row: FlowRow): string => row.id
const rowTone = (row: FlowRow): 'muted' | undefined => (row.isOwn ? 'muted' : undefined)

/**
 * The RFQ in the detail: the chosen one, else the one of the address, else the newest of the first list. It is never
 * replaced automatically, except that the one of the address may be reported after others.
 */
function useChosen({ live, ended }: FlowRows) {
  const [last, setLast] = useState<FlowRow>()
  const linked = useAddress(({ search }) => parseRfqSearch(search))
  const [shownLink, setShownLink] = useState<string>()
  const linkedRow = linked === shownLink ? undefined : live.find(row => row.id === linked)
  const newest =
    last === undefined && live.length > 0 ? live.reduce((a, b) => (b.rfq.sentMs > a.rfq.sentMs ? b : a)) : undefined
  const next = linkedRow ?? newest
  if (next !== undefined) setLast(next)
  if (linkedRow !== undefined) setShownLink(linked)
  const chosen = next ?? last
  const now = chosen && live.find(row => row.id === chosen.id)
  const row = now ?? ended.find(each => each.id === chosen?.id) ?? chosen
  return { row, isOver: now === undefined, choose: setLast }
}

function Account() {
  const { flow, state } = useFlow()
  const rows = useFlowRows(flow)
  const [filters, setFilters] = useState(noFilters)
  const [answered, setAnswered] = useState<FlowRow>()
  const chosen = useChosen(rows)
  const [isOpen, setOpen] = useState(false)
  const isWide = useWidth() === 'wide'
  const navigate = useNavigate()
  const build = useCallback(
    ({ rfq, legs }: FlowRow): void =>
      navigate({
        to: '/build',
        search: builderSearch({ legs, side: opposite(rfq.side), quantity: rfq.quantity, mode: 'firm' }),
      }),
    [navigate],
  )
  useReady(state.kind === 'live')
  const choose = (row: FlowRow): void => {
    chosen.choose(row)
    if (!isWide) setOpen(true)
  }
  const toolbar = (shown: number) => <Filters rows={rows} filters={filters} shown={shown} onChange={setFilters} />
  const { row, isOver } = chosen
  const detail =
    row === undefined ? undefined : (
      <RfqDetail {...{ row, isOver }} onAnswer={() => setAnswered(row)} onBuild={() => build(row)} />
    )
  const live = (
    <Live
      {...{ flow, state, filters, toolbar, choose, build }}
      rows={rows.live}
      activeId={isWide ? row?.id : undefined}
      answer={setAnswered}
    />
  )
  return (
    <>
      <Panes
        isWide={isWide}
        live={live}
        ended={<Ended rows={rows.ended} filters={filters} choose={choose} />}
        detail={detail}
      />
      {!isWide && isOpen && detail !== undefined && (
        <Overlay kind="drawer" open title="RFQ" onClose={() => setOpen(false)}>
          {detail}
        </Overlay>
      )}
      {answered !== undefined && (
        <AnswerDialog
          key={answered.id}
          row={answered}
          live={rows.live.find(each => each.id === answered.id)}
          onClose={() => setAnswered(undefined)}
        />
      )}
    </>
  )
}

interface PanesProps {
  readonly isWide: boolean
  readonly live: ReactNode
  readonly detail: ReactNode
  readonly ended: ReactNode
}

function Panes({ isWide, live, detail, ended }: PanesProps): ReactNode {
  const panes = {
    live: { id: 'live', name: 'Live RFQs', size: 62, content: live },
    detail: { id: 'detail', name: 'RFQ', size: 38, content: <Detail>{detail}</Detail> },
    own: { id: 'own', name: 'Own answers', size: 62, content: <OwnAnswers /> },
    ended: { id: 'ended', name: 'Ended', size: 38, content: ended },
  }
  if (!isWide) {
    const stacked = [
      { ...panes.live, size: 46 },
      { ...panes.own, size: 27 },
      { ...panes.ended, size: 27 },
    ]
    return <SplitPane id="flow-narrow" direction="vertical" panes={stacked} />
  }
  const rows = [
    { id: 'top', name: 'Live RFQs and detail', size: 64, content: <SideBySide panes={[panes.live, panes.detail]} /> },
    {
      id: 'bottom',
      name: 'Own answers and ended RFQs',
      size: 36,
      content: <SideBySide panes={[panes.own, panes.ended]} />,
    },
  ]
  return <SplitPane id="flow" direction="vertical" panes={rows} />
}

/** One id, so that the bars of both rows align. */
const SideBySide = ({ panes }: Pick<SplitPaneProps, 'panes'>): ReactNode => (
  <SplitPane id="flow-beside" direction="horizontal" panes={panes} />
)

const noneChosen = {
  kind: 'empty',
  title: 'No RFQ chosen',
  detail: 'Choose one in the list to see its legs and its order book.',
} as const

const Detail = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Panel title="RFQ" testId="flow-detail" padded state={children === undefined ? noneChosen : { kind: 'ready' }}>
    {children}
  </Panel>
)

function useActions(answer: (row: FlowRow) => void, build: (row: FlowRow) => void): readonly RowAction<FlowRow>[] {
  return useMemo(
    () => [
      {
        id: 'answer',
        label: 'Answer',
        name: row => (row.isOwn ? 'An own RFQ takes no answer' : 'Answer with a firm order'),
        enabled: row => !row.isOwn,
        run: answer,
      },
      {
        id: 'build',
        label: 'Build',
        name: row => (row.isOwn ? 'Your own RFQ is not answered' : 'Open the answer in the builder'),
        enabled: row => !row.isOwn,
        run: build,
      },
    ],
    [answer, build],
  )
}

interface LiveProps {
  readonly flow: RfqFlow
  readonly state: FlowState
  readonly rows: FlowRows['live']
  readonly filters: FlowFilters
  readonly toolbar: (shown: number) => ReactNode
  readonly activeId: string | undefined
  readonly choose: (row: FlowRow) => void
  readonly answer: (row: FlowRow) => void
  readonly build: (row: FlowRow) => void
}

function Live({ flow, state, rows, filters, toolbar, activeId, choose, answer, build }: LiveProps) {
  const shown = useMemo(() => rows.filter(row => passes(filters, row)), [rows, filters])
  const actions = useActions(answer, build)
  const isNarrow = useWidth() === 'narrow'
  const columns = useMemo(() => liveColumns(actions, isNarrow), [actions, isNarrow])
  return (
    <Panel
      title="Live RFQs"
      testId="flow-live"
      state={useLiveState(state, shown.length, rows.length)}
      toolbar={toolbar(shown.length)}
    >
      <div className={styles.body}>
        <Unread flow={flow} />
        <Table
          id="flow"
          label="Live RFQs"
          testId="flow-grid"
          rows={shown}
          columns={columns}
          columnSet={liveSet}
          rowPx={isNarrow ? twoLinesPx : undefined}
          rowId={rowId}
          rowTone={rowTone}
          activeId={activeId}
          onRowClick={choose}
        />
      </div>
    </Panel>
  )
}

const noneEnded = {
  kind: 'empty',
  title: 'No ended RFQs yet',
  detail: 'RFQs that end while this screen is open appear here.',
} as const

interface EndedProps {
  readonly rows: FlowRows['ended']
  readonly filters: FlowFilters
  readonly choose: (row: FlowRow) => void
}

function Ended({ rows, filters, choose }: EndedProps) {
  const shown = useMemo(() => rows.filter(row => passes(filters, row)), [rows, filters])
  return (
    <Panel title="Ended" testId="flow-ended" state={shown.length > 0 ? { kind: 'ready' } : noneEnded}>
      <Table
        id="flow-ended"
        label="RFQs that ended"
        testId="flow-ended-grid"
        rows={shown}
        columns={endedColumns}
        rowPx={twoLinesPx}
        columnSet={endedSet}
        rowId={rowId}
        onRowClick={choose}
      />
    </Panel>
  )
}

function useLiveState(state: FlowState, shown: number, all: number): PanelState {
  const feed = useFeedState()
  if (state.kind === 'refused') return { kind: 'failed', title: 'The venue refused', detail: stripHostile(state.why) }
  if (state.kind !== 'live') {
    const detail = feed.kind === 'waiting' || feed.kind === 'refused' ? stripHostile(feed.why) : undefined
    return detail === undefined
      ? { kind: 'waiting', label: 'Connecting to the venue' }
      : { kind: 'failed', title: 'No socket to the venue', detail }
  }
  if (shown > 0) return { kind: 'ready' }
  return all > 0
    ? { kind: 'empty', title: 'No RFQ passes the filters' }
    : { kind: 'empty', title: 'No RFQ is live', detail: 'RFQs of all participants appear here as they are sent.' }
}

function Unread({ flow: { unread, leftOut } }: { readonly flow: RfqFlow }) {
  return (
    <>
      {unread > 0 && (
        <Banner tone="warning">
          {unread} of the venue’s messages about RFQs could not be read: an RFQ may be missing.
        </Banner>
      )}
      {leftOut > 0 && <Banner tone="warning">More than {mostLive} RFQs are live: the oldest are left out.</Banner>}
    </>
  )
}

const sizes = [
  { value: '', label: 'Any size' },
  { value: '100000', label: 'From 100k USD' },
  { value: '250000', label: 'From 250k USD' },
  { value: '1000000', label: 'From 1m USD' },
] as const

interface FiltersProps {
  readonly rows: FlowRows
  readonly filters: FlowFilters
  readonly shown: number
  readonly onChange: (filters: FlowFilters) => void
}

const optionsOf = (any: string, values: readonly (string | undefined)[], chosen: string) => [
  { value: '', label: any },
  ...[...new Set([...values, chosen])]
    .flatMap(value => (value === undefined || value === '' ? [] : [{ value, label: value }]))
    .toSorted((a, b) => compareNames(a.label, b.label)),
]

function Filters({ rows, filters, shown, onChange }: FiltersProps) {
  const all = [...rows.live, ...rows.ended]
  return (
    <search className={styles.filters}>
      <Select
        label="Base"
        hideLabel
        size="sm"
        value={filters.base}
        options={optionsOf(
          'All bases',
          all.map(row => row.base),
          filters.base,
        )}
        onChange={base => onChange({ ...filters, base })}
      />
      <Select
        label="Structure"
        hideLabel
        size="sm"
        value={filters.structure}
        options={optionsOf(
          'All structures',
          all.map(row => row.structure),
          filters.structure,
        )}
        onChange={structure => onChange({ ...filters, structure })}
      />
      <Select
        label="Size"
        hideLabel
        size="sm"
        value={filters.least}
        options={sizes}
        onChange={least => onChange({ ...filters, least })}
      />
      {filters !== noFilters && (
        <Button size="sm" variant="quiet" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
      <output className={styles.count}>
        {shown === rows.live.length ? `${shown} live` : `${shown} of ${rows.live.length} live`}
      </output>
    </search>
  )
}
