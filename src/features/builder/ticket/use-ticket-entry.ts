/** The draft on its way to the review: its fields on a form, the price guard, and the hand-over. */
import { useCallback, useMemo, useRef } from 'react'
import { desk } from '../../../api/order-desk/desk.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { summariseEntry } from '../../../domain/order-entry.ts'
import type { InstrumentIndex } from '../../../domain/instrument-index.ts'
import { priceStepOf } from '../../../domain/package/price-step.ts'
import type { OrderFunds } from '../../../domain/order-funds.ts'
import { useOrderFunds } from '../../../model/account/use-order-funds.ts'
import { usePackageMarket } from '../../../model/market/use-package-market.ts'
import { packageFaults } from '../../../pricing/package-guard.ts'
import type { EntryForm } from '../../../ui/order/entry/entry-form.ts'
import { type GuardedPrice, usePriceOverride } from '../../../ui/order/entry/price-override.ts'
import type { Draft, Edit } from '../draft/draft.ts'
import type { Derived } from '../use-derived.ts'
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

/** What the draft leaves available: at its price, else at what its legs ask, an RFQ at their mid. */
function useFunds(
  { side, mode }: Draft,
  { summary: { net, legs, price: typed, quantity, sendable }, closing }: Derived,
): OrderFunds | undefined {
  const natural = (side === 'buy' ? net.buyNatural : net.sellNatural) ?? net.mid
  const price = typed ?? (mode === 'rfq' ? net.mid : natural)?.price
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
  return { fields: { entry: draft, edit, inputs }, takeForm, guarded, override, funds: useFunds(draft, derived), isReady, review }
}
