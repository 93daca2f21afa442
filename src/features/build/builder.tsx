/** The builder at work: one draft, and everything derived from it, laid out for the width there is. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCapabilities } from '../../api/capabilities.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { toNumber } from '../../domain/decimal.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import type { Face } from '../../ui/panel/face.ts'
import { useReady } from '../../ui/use-ready.ts'
import { buildCommands } from './build-commands.ts'
import { BuilderLayout, type BuilderPane } from './builder-layout.tsx'
import { ChainPanel, type ChainSection } from './chain-panel.tsx'
import { Gallery } from './gallery.tsx'
import { presentScenario } from './payoff-model.ts'
import { PayoffPanel } from './payoff-panel.tsx'
import type { AddLeg } from './price-cell.tsx'
import { draftWarnings, reviewFacts } from './review-facts.ts'
import type { StrikeHandlesInputs } from './strike-handles.tsx'
import { StructurePanel } from './structure-panel.tsx'
import { TicketPanel } from './ticket-panel.tsx'
import { type Derived, type PayoffChoice, useDerived } from './use-derived.ts'
import { useDraft } from './use-draft.ts'
import { useGallery } from './use-gallery.ts'
import { WirePanel } from './wire-panel.tsx'

export function Builder({ index }: { readonly index: InstrumentIndex }) {
  const { state, edit, view, setView } = useDraft()
  const draft = state.present
  const [payoffChoice, setPayoffChoice] = useState<PayoffChoice>({ scenario: presentScenario, payoffView: 'draft' })
  const derived = useDerived(index, draft, view, payoffChoice)
  const { nowMs, listing, cells, summary, model, name, currency, market } = derived

  const review = useCallback(() => {
    if (!summary.sendable || summary.order === undefined || summary.wire === undefined) return
    const { order, wire, meant } = summary
    desk.draft(order, { title: name.title, legs: wire.legs, meant, ...reviewFacts(draft, summary, model, currency) })
  }, [summary, name, draft, model, currency])
  const add: AddLeg = useCallback((symbol, ratio) => edit({ kind: 'addLeg', symbol, ratio }), [edit])

  const quantityRef = useRef<HTMLInputElement>(null)
  const priceRef = useRef<HTMLInputElement>(null)
  const [pane, setPane] = useState<BuilderPane>('chain')
  const [jumps, setJumps] = useState(0)
  const jump = () => setJumps(jumps + 1)
  const [section, setSection] = useState<ChainSection>('chain')
  const gallery = useGallery({ universe: index, surface: derived.shown, expiryMs: listing.expiryMs, edit })
  const [wanted, setWanted] = useState<{ readonly field: 'quantity' | 'price' }>()
  const focusOn = (field: 'quantity' | 'price') => {
    setPane('structure')
    setWanted({ field })
  }
  useEffect(() => {
    if (wanted !== undefined) (wanted.field === 'quantity' ? quantityRef : priceRef).current?.select()
  }, [wanted])
  const showSection = (next: ChainSection) => {
    setPane('chain')
    setSection(next)
  }
  useCommands(buildCommands({ state, listed: index, edit, sendable: summary.sendable, review, focusOn, jump, section, showSection }))
  const lacksPrices = useCapabilities().marketSummary === 'absent'
  useReady(lacksPrices || market.face !== 'waiting')

  const ticket = { draft, summary, nowMs, edit, quantityRef, priceRef, review, warnings: draftWarnings(draft, summary, model) }
  const choose = (base: string, expiryMs: number | undefined) => setView({ base, expiryMs })
  return (
    <BuilderLayout
      pane={pane}
      setPane={setPane}
      legCount={draft.legs.length}
      chain={
        <ChainPanel
          listing={listing}
          inputs={cells}
          legs={draft.legs}
          surface={derived.shown}
          jumps={jumps}
          jump={jump}
          nowMs={nowMs}
          face={faceOf(market)}
          note={market.data === undefined && market.face === 'failed' ? (market.fault?.message ?? 'no prices') : undefined}
          section={section}
          setSection={setSection}
          gallery={<Gallery {...gallery} />}
          choose={choose}
          add={add}
        />
      }
      payoff={
        <Payoff derived={derived} choice={payoffChoice} setChoice={setPayoffChoice} handles={{ legs: draft.legs, listed: index, edit }} />
      }
      wire={<WirePanel summary={summary} />}
      structure={<StructurePanel words={name} state={state} summary={summary} listed={index} edit={edit} />}
      ticket={<TicketPanel {...ticket} />}
    />
  )
}

/** A chain without prices is still a chain: only old prices dim it. */
function faceOf(market: Derived['market']): Face {
  const old = market.freshness === 'stale' || market.freshness === 'unknown'
  return market.data !== undefined && old
    ? { kind: 'stale', agoMs: market.receivedAgoMs, detail: market.fault?.message, retry: market.refetch }
    : { kind: 'ready' }
}

interface PayoffProps {
  readonly derived: Derived
  readonly choice: PayoffChoice
  readonly setChoice: (choice: PayoffChoice) => void
  readonly handles: StrikeHandlesInputs
}

function Payoff({ derived, choice, setChoice, handles }: PayoffProps) {
  const { name, shownPayoff, effects, currency, reference, cost, summary } = derived
  return (
    <PayoffPanel
      name={name.title}
      model={shownPayoff}
      effects={effects}
      currency={currency}
      reference={reference === undefined ? undefined : { price: toNumber(reference.price), source: reference.source }}
      priceSource={cost?.source}
      quantity={summary.quantity === undefined ? undefined : toNumber(summary.quantity)}
      choice={choice}
      setChoice={setChoice}
      handles={handles}
    />
  )
}
