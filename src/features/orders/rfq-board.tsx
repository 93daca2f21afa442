/** RFQs of this account: live by their end, then what became of the others. */
import { Banner } from '../../ui/controls/banner.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { type Face, faceOfResource } from '../../ui/panel/face.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { useKeptChoice } from '../../ui/kept-choice.ts'
import styles from './orders.module.css'
import { RfqCardView } from './rfq-card-view.tsx'
import { type RfqFilter, rfqFilter } from './rfq-cards.ts'
import type { Orders } from './use-orders.ts'

const filters: readonly { readonly value: RfqFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'ended', label: 'Ended' },
  { value: 'traded', label: 'Traded' },
  { value: 'unknown', label: 'Unknown' },
]

const nothing: Readonly<Record<RfqFilter, string>> = {
  all: 'No RFQs yet',
  live: 'No live RFQ',
  ended: 'No RFQ has ended',
  traded: 'No RFQ has traded',
  unknown: 'Nothing unknown',
}

const parseFilter = (stored: unknown): RfqFilter => filters.find(each => each.value === stored)?.value ?? 'all'

interface RfqBoardProps {
  readonly orders: Orders
  readonly activeId: string | undefined
  readonly onOpen: (clientOrderId: string) => void
}

/** Cards known from this browser are shown even while the venue's list is missing. */
function boardFace(orders: Orders, shown: number, filter: RfqFilter): Face {
  const empty = { title: nothing[filter], detail: 'Build a spread and ask for quotes: the request shows up here with its countdown.' }
  const face = faceOfResource(orders.open, { what: 'RFQs', empty: shown === 0 && empty })
  return shown > 0 && (face.kind === 'waiting' || face.kind === 'failed') ? { kind: 'ready' } : face
}

export function RfqBoard({ orders, activeId, onOpen }: RfqBoardProps) {
  const [filter, setFilter] = useKeptChoice('rfqs', parseFilter)
  const shown = orders.cards.filter(rfqFilter(filter))
  const count = (value: RfqFilter) => orders.cards.filter(rfqFilter(value)).length
  const options = filters.map(({ value, label }) => ({ value, label: count(value) === 0 ? label : `${label} ${count(value)}` }))
  const intents = new Map(orders.intents.map(intent => [intent.client_order_id as string, intent]))
  return (
    <Panel
      title="RFQs"
      testId="rfq-board"
      face={boardFace(orders, shown.length, filter)}
      toolbar={<Segmented label="Show RFQs" hideLabel size="sm" value={filter} options={options} onChange={setFilter} />}
    >
      {orders.open.face === 'failed' && (
        <Banner tone="warning">The venue’s list is missing; this is what this browser knows. {orders.open.fault?.message}</Banner>
      )}
      <ul className={styles.cards}>
        {shown.map(card => (
          <li key={card.id}>
            <RfqCardView card={card} intent={intents.get(card.clientOrderId)} active={card.id === activeId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
