/**
 * The live RFQ of the draft, found by its contents, so that it returns after a reload, an undo or another screen. Its
 * end is shown if it was live here; an earlier ended RFQ is history.
 */
import { useMemo, useState } from 'react'
import { canonical, dec, type Decimal, div, eq, neg, roundTo, toNumber } from '../../../../core/domain/decimal.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { joinedSymbol, type Side, sideSign } from '../../../../core/domain/order.ts'
import { isPending, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { useOwnOrders } from '../../../model/orders/use-own-orders.ts'
import { isPastEnd, type QuoteState, useQuoting } from '../../../model/orders/use-quoting.ts'
import {
  type ChosenScenario,
  type Curve,
  payoffCurves,
  type PayoffInputs,
  type PayoffModel,
  payoffModel,
  quoteCurve,
  withQuoteCurve,
} from '../../../../core/pricing/portfolio/payoff-model.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import type { DerivedDraft } from '../derived/use-derived.ts'
import { type Draft, sameLegs } from '../draft/draft.ts'
import type { PayoffChoice } from '../payoff/use-payoff.ts'

interface WireDraft {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  readonly quantity: Decimal
}

const legKey = (legs: WireDraft['legs']): string =>
  joinedSymbol(legs.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)))

export function rfqOfDraft(cards: readonly RfqCard[], draft: WireDraft | undefined): RfqCard | undefined {
  if (draft === undefined) return undefined
  const legs = legKey(draft.legs)
  const own = cards
    .filter(card => card.side === draft.side && eq(card.quantity, draft.quantity) && legKey(card.legs) === legs)
    .sort((a, b) => (b.placedMs ?? 0) - (a.placedMs ?? 0))
  return own.find(isPending) ?? own[0]
}

export interface LiveRfq {
  readonly card: RfqCard
  readonly intent: Intent | undefined
  readonly quoting: QuoteState
  /** Converts a price per draft package to the venue's package, which may be reversed or smaller. */
  readonly priceOnWire: (drafted: Decimal) => Decimal
  readonly divisor: number
  readonly quoted: PayoffModel | undefined
  readonly drawn: PayoffModel | undefined
  readonly isFilled: boolean
  readonly quoteCurveAt: (scenario: ChosenScenario) => Curve | undefined
  readonly leave: () => void
}

function usePriced(cost: number | undefined, { legs, surface, nowMs, scenario }: Omit<PayoffInputs, 'cost'>) {
  return useMemo(() => {
    if (cost === undefined) return undefined
    const inputs = { legs, cost, surface, nowMs, scenario }
    return { inputs, model: payoffModel(inputs) }
  }, [cost, legs, surface, nowMs, scenario])
}

export function useLiveRfq(draft: Draft, derived: DerivedDraft, { scenario }: PayoffChoice): LiveRfq | undefined {
  const { cards, intents } = useOwnOrders()
  const { wire } = derived.summary
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [followed, setFollowed] = useState<string>()
  const found = draft.mode === 'rfq' ? rfqOfDraft(cards, wire) : undefined
  const pending = found !== undefined && isPending(found)
  if (pending && followed !== found.id) setFollowed(found.id)
  const card = found === undefined || left.has(found.id) || !(pending || followed === found.id) ? undefined : found
  const isOver = useTicking(() => isPastEnd(card))
  const quoting = useQuoting(card, isOver)
  const divisor = wire?.divisor ?? 1
  const sign = wire === undefined ? 1 : sideSign(wire.side)
  const { best } = quoting
  const { parts, surface, nowMs } = derived
  const { legs } = parts.draft
  const taken = card && takenOf(card)
  const costAt = (price: Decimal | undefined): number | undefined =>
    price === undefined ? undefined : sign * toNumber(price) * divisor
  const priced = { legs, surface, nowMs, scenario }
  const quotedAt = usePriced(costAt(best?.fill.average), priced)
  const filledAt = usePriced(costAt(taken?.average), priced)
  const drawnAt = filledAt ?? quotedAt
  if (card === undefined) return undefined
  return {
    card,
    intent: intents.find(each => each.client_order_id === card.clientOrderId),
    quoting,
    divisor,
    priceOnWire: price => canonical(roundTo(div(wire?.mirrored === true ? neg(price) : price, dec(divisor)), 8)),
    quoted: quotedAt?.model,
    drawn: drawnAt?.model,
    isFilled: taken !== undefined,
    quoteCurveAt: other => {
      const [main] = (drawnAt && payoffCurves({ ...drawnAt.inputs, scenario: other })) ?? []
      return main && quoteCurve(main, taken !== undefined)
    },
    leave: () => setLeft(new Set([...left, card.id])),
  }
}

type DrawnPayoff = Pick<DerivedDraft, 'shownPayoff' | 'curvesOf' | 'curvesAt'>

export function useQuotedPayoff(
  { legs: asked }: Pick<Draft, 'legs'>,
  { shownPayoff: own, curvesOf, curvesAt, shownChoice }: DrawnPayoff & Pick<DerivedDraft, 'shownChoice'>,
  rfq: Pick<LiveRfq, 'drawn' | 'isFilled' | 'quoteCurveAt'> | undefined,
): DrawnPayoff {
  const drawn = shownChoice.payoffView === 'draft' ? rfq?.drawn : undefined
  const isFilled = rfq?.isFilled === true
  const shownPayoff = useMemo(
    () => (drawn === undefined ? own : withQuoteCurve(own, drawn, isFilled)),
    [own, drawn, isFilled],
  )
  if (rfq === undefined || shownPayoff.kind === 'none' || shownPayoff === own)
    return { shownPayoff, curvesOf, curvesAt }
  const quote = shownPayoff.curves.at(-1)
  const withCurve = (curves: readonly Curve[] | undefined, curve: Curve | undefined) =>
    curves && curve && [...curves, curve]
  return {
    shownPayoff,
    curvesOf: legs =>
      withCurve(curvesOf(legs), quote && (sameLegs(legs, asked) ? quote : { ...quote, xs: noPoints, ys: noPoints })),
    curvesAt: scenario => withCurve(curvesAt(scenario), rfq.quoteCurveAt(scenario)),
  }
}

const noPoints = new Float64Array()

interface ReviewAction {
  readonly isReady: boolean
  readonly review: () => void
}

export const reviewOf = (rfq: LiveRfq | undefined, { isReady, review }: ReviewAction) => ({
  sendable: rfq === undefined && isReady,
  review,
})
