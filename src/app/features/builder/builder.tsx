/** The builder: one draft and everything derived from it, laid out for the available width. */
import { memo, type ReactNode, useCallback, useState } from 'react'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { toNumber } from '../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { noQuotes } from '../../../core/domain/market-data.ts'
import { sideSign } from '../../../core/domain/order.ts'
import { structureName } from '../../../core/domain/trade-story/trade-phrase.ts'
import { wireSymbol } from '../../model/account/use-entry-market.ts'
import { useMarket } from '../../model/market/use-market.ts'
import { presentScenario } from '../../../core/pricing/portfolio/payoff-model.ts'
import { type TemplateLeg, templateOf } from '../../../core/pricing/structures/saved-template.ts'
import { useCommands, useRunCommand } from '../../ui/commands/use-commands.ts'
import { useUndock } from '../../ui/controls/dock.tsx'
import { showToast } from '../../ui/controls/toasts.ts'
import type { PanelState } from '../../ui/panel/panel-state.ts'
import { useReady } from '../../ui/use-ready.ts'
import { buildCommands } from './build-commands.ts'
import { BuilderLayout } from './builder-layout.tsx'
import { ChainPanel } from './chain/chain-panel.tsx'
import type { AddLeg } from './chain/price-cell.tsx'
import { DeferredWhileDragging, useDragPending } from './deferred-while-dragging.tsx'
import { type DerivedDraft, isQuoted, useDerived } from './derived/use-derived.ts'
import type { Draft, Edit } from './draft/draft.ts'
import { useAskedReview } from './draft/use-asked-review.ts'
import { useCurrentLeg } from './draft/use-current-leg.ts'
import { useDraftText } from './draft/use-draft-text.ts'
import { type DraftHandle, useDraft } from './draft/use-draft.ts'
import { useEmptyWhenClosed } from './draft/use-empty-when-closed.ts'
import { Gallery } from './gallery/gallery.tsx'
import { useGallery } from './gallery/use-gallery.ts'
import type { StrikeHandlesInputs } from './payoff/strike-handles.tsx'
import type { PayoffChoice } from './payoff/use-payoff.ts'
import { reviewOf, useLiveRfq, useQuotedPayoff } from './rfq/use-live-rfq.ts'
import { saveTemplate } from './start/saved-drafts.ts'
import { useRecents } from './start/use-recents.ts'
import { useKeyFlash } from './structure/use-key-flash.ts'
import { draftWarnings } from './ticket/review-facts.ts'
import { useTicketEntry } from './ticket/use-ticket-entry.ts'
import { useBuilderFocus } from './use-builder-focus.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PayoffPanel } from './payoff/payoff-panel.tsx'
import { waitingPanel } from '../../ui/panel/waiting-panel.tsx'
import wire from './ticket/wire-panel.module.css'

/** Loaded after the chain's rows, so that the chain does not wait for them. */
const DrawPanel = lazyComponent(
  async () => (await import('./draw-payoff/draw-panel.tsx')).DrawPanel,
  waitingPanel('Payoff'),
  {
    useClose: ({ close }) => close,
  },
)
const ViewFinder = lazyComponent(async () => (await import('./draw-payoff/view-finder.tsx')).ViewFinder, null, {
  useClose: ({ close }) => close,
})
const StartPanel = lazyComponent(
  async () => (await import('./start/start-panel.tsx')).StartPanel,
  waitingPanel('Payoff'),
)
// Legs, ticket and wire preview share a file, so that they appear together.
const draftPanels = () => import('./draft-panels.ts')
const HeldHere = lazyComponent(async () => (await draftPanels()).HeldHere, null, { isLater: true })
const StructurePanel = lazyComponent(async () => (await draftPanels()).StructurePanel, waitingPanel('Legs'), {
  isLater: true,
})
const EffectsPanel = lazyComponent(async () => (await draftPanels()).EffectsPanel, null, { isLater: true })
const TicketPanel = lazyComponent(async () => (await draftPanels()).TicketPanel, null, { isLater: true })
const WirePanel = lazyComponent(
  async () => (await draftPanels()).WirePanel,
  // The folded height, so that the payoff above gets its final size.
  ({ fold }) => (fold.open ? null : <section className={wire.line} aria-busy="true" />),
  { isLater: true },
)
const LiveRfqPanel = lazyComponent(
  async () => (await import('./rfq/live-rfq-panel.tsx')).LiveRfqPanel,
  waitingPanel('RFQ'),
)

interface BuilderProps {
  readonly index: InstrumentIndex
}

export function Builder({ index }: BuilderProps) {
  return <DraftBuilder index={index} {...useDraft()} />
}

const DraftBuilder = memo(function DraftBuilder({ index, state, edit, view, setView }: BuilderProps & DraftHandle) {
  const draft = state.present
  const [payoffChoice, setPayoffChoice] = useState<PayoffChoice>({ scenario: presentScenario, payoffView: 'draft' })
  const derived = useDerived(index, draft, view, payoffChoice)
  const { nowMs, listing, summary, model, name, currency } = derived
  const rfq = useLiveRfq(draft, derived, payoffChoice)
  const quoted = useQuotedPayoff(draft, derived, rfq)
  const entry = useTicketEntry({ draft, derived, edit, index })
  useRecents(draft, name.title)
  useEmptyWhenClosed(draft, derived.closing, derived.positions, edit)
  const { current, currentLeg, add } = useCurrent(draft, edit)

  const focus = useBuilderFocus()
  const { quantityRef, priceRef } = focus
  const gallery = useGallery({ universe: index, surface: derived.shown, expiryMs: listing.expiryMs, edit })
  const copyText = useText(index, draft, derived, edit)
  const runCommand = useRunCommand()
  const openText = () => runCommand('app.palette')
  const dragPending = useDragPending(state)
  const lacksPrices = useCapabilities().marketSummary === 'absent'
  const { flash, say } = useKeyFlash()
  const acts = { ...reviewOf(rfq, entry), openText, copyText, say }
  const isPriced = lacksPrices || isQuoted(derived)
  useAskedReview(draft, isPriced, acts)
  useCommands(buildCommands({ state, listed: index, edit: entry.fields.edit, current, ...focus, ...acts }))
  useReady(isPriced)
  useUndock(summary.order && JSON.stringify(summary.order))

  const warnings = draftWarnings(draft, summary, model, derived.closing, derived.roll)
  const ticket = { draft, summary, nowMs, quantityRef, priceRef, warnings, ...entry }
  const choose = (base: string, expiryMs: number | undefined) => setView({ base, expiryMs })
  const deferred = (panel: ReactNode) => (
    <DeferredWhileDragging dragPending={dragPending}>{panel}</DeferredWhileDragging>
  )
  return (
    <BuilderLayout
      pane={focus.pane}
      setPane={focus.setPane}
      legCount={draft.legs.length}
      symbol={summary.wire && wireSymbol(summary.wire)}
      chain={deferred(
        <Chain
          derived={derived}
          legs={draft.legs}
          focus={focus}
          gallery={<Gallery {...gallery} />}
          choose={choose}
          add={add}
        />,
      )}
      payoff={
        <Middle
          index={index}
          derived={{ ...derived, ...quoted }}
          draft={draft}
          edit={edit}
          setChoice={setPayoffChoice}
          {...currentLeg}
        />
      }
      effects={
        draft.legs.length === 0 ? null : (
          <EffectsPanel
            effects={derived.effects}
            underlying={derived.reference && toNumber(derived.reference.price)}
            currency={currency}
          />
        )
      }
      held={<HeldHere {...listing} positions={derived.positions} />}
      wire={fold => deferred(<WirePanel summary={summary} fold={fold} />)}
      structure={deferred(
        <StructurePanel
          name={name}
          state={state}
          summary={summary}
          listed={index}
          edit={edit}
          {...currentLeg}
          hedging={{ draft, derived, index }}
          openText={openText}
          copyText={copyText}
          saveTemplate={templateSaver(draft, derived)}
          flash={flash}
          say={say}
        />,
      )}
      ticket={
        rfq === undefined ? (
          deferred(<TicketPanel {...ticket} />)
        ) : (
          <LiveRfqPanel rfq={rfq} draft={draft} derived={derived} sizeRef={quantityRef} />
        )
      }
    />
  )
})

function useText(
  index: InstrumentIndex,
  draft: Draft,
  { listing, nowMs, market, summary }: DerivedDraft,
  edit: (edit: Edit) => void,
): () => void {
  const { surfaces } = useMarket()
  const { base, expiryMs } = listing
  const context = { universe: index, base, expiryMs, nowMs, surfaceOf: surfaces.of, quotes: market.data ?? noQuotes }
  const instruments = summary.legs.map(leg => leg.instrument)
  return useDraftText(draft, instruments, context, edit).copy
}

function templateSaver(draft: Draft, { surface, name }: DerivedDraft): (() => void) | undefined {
  const legs = draft.legs.length === 0 ? undefined : templateOf(draft.legs, surface)
  if (legs === undefined) return undefined
  return () => {
    const days = legs.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.days]))
    const label =
      `${structureName(name.executed)}, ${[...new Set(days)].join('/')} d, ${legs.map(deltaText).filter(Boolean).join('/')}`.slice(
        0,
        60,
      )
    saveTemplate({ name: label, side: draft.side, legs })
    showToast({
      tone: 'ok',
      title: 'Template saved',
      body: `${label}. Listed on the empty builder.`,
    })
  }
}

function useNoPrices({ data, status, fault }: DerivedDraft['market']): string | undefined {
  const isLacking = useCapabilities().marketSummary === 'absent'
  const { summaryUrl, kind } = useVenue()
  if (isLacking) {
    const where = summaryUrl === '' ? 'this address' : summaryUrl
    return `this venue has no market summary at ${where}${kind === 'sandbox' ? '' : '; set MARKET_SUMMARY_URL'}. Legs of the structure are priced by their order books.`
  }
  return data === undefined && status === 'failed' ? (fault?.message ?? 'no prices') : undefined
}

const deltaText = (leg: TemplateLeg): string => (leg.kind === 'linear' ? '' : `${Math.round(leg.delta * 100)}d`)

function useCurrent(draft: Draft, edit: (edit: Edit) => void) {
  const current = useCurrentLeg(draft.legs)
  const { leg, choose } = current
  const { side } = draft
  // Ask buys and bid sells, whatever the package's side.
  const add: AddLeg = useCallback(
    (symbol, ratio) => {
      choose(symbol)
      edit({ kind: 'addLeg', symbol, ratio: ratio * sideSign(side) })
    },
    [edit, choose, side],
  )
  return { current, currentLeg: { current: leg?.symbol, choose }, add }
}

interface ChainProps {
  readonly derived: DerivedDraft
  readonly legs: Draft['legs']
  readonly focus: ReturnType<typeof useBuilderFocus>
  readonly gallery: ReactNode
  readonly choose: (base: string, expiryMs: number | undefined) => void
  readonly add: AddLeg
}

function Chain({ derived, legs, focus, gallery, choose, add }: ChainProps) {
  const { listing, cells, shown, nowMs, market, typed } = derived
  const { jumps, jump, section, setSection } = focus
  const noPrices = useNoPrices(market)
  return (
    <ChainPanel
      listing={listing}
      inputs={{ ...cells, noPrices: noPrices === undefined ? undefined : `No price: ${noPrices}` }}
      legs={legs}
      surface={shown}
      typed={typed.shown}
      jumps={jumps}
      jump={jump}
      nowMs={nowMs}
      state={stateOf(market)}
      note={noPrices}
      section={section}
      setSection={setSection}
      gallery={gallery}
      choose={choose}
      add={add}
    />
  )
}

/** A chain without prices is still usable; only old prices dim it. */
function stateOf(market: DerivedDraft['market']): PanelState {
  const old = market.freshness === 'stale' || market.freshness === 'unknown'
  return market.data !== undefined && old
    ? { kind: 'stale', agoMs: market.receivedAgoMs, detail: market.fault?.message, retry: market.refetch }
    : { kind: 'ready' }
}

interface MiddleProps {
  readonly index: InstrumentIndex
  readonly derived: DerivedDraft
  readonly draft: Draft
  readonly edit: (edit: Edit) => void
  readonly setChoice: (choice: PayoffChoice) => void
  readonly current: string | undefined
  readonly choose: (symbol: string) => void
}

function Middle({ index, derived, draft, edit, setChoice, current, choose }: MiddleProps) {
  const { shown, listing, market, positions, figuresOf } = derived
  const { legs, side } = draft
  const [wish, setWish] = useState<'draw' | 'view'>()
  const [draw, find, close] = [() => setWish('draw'), () => setWish('view'), () => setWish(undefined)]
  useCommands([
    { id: 'build.draw', name: 'Draw the payoff', group: 'Build', run: draw },
    { id: 'build.view', name: 'Structures for a view', group: 'Build', run: find },
  ])
  const wished = { hedging: { draft, derived, index }, edit, close }
  if (wish === 'draw') return <DrawPanel {...wished} />
  const finder = wish === 'view' ? <ViewFinder {...wished} /> : null
  if (legs.length > 0) {
    const handles = { legs, side, listed: index, edit, figuresOf, current, choose }
    return (
      <>
        <Payoff derived={derived} setChoice={setChoice} handles={handles} />
        {finder}
      </>
    )
  }
  const start = {
    index,
    surface: shown,
    expiryMs: listing.expiryMs,
    quotes: market.data ?? noQuotes,
    positions,
    edit,
    draw,
    find,
  }
  return (
    <>
      <StartPanel {...start} />
      {finder}
    </>
  )
}

interface PayoffProps {
  readonly derived: DerivedDraft
  readonly setChoice: (choice: PayoffChoice) => void
  readonly handles: StrikeHandlesInputs
}

function Payoff({ derived, setChoice, handles }: PayoffProps) {
  const { name, shownPayoff, shownChoice: choice, isClosing, currency, reference, cost, summary } = derived
  return (
    <PayoffPanel
      name={name.title}
      model={shownPayoff}
      currency={currency}
      reference={reference === undefined ? undefined : { price: toNumber(reference.price), source: reference.source }}
      priceSource={cost?.source}
      quantity={summary.quantity === undefined ? undefined : toNumber(summary.quantity)}
      choice={choice}
      isClosing={isClosing}
      setChoice={setChoice}
      handles={handles}
      curvesOf={derived.curvesOf}
      curvesAt={derived.curvesAt}
      inputs={{
        surface: derived.surface,
        symbols: derived.parts[choice.payoffView].legs.map(leg => leg.symbol),
        receivedAgoMs: derived.market.receivedAgoMs,
        typed: derived.typed.draft,
      }}
    />
  )
}
