/** The life of a trade, order by order: what each opened and closed of it, and what that realised. */
import { add, type Decimal, mul, sub, zero } from '../decimal.ts'
import { joined, type Lot } from '../lot.ts'

/** Of one order, in however many executions, or of one settlement; `before`: held when the account was first seen. */
export type TradeStepKind = 'before' | 'open' | 'roll' | 'close' | 'settle'

export interface StepLeg {
  readonly symbol: string
  /** Signed as held, also for closed legs. */
  readonly size: Decimal
  /** Size × price, signed. */
  readonly value: Decimal
}

export interface TradeStep {
  readonly kind: TradeStepKind
  /** Undefined if not observed. */
  readonly atMs: number | undefined
  readonly order: string | undefined
  readonly opened: readonly StepLeg[]
  /** Valued at closing prices. */
  readonly closed: readonly StepLeg[]
  /** Before fees and funding. */
  readonly realised: Decimal
  /** True if the price is computed, not reported by the venue. */
  readonly isEstimated: boolean
}

interface Draft {
  readonly atMs: number | undefined
  readonly order: string | undefined
  readonly opened: Map<string, Lot>
  /** With what they fetched as their cost. */
  readonly closed: Map<string, Lot>
  realised: Decimal
  isEstimated: boolean
}

const put = (into: Map<string, Lot>, symbol: string, lot: Lot): void => {
  const known = into.get(symbol)
  into.set(symbol, known === undefined ? lot : joined(known, lot))
}

const legsOf = (lots: ReadonlyMap<string, Lot>): StepLeg[] =>
  [...lots].map(([symbol, { size, cost }]) => ({ symbol, size, value: cost }))

export class TradeSteps {
  readonly #drafts = new Map<string, Draft>()

  /** Held when the account was first seen, or taken over from a trade that was rolled with it. */
  brought(symbol: string, lot: Lot, atMs: number | undefined): void {
    put(this.#draft('brought', undefined, atMs).opened, symbol, lot)
  }

  opened(symbol: string, lot: Lot, order: string, atMs: number): void {
    put(this.#draft(`order ${order}`, order, atMs).opened, symbol, lot)
  }

  /** Without an order it is a settlement. */
  closed(
    symbol: string,
    taken: Lot,
    price: Decimal,
    { order, atMs, isEstimated }: Pick<TradeStep, 'order' | 'isEstimated'> & { atMs: number },
  ): Decimal {
    const draft = this.#draft(order === undefined ? `settled ${atMs}` : `order ${order}`, order, atMs)
    const value = mul(taken.size, price)
    const realised = sub(value, taken.cost)
    put(draft.closed, symbol, { ...taken, cost: value })
    draft.realised = add(draft.realised, realised)
    draft.isEstimated ||= isEstimated
    return realised
  }

  all(rolledBy: ReadonlySet<string>): readonly TradeStep[] {
    return [...this.#drafts].map(([key, { opened, closed, ...step }]) => ({
      ...step,
      kind: kindOf(key, step.order, opened.size > 0, rolledBy),
      opened: legsOf(opened),
      closed: legsOf(closed),
    }))
  }

  #draft(key: string, order: string | undefined, atMs: number | undefined): Draft {
    const known = this.#drafts.get(key)
    if (known !== undefined) return known
    const draft: Draft = { atMs, order, opened: new Map(), closed: new Map(), realised: zero, isEstimated: false }
    this.#drafts.set(key, draft)
    return draft
  }
}

function kindOf(
  key: string,
  order: string | undefined,
  hasOpened: boolean,
  rolledBy: ReadonlySet<string>,
): TradeStepKind {
  if (order === undefined) return key === 'brought' ? 'before' : 'settle'
  if (rolledBy.has(order)) return 'roll'
  return hasOpened ? 'open' : 'close'
}
