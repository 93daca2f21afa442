/** Which RFQ is the draft's own: the same legs, side and size, asked for and not dismissed. Pure. */
import { type Decimal, eq } from '../../../domain/decimal.ts'
import { joinedSymbol, type Side } from '../../../domain/order.ts'
import { isPending, type RfqCard } from '../../../model/orders/rfq-cards.ts'

/** The draft as it would leave. */
export interface WireDraft {
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
