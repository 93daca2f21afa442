/**
 * The RFQ of the draft while it lives: found again by what it is for, so that it comes back after a reload, an undo or another screen. Once seen alive here
 * its end is shown too; an RFQ that was over before is history, and the ticket stays a ticket.
 */
import { useMemo, useState } from 'react'
import { canonical, dec, type Decimal, div, eq, neg, roundTo, toNumber } from '../../../domain/decimal.ts'
import type { Intent } from '../../../domain/intent.ts'
import { joinedSymbol, type Side, sideSign } from '../../../domain/order.ts'
import { isPending, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { useOwnOrders } from '../../../model/orders/use-own-orders.ts'
import { isPastEnd, type Quoting, useQuoting } from '../../../model/orders/use-quoting.ts'
import {
  type ChosenScenario,
  type Curve,
  payoffCurves,
  type PayoffInputs,
  type PayoffModel,
  payoffModel,
  quoteCurve,
  withQuoteCurve,
} from '../../../pricing/portfolio/payoff-model.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import type { Derived } from '../derived/use-derived.ts'
import { type Draft, sameLegs } from '../draft/draft.ts'
import type { PayoffChoice } from '../payoff/use-payoff.ts'

/** The draft as it would leave. */
interface WireDraft {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  readonly quantity: Decimal
}

const legKey = (legs: WireDraft['legs']): string => joinedSymbol(legs.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)))

/** The latest RFQ of the account for exactly this; of several one that lives before one that is over. */
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
  readonly quoting: Quoting
  /** The price of a package of the venue, from one of a package of the draft, which may be turned round and some times as large. */
  readonly priceOnWire: (drafted: Decimal) => Decimal
  /** Packages of the venue in one of the draft. */
  readonly divisor: number
  /** The draft's payoff at what the whole size is quoted at. */
  readonly quoted: PayoffModel | undefined
  /** At the average of the fills once there are some, else at the quote: as it is drawn. */
  readonly drawn: PayoffModel | undefined
  readonly isFilled: boolean
  /** The drawn curve under another scenario. */
  readonly quoteCurveAt: (scenario: ChosenScenario) => Curve | undefined
  /** Back to the ticket. */
  readonly leave: () => void
}

/** The payoff of legs at a cost; undefined without one. */
function usePriced(cost: number | undefined, { legs, surface, nowMs, scenario }: Omit<PayoffInputs, 'cost'>) {
  return useMemo(() => {
    if (cost === undefined) return undefined
    const inputs = { legs, cost, surface, nowMs, scenario }
    return { inputs, model: payoffModel(inputs) }
  }, [cost, legs, surface, nowMs, scenario])
}

export function useLiveRfq(draft: Draft, derived: Derived, { scenario }: PayoffChoice): LiveRfq | undefined {
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
  const costAt = (price: Decimal | undefined): number | undefined => (price === undefined ? undefined : sign * toNumber(price) * divisor)
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

type Drawn = Pick<Derived, 'shownPayoff' | 'curvesOf' | 'curvesAt'>

/** What is drawn, at rest and under a hand: over the draft's own payoff that at the quote, which is for the draft's legs and for no others. */
export function useQuotedPayoff(
  { legs: asked }: Pick<Draft, 'legs'>,
  { shownPayoff: own, curvesOf, curvesAt, shownChoice }: Drawn & Pick<Derived, 'shownChoice'>,
  rfq: Pick<LiveRfq, 'drawn' | 'isFilled' | 'quoteCurveAt'> | undefined,
): Drawn {
  const drawn = shownChoice.payoffView === 'draft' ? rfq?.drawn : undefined
  const isFilled = rfq?.isFilled === true
  const shownPayoff = useMemo(() => (drawn === undefined ? own : withQuoteCurve(own, drawn, isFilled)), [own, drawn, isFilled])
  if (rfq === undefined || shownPayoff.kind === 'none' || shownPayoff === own) return { shownPayoff, curvesOf, curvesAt }
  const quote = shownPayoff.curves.at(-1)
  const withCurve = (curves: readonly Curve[] | undefined, curve: Curve | undefined) => curves && curve && [...curves, curve]
  return {
    shownPayoff,
    curvesOf: legs => withCurve(curvesOf(legs), quote && (sameLegs(legs, asked) ? quote : { ...quote, xs: noPoints, ys: noPoints })),
    curvesAt: scenario => withCurve(curvesAt(scenario), rfq.quoteCurveAt(scenario)),
  }
}

const noPoints = new Float64Array()

interface Reviewing {
  readonly isReady: boolean
  readonly review: () => void
}

/** While its RFQ stands in the ticket's place, nothing of the draft is reviewed: a key that asks for quotes must not come to take one. */
export const reviewOf = (rfq: LiveRfq | undefined, { isReady, review }: Reviewing) => ({ sendable: rfq === undefined && isReady, review })
