/** RFQs of this account as a blotter of compact rows: live ones by their end, then what became of the others. */
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { QuotesSeen } from '../../../domain/journal-order.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { type PanelState, panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useSavedChoice } from '../../../ui/saved-choice.ts'
import styles from './blotter.module.css'
import { rfqCsv } from './rfq-csv.ts'
import { RfqRow } from './rfq-row.tsx'
import { useQuotesSeen } from './use-quotes-seen.ts'
import { type RfqCard, type RfqFilter, rfqFilter } from '../../../model/orders/rfq-cards.ts'
import type { Orders } from '../open/use-orders.ts'

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
function boardState(orders: Orders, shown: number, filter: RfqFilter): PanelState {
  const empty = { title: nothing[filter], detail: 'Build a spread and ask for quotes: the request shows up here with its countdown.' }
  const state = panelStateOf(orders.open, { what: 'RFQs', empty: shown === 0 && empty })
  return shown > 0 && (state.kind === 'waiting' || state.kind === 'failed') ? { kind: 'ready' } : state
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

/** Which rows are open: what was just asked for, the only one that lives, and what was opened by hand; each stays as it is, whatever comes or ends. */
function useOpened(live: readonly RfqCard[], shownId: string | undefined) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [only, ...more] = live
  const due = [shownId, more.length === 0 ? only?.id : undefined].find(id => id !== undefined && !opened.has(id))
  if (due !== undefined) setOpened(new Map([...opened, [due, true]]))
  const isOpen = (id: string): boolean => opened.get(id) === true
  return { isOpen, toggle: (id: string): void => setOpened(new Map([...opened, [id, !isOpen(id)]])) }
}

interface FilterProps {
  readonly cards: readonly RfqCard[]
  readonly value: RfqFilter
  readonly onChange: (value: RfqFilter) => void
}

function Filter({ cards, value, onChange }: FilterProps) {
  const count = (each: RfqFilter) => cards.filter(rfqFilter(each)).length
  const options = filters.map(each => ({
    value: each.value,
    label: count(each.value) === 0 ? each.label : `${each.label} ${count(each.value)}`,
  }))
  return <Segmented label="Show RFQs" hideLabel size="sm" value={value} options={options} onChange={onChange} />
}

function CsvButton({ cards, quotes }: { readonly cards: readonly RfqCard[]; readonly quotes: ReadonlyMap<string, QuotesSeen> }) {
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<Download size={12} />}
      disabled={cards.length === 0}
      title="The RFQs shown, with how they were quoted and what was taken"
      onClick={() => saveFile(new Blob([rfqCsv(cards, quotes)], { type: 'text/csv' }), 'legwork-rfqs.csv')}
    >
      CSV
    </Button>
  )
}

const heads = {
  live: ['Best', 'Against mid', 'Full size', 'Change', 'Ends in'],
  over: ['Best', 'Second', 'Taken at', 'First quote', 'State'],
} as const

const headKind = (card: RfqCard | undefined): keyof typeof heads | undefined =>
  card === undefined ? undefined : card.state === 'ended' || card.state === 'filled' ? 'over' : 'live'

/** Names of the columns, over the first of each kind. */
function headOf(cards: readonly RfqCard[], index: number): ReactNode {
  const kind = headKind(cards[index])
  if (kind === undefined || kind === headKind(cards[index - 1])) return null
  return (
    <div className={styles.head} aria-hidden>
      {['RFQ', 'Size', ...heads[kind]].map(text => (
        <span key={text}>{text}</span>
      ))}
    </div>
  )
}

export function RfqBoard({ orders, activeId, shownId, onOpen }: RfqBoardProps) {
  const [filter, setFilter] = useSavedChoice('rfqs', parseFilter)
  // What was chosen stays chosen, whatever ends or comes: keys never act on a card that slid into its place.
  const [chosen, setChosen] = useState(shownId)
  const [asked, setAsked] = useState(shownId)
  if (asked !== shownId) {
    setAsked(shownId)
    setChosen(shownId)
  }
  const shown = orders.cards.filter(rfqFilter(filter))
  const quotes = useQuotesSeen(orders.cards)
  const live = orders.cards.filter(rfqFilter('live'))
  const { isOpen, toggle } = useOpened(live, shownId)
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
      state={boardState(orders, shown.length, filter)}
      toolbar={
        <>
          <Filter cards={orders.cards} value={filter} onChange={setFilter} />
          <CsvButton cards={shown} quotes={quotes} />
        </>
      }
    >
      {orders.open.status === 'failed' && (
        <Banner tone="warning">The venue’s list is missing; this is what this browser knows. {orders.open.fault?.message}</Banner>
      )}
      <ul className={styles.rows}>
        {shown.map((card, index) => (
          <li key={card.id}>
            {headOf(shown, index)}
            <RfqRow
              card={card}
              intent={intents.get(card.clientOrderId)}
              quotes={quotes.get(card.clientOrderId)}
              active={card.id === activeId}
              selected={card === selected}
              isOpen={isOpen(card.id)}
              bookIntervalMs={bookIntervalMs(live.length)}
              onToggle={toggle}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
