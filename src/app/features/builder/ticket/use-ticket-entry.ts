/** The draft's way to review: form fields, price check, hand-over. */
import { useCallback, useMemo, useRef } from 'react'
import { desk } from '../../../api/order-desk/desk.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import { useEntryMarket } from '../../../model/account/use-entry-market.ts'
import type { EntryForm } from '../../../ui/order/entry/entry-form.ts'
import { usePriceOverride } from '../../../ui/order/entry/price-override.ts'
import type { DerivedDraft } from '../derived/use-derived.ts'
import type { Draft, Edit } from '../draft/draft.ts'
import { reviewFacts } from './review-facts.ts'

interface TicketEntryInputs {
  readonly draft: Draft
  readonly derived: DerivedDraft
  readonly edit: (edit: Edit) => void
  readonly index: InstrumentIndex
}

export function useTicketEntry({ draft, derived, edit, index }: TicketEntryInputs) {
  const { summary, model, name, currency, closing, roll } = derived
  const instruments = useMemo(() => summary.legs.map(leg => leg.instrument), [summary.legs])
  const isReducing = closing?.isBeyond === false
  const market = useEntryMarket({ entry: draft, summary, instruments, isReducing, net: summary.net })
  const { guarded } = market
  const { mid } = market.offers
  const editFilled = useCallback(
    (change: Edit) => edit(change.kind === 'setMode' ? { ...change, price: mid } : change),
    [edit, mid],
  )
  const override = usePriceOverride(guarded)
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const form = useRef<EntryForm | undefined>(undefined)
  const takeForm = useCallback((next: EntryForm | undefined) => {
    form.current = next
  }, [])
  const submit = useCallback(
    (run: () => void) => {
      // The fields may load after the first press, which is validated likewise.
      if (form.current !== undefined) form.current.submit(run)
      else if (summariseEntry(draft, inputs()).problems.length === 0) run()
    },
    [draft, inputs],
  )
  const { isBlocked, isOverridden } = override
  const isReady = summary.sendable && !isBlocked
  const review = useCallback(() => {
    const { order, wire } = summary
    if (!isReady || order === undefined || wire === undefined) return
    submit(() =>
      desk.draft(order, {
        title: name.title,
        legs: wire.legs,
        overridden: isOverridden ? order.price : undefined,
        ...reviewFacts(draft, summary, model, currency, closing, roll),
      }),
    )
  }, [summary, name, draft, model, currency, closing, roll, isReady, isOverridden, submit])
  return {
    fields: { entry: draft, edit: editFilled, inputs },
    takeForm,
    market,
    isReducing,
    override,
    isReady,
    review,
  }
}
