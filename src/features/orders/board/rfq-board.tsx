/** RFQs of this account: live by their end, then what became of the others. */
import { useEffect, useState } from 'react'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { type Face, faceOfResource } from '../../../ui/panel/face.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useKeptChoice } from '../../../ui/kept-choice.ts'
import styles from '../orders.module.css'
import { RfqCardView } from './rfq-card-view.tsx'
import { type RfqFilter, rfqFilter } from '../../../model/orders/rfq-cards.ts'
import type { Orders } from '../use-orders.ts'

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
  /** The card to come up with, selected: the RFQ just sent. */
  readonly shownId: string | undefined
  readonly onOpen: (clientOrderId: string) => void
}

/** Cards known from this browser are shown even while the venue's list is missing. */
function boardFace(orders: Orders, shown: number, filter: RfqFilter): Face {
  const empty = { title: nothing[filter], detail: 'Build a spread and ask for quotes: the request shows up here with its countdown.' }
  const face = faceOfResource(orders.open, { what: 'RFQs', empty: shown === 0 && empty })
  return shown > 0 && (face.kind === 'waiting' || face.kind === 'failed') ? { kind: 'ready' } : face
}

/** One book a second, however many RFQs are live: more of them are asked less often each. */
const bookIntervalMs = (live: number): number => 1_000 * Math.max(1, Math.ceil(live / 3))

const focusCard = (id: string): void => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus()

/** Puts the focus ring on the card asked for, once it is there. */
function useShown(id: string | undefined, isThere: boolean): void {
  useEffect(() => {
    if (id !== undefined && isThere) focusCard(id)
  }, [id, isThere])
}

/** The card with the focus ring is the selected one. */
function useFocusedCard(choose: (id: string) => void): void {
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-rfq]') : null
      if (card?.dataset['rfq'] !== undefined) choose(card.dataset['rfq'])
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [choose])
}

export function RfqBoard({ orders, activeId, shownId, onOpen }: RfqBoardProps) {
  const [filter, setFilter] = useKeptChoice('rfqs', parseFilter)
  // What was chosen stays chosen, whatever ends or comes: keys never act on a card that slid into its place.
  const [chosen, setChosen] = useState(shownId)
  const [asked, setAsked] = useState(shownId)
  if (asked !== shownId) {
    setAsked(shownId)
    setChosen(shownId)
  }
  const shown = orders.cards.filter(rfqFilter(filter))
  const count = (value: RfqFilter) => orders.cards.filter(rfqFilter(value)).length
  const options = filters.map(({ value, label }) => ({ value, label: count(value) === 0 ? label : `${label} ${count(value)}` }))
  const intents = new Map(orders.intents.map(intent => [intent.client_order_id as string, intent]))
  const selected = shown.find(card => card.id === chosen)
  useShown(shownId, selected !== undefined)
  useFocusedCard(setChosen)
  const move = (by: number) => () => {
    const at = selected === undefined ? -1 : shown.indexOf(selected)
    const next = selected === undefined ? shown[0] : shown[Math.min(shown.length - 1, Math.max(0, at + by))]
    if (next === undefined) return
    setChosen(next.id)
    focusCard(next.id)
  }
  useCommands([
    { id: 'orders.rfq.next', name: 'Next RFQ', group: 'Orders', keys: 'next', enabled: shown.length > 0, run: move(1) },
    { id: 'orders.rfq.previous', name: 'Previous RFQ', group: 'Orders', keys: 'previous', enabled: shown.length > 0, run: move(-1) },
    ...filters.map(({ value, label }) => ({
      id: `orders.rfq.show-${value}`,
      name: `Show RFQs: ${label.toLowerCase()}`,
      group: 'Orders',
      run: () => setFilter(value),
    })),
  ])
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
            <RfqCardView
              card={card}
              intent={intents.get(card.clientOrderId)}
              active={card.id === activeId}
              selected={card === selected}
              bookIntervalMs={bookIntervalMs(count('live'))}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
