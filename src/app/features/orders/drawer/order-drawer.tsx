import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { phrasedIntent, phrasedRecord } from '../../../../core/domain/trade-story/trade-words.ts'
import type { OrderRecord } from '../../../../core/domain/order.ts'
import { keyOfSearch, type OrderIdSearch } from '../../../links/screen-links.ts'
import { useOrder } from '../../../model/orders/use-registry.ts'
import { CancelButton } from '../../../ui/arming/cancel-button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Drawer } from '../../../ui/controls/drawer.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { jsonText, readableJson } from '../../../ui/format/json-text.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { useIsUltrawide } from '../../../ui/panel/use-width.ts'
import { type PanelState, panelStateOf } from '../../../ui/panel/panel-state.ts'
import { cancel } from '../open/order-commands.ts'
import type { Orders } from '../open/use-orders.ts'
import styles from '../orders.module.css'
import { ExecutionsTable } from './executions-table.tsx'
import { stateText } from './intent-text.ts'
import { OrderFacts } from './order-facts.tsx'
import { RfqSection } from './rfq-section.tsx'
import { useJournalPage } from '../../../api/journal/journal-hooks.ts'
import { microsFromMs } from '../../../../core/domain/time.ts'
import { formatZonedClock, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { timelineOf } from './timeline.ts'

interface OrderTimelineProps {
  readonly record: OrderRecord | undefined
  readonly intent: Intent | undefined
}

const commandsAtMost = 20

function OrderTimeline({ record, intent }: OrderTimelineProps) {
  const id = record?.client_order_id ?? intent?.client_order_id ?? ''
  const journal = useJournalPage({ subjects: [id], kinds: ['command'] }, commandsAtMost)
  // While another order's rows load, the previous ones are still there.
  const commands = journal.status === 'ready' ? journal.value.rows.filter(row => row.client_order_id === id) : []
  const steps = timelineOf(record, intent, commands)
  if (steps.length === 0) return null
  return (
    <section className={styles.section} aria-label="States over time">
      <h3 className={styles.sectionTitle}>States over time, {zoneLabel()}</h3>
      <ol className={styles.timeline}>
        {steps.map(step => (
          <li key={step.id} data-tone={step.tone}>
            <time>{formatZonedClock(step.exact ?? microsFromMs(step.atMs), step.exact === undefined ? 3 : 6)}</time>
            <span>{step.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const QuotesOverTime = lazyComponent(async () => (await import('./quotes-over-time.tsx')).QuotesOverTime)

interface OrderDetailProps {
  readonly search: OrderIdSearch
  readonly orders: Orders
  readonly onOpen: (clientOrderId: string) => void
}

function useDetail({ search, orders, onOpen }: OrderDetailProps) {
  const details = useOrder(keyOfSearch(search))
  const { listed, intents, cards } = orders
  const record = details.data?.kind === 'found' ? details.data.order : undefined
  const clientId = search.order ?? record?.client_order_id
  const intent = intents.find(one => one.client_order_id === clientId)
  const card = cards.find(one => one.clientOrderId === clientId)
  const title =
    record === undefined
      ? intent === undefined
        ? 'Order'
        : shownPhrase(phrasedIntent(intent))
      : shownPhrase(phrasedRecord(record))
  const canCancel =
    useCapabilities().cancelOrder !== 'absent' && record !== undefined && listed.has(record.client_order_id)
  const footer =
    canCancel && record !== undefined && card === undefined ? (
      <CancelButton
        variant="danger"
        what={record.client_order_id}
        onCancel={() => void cancel({ clientOrderId: record.client_order_id, orderId: record.order_id }, title)}
      >
        Cancel order
      </CancelButton>
    ) : undefined
  const isWide = useIsUltrawide()
  const quotes = clientId !== undefined && <QuotesOverTime id={clientId} />
  const facts = record !== undefined && (
    <OrderFacts record={record} intent={intent} open={listed.has(record.client_order_id)} />
  )
  const history = (
    <>
      <OrderTimeline record={record} intent={intent} />
      {card === undefined && quotes}
      {record !== undefined && <ExecutionsTable record={record} />}
      <RawText title="Record of the venue" text={record === undefined ? undefined : jsonText(record)} isOpen={isWide} />
      <RawText title="What was sent" text={intent === undefined ? undefined : readableJson(intent.body)} />
    </>
  )
  const first = (
    <>
      {card !== undefined && <RfqSection key={card.id} card={card} intent={intent} onOpen={onOpen} />}
      {record === undefined ? <Standing details={details} intent={intent} /> : null}
      {card === undefined ? facts : quotes}
    </>
  )
  const rest = (
    <>
      {card !== undefined && facts}
      {history}
    </>
  )
  const content = isWide ? (
    <div className={styles.halves}>
      <div>{first}</div>
      <div>{rest}</div>
    </div>
  ) : (
    <>
      {first}
      {card === undefined ? (
        rest
      ) : (
        <details className={styles.raw}>
          <summary>Legs, states, record</summary>
          {rest}
        </details>
      )}
    </>
  )
  return { title, footer, content, rfq: card?.id }
}

export function OrderDrawer({ onClose, ...props }: OrderDetailProps & { readonly onClose: () => void }): ReactNode {
  const { content, ...look } = useDetail(props)
  return (
    <Drawer open={keyOfSearch(props.search) !== undefined} onClose={onClose} width="lg" testId="order-drawer" {...look}>
      {content}
    </Drawer>
  )
}

export function OrderDock({
  onClose,
  ...props
}: OrderDetailProps & { readonly onClose: (() => void) | undefined }): ReactNode {
  const { title, footer, content, rfq } = useDetail(props)
  const dock = useRef<HTMLDivElement>(null)
  const isChosen = onClose !== undefined
  const { order, order_id } = props.search
  // An order opened by a link takes the focus; one chosen in the rows leaves it there.
  useEffect(() => {
    if (isChosen && document.activeElement?.closest('[row-id]') === null)
      dock.current?.querySelector<HTMLElement>('section')?.focus()
  }, [isChosen, order, order_id])
  const close = onClose && <IconButton size="sm" label="Close the order" icon={<X size={14} />} onClick={onClose} />
  return (
    <div ref={dock} className={styles.dock} data-rfq={rfq}>
      <Panel title={title} label="Order" testId="order-drawer" toolbar={close} footer={footer} isOneRow padded>
        <div className={styles.docked}>{content}</div>
      </Panel>
    </div>
  )
}

interface StandingProps {
  readonly details: ReturnType<typeof useOrder>
  readonly intent: Intent | undefined
}

function Standing({ details, intent }: StandingProps) {
  const state: PanelState =
    details.data?.kind === 'not_found'
      ? {
          kind: 'empty',
          title: 'The venue does not know this order',
          detail: details.data.reason,
        }
      : panelStateOf(details, { what: 'the order' })
  if (intent === undefined)
    return state.kind === 'ready' || state.kind === 'stale' || state.kind === 'last' ? null : (
      <PanelStateView state={state} />
    )
  const raw = intent.state.kind === 'rejected' ? intent.state.rejected.reason : undefined
  return (
    <div className={styles.standing}>
      <p>
        {stateText(intent, details.data?.kind === 'found' ? details.data.order : undefined)}{' '}
        {raw !== undefined && <code>{raw}</code>}
      </p>
      {raw === undefined && (state.kind === 'failed' || state.kind === 'empty') && (
        <p className="muted">{[state.title, state.detail].filter(Boolean).join('. ')}</p>
      )}
    </div>
  )
}

interface RawTextProps {
  readonly title: string
  readonly text: string | undefined
  readonly isOpen?: boolean
}

function RawText({ title, text, isOpen = false }: RawTextProps) {
  const isHidden = useAmountsHidden()
  if (text === undefined || isHidden) return null
  return (
    <details className={styles.raw} open={isOpen}>
      <summary>{title}</summary>
      <div className={styles.rawHead}>
        <CopyButton text={text} label="Copy" />
      </div>
      <pre>{text}</pre>
    </details>
  )
}
