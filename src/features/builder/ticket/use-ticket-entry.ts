/** The draft on its way to the review: its fields on a form, the price guard, and the hand-over. */
import { useCallback, useMemo, useRef } from 'react'
import { desk } from '../../../api/order-desk/desk.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { summariseEntry } from '../../../domain/order-entry.ts'
import type { InstrumentIndex } from '../../../domain/instrument-index.ts'
import { priceStepOf } from '../../../domain/package/price-step.ts'
import { type MarketEstimate, estimatedPrice, marketEstimate } from '../../../domain/market-estimate.ts'
import type { WirePackage } from '../../../domain/normalise.ts'
import { joinedSymbol } from '../../../domain/order.ts'
import { bookAsMeant, termsOf } from '../../../domain/own-quotes.ts'
import type { OrderFunds } from '../../../domain/order-funds.ts'
import { useOrderFunds } from '../../../model/account/use-order-funds.ts'
import { useBookOfOrder } from '../../../model/market/use-book-of-order.ts'
import { usePackageMarket } from '../../../model/market/use-package-market.ts'
import { packageFaults } from '../../../pricing/package-guard.ts'
import type { EntryForm } from '../../../ui/order/entry/entry-form.ts'
import { type GuardedPrice, usePriceOverride } from '../../../ui/order/entry/price-override.ts'
import type { Draft, Edit } from '../draft/draft.ts'
import type { Derived } from '../derived/use-derived.ts'
import { reviewFacts } from './review-facts.ts'

/** Whether the price typed can be meant, by the market that the review judges it by too: what is typed into the chain is left out of it. */
function usePriceGuard({ side }: Draft, { price, legs, sendable }: Derived['summary']): GuardedPrice {
  const market = usePackageMarket()
  const faults = useMemo(() => {
    if (price === undefined || !sendable) return []
    return packageFaults({ legs, side, price, step: priceStepOf(legs.map(leg => leg.instrument)) }, market)
  }, [legs, side, price, sendable, market])
  return { side, price, faults }
}

/** What a draft at the market would trade at, by the same book as its review; undefined of any other. */
function useEstimate({ mode, type, side }: Draft, { wire, meant, net }: Derived['summary']): MarketEstimate | undefined {
  const isAtMarket = mode === 'firm' && type === 'MARKET' && wire !== undefined && meant !== undefined
  const book = useBookOfOrder(isAtMarket ? wireSymbol(wire) : undefined)
  if (!isAtMarket) return undefined
  const natural = (side === 'buy' ? net.buyNatural : net.sellNatural)?.price
  const inOwnTerms = typeof book === 'string' ? book : bookAsMeant(book, termsOf(wire, meant))
  return marketEstimate({ side, quantity: meant.quantity, natural }, inOwnTerms)
}

const wireSymbol = ({ kind, legs }: WirePackage): string | undefined =>
  kind === 'single' ? legs[0]?.symbol : joinedSymbol(legs.map(({ symbol, ratio }) => ({ symbol, ratio })))

/** What the draft leaves available: at its price, else at what it would trade at, an RFQ at the mid of its legs. */
function useFunds(
  { side, mode }: Draft,
  { summary: { net, legs, price: typed, quantity, sendable }, closing }: Derived,
  estimate: MarketEstimate | undefined,
): OrderFunds | undefined {
  const natural = (side === 'buy' ? net.buyNatural : net.sellNatural) ?? net.mid
  const untyped = estimate === undefined ? (mode === 'rfq' ? net.mid : natural)?.price : estimatedPrice(estimate)
  const price = typed ?? untyped
  const instruments = legs.flatMap(leg => leg.instrument ?? [])
  const isReducing = closing?.isBeyond === false
  return useOrderFunds(
    sendable && price !== undefined && quantity !== undefined
      ? { legs: legs.map(({ symbol, ratio }) => ({ symbol, ratio })), side, quantity, price, instruments, isReducing }
      : undefined,
  ).funds
}

interface TicketEntryInputs {
  readonly draft: Draft
  readonly derived: Derived
  readonly edit: (edit: Edit) => void
  readonly index: InstrumentIndex
}

/** `review` hands the draft over, read anew at that moment; nothing happens while something blocks it. */
export function useTicketEntry({ draft, derived, edit, index }: TicketEntryInputs) {
  const { summary, model, name, currency, closing } = derived
  const guarded = usePriceGuard(draft, summary)
  const estimate = useEstimate(draft, summary)
  const override = usePriceOverride(guarded)
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const form = useRef<EntryForm | undefined>(undefined)
  const takeForm = useCallback((next: EntryForm | undefined) => {
    form.current = next
  }, [])
  const submit = useCallback(
    (run: () => void) => {
      // The fields come after the first rows; who is quicker is held to the same rules.
      if (form.current !== undefined) form.current.submit(run)
      else if (summariseEntry(draft, inputs()).problems.length === 0) run()
    },
    [draft, inputs],
  )
  const { isBlocked, overridden } = override
  const isReady = summary.sendable && !isBlocked
  const review = useCallback(() => {
    const { order, wire, meant } = summary
    if (!isReady || order === undefined || wire === undefined) return
    submit(() =>
      desk.draft(order, {
        title: name.title,
        legs: wire.legs,
        meant,
        closes: closing?.isBeyond === false,
        overridden,
        ...reviewFacts(draft, summary, model, currency, closing),
      }),
    )
  }, [summary, name, draft, model, currency, closing, isReady, overridden, submit])
  return {
    fields: { entry: draft, edit, inputs },
    takeForm,
    guarded,
    override,
    estimate,
    funds: useFunds(draft, derived, estimate),
    isReady,
    review,
  }
}
