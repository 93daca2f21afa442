import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { wakeFeed } from '../../api/feed/feed.ts'
import { useFlowLack } from '../../api/feed/flow-link.ts'
import { type FlowState, useFlow } from '../../api/feed/flow.ts'
import { useFeedState } from '../../api/feed/feed-state.ts'
import { mostLive, type RfqFlow } from '../../api/feed/rfq-flow.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useSession } from '../../api/venue/session.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { opposite } from '../../../core/domain/order.ts'
import { type RfqLife, rfqLife } from '../../model/answers/own-answers.ts'
import { builderSearch } from '../../links/builder-link.ts'
import { parseRfqSearch, signInSearch } from '../../links/screen-links.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Overlay } from '../../ui/controls/overlay.tsx'
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
import { Filters } from './flow-filters.tsx'
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
  return { row, choose: setLast }
}

/** The RFQs as last reported. Those live before the socket was lost stay until the venue reports again. */
function useLastFlow({ flow, state }: ReturnType<typeof useFlow>) {
  const isReported = state.kind === 'live' && (state.isWhole || flow.live.size > 0)
  const [last, setLast] = useState(flow)
  const [lostMs, setLostMs] = useState<number>()
  if (isReported && last !== flow) setLast(flow)
  const isLost = !isReported && last.live.size > 0
  if (isLost !== (lostMs !== undefined)) setLostMs(isLost ? serverNowMs() : undefined)
  return { lostMs, shown: isLost ? { ...flow, live: last.live } : flow }
}

function Account() {
  const now = useFlow()
  const { flow, state } = now
  const { shown, lostMs } = useLastFlow(now)
  const rows = useFlowRows(shown)
  const lifeOf = ({ rfq }: FlowRow): RfqLife =>
    rfqLife({ rfq: rfq.id, symbol: rfq.symbol, side: opposite(rfq.side) }, flow, state)
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
  const toolbar = (count: number) => (
    <Filters {...{ rows, filters }} shown={count} isLive={lostMs === undefined} onChange={setFilters} />
  )
  const { row } = chosen
  const detail =
    row === undefined ? undefined : (
      <RfqDetail row={row} life={lifeOf(row)} onAnswer={() => setAnswered(row)} onBuild={() => build(row)} />
    )
  const live = (
    <Live
      {...{ flow, state, lostMs, filters, toolbar, choose, build }}
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
          life={lifeOf(answered)}
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

function useActions({ answer, build, lostMs }: LiveProps): readonly RowAction<FlowRow>[] {
  const isLost = lostMs !== undefined
  return useMemo(
    () => [
      {
        id: 'answer',
        label: 'Answer',
        name: row => (row.isOwn ? 'An own RFQ takes no answer' : 'Answer with a firm order'),
        enabled: row => !row.isOwn && !isLost,
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
    [answer, build, isLost],
  )
}

interface LiveProps {
  readonly flow: RfqFlow
  readonly state: FlowState
  /** Undefined unless the rows are those of a lost connection. */
  readonly lostMs: number | undefined
  readonly rows: FlowRows['live']
  readonly filters: FlowFilters
  readonly toolbar: (shown: number) => ReactNode
  readonly activeId: string | undefined
  readonly choose: (row: FlowRow) => void
  readonly answer: (row: FlowRow) => void
  readonly build: (row: FlowRow) => void
}

function Live(props: LiveProps) {
  const { flow, rows, filters, toolbar, activeId, choose } = props
  const shown = useMemo(() => rows.filter(row => passes(filters, row)), [rows, filters])
  const actions = useActions(props)
  const isNarrow = useWidth() === 'narrow'
  const columns = useMemo(() => liveColumns(actions, isNarrow), [actions, isNarrow])
  return (
    <Panel
      title="Live RFQs"
      testId="flow-live"
      state={useLiveState(props, shown.length)}
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

function useLiveState({ state, lostMs, rows }: LiveProps, shown: number): PanelState {
  const feed = useFeedState()
  const why = feed.kind === 'waiting' || feed.kind === 'refused' ? stripHostile(feed.why) : undefined
  if (state.kind === 'refused')
    return { kind: 'failed', title: 'The venue refused', detail: stripHostile(state.why), retry: wakeFeed }
  if (lostMs !== undefined) {
    const agoMs = (): number => serverNowMs() - lostMs
    return { kind: 'stale', agoMs, detail: why, retry: wakeFeed }
  }
  if (state.kind !== 'live')
    return why === undefined
      ? { kind: 'waiting', label: 'Connecting to the venue' }
      : { kind: 'failed', title: 'No socket to the venue', detail: why, retry: wakeFeed }
  if (shown > 0) return { kind: 'ready' }
  return rows.length > 0
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
