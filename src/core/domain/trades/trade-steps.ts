/** The steps of a trade, order by order: what each opened and closed, and the result. */
import { add, type Decimal, mul, sub, zero } from '../decimal.ts'
import { joined, type Lot } from '../lot.ts'

/** A step is all executions of one order, or one settlement. `before`: held when the account was first observed. */
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
  readonly atMs: number | undefined
  readonly order: string | undefined
  readonly opened: readonly StepLeg[]
  /** Valued at closing prices. */
  readonly closed: readonly StepLeg[]
  readonly realised: Decimal
  readonly isEstimated: boolean
}

interface Draft {
  readonly atMs: number | undefined
  readonly order: string | undefined
  readonly opened: Map<string, Lot>
  /** Closed legs, with their proceeds as cost. */
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

  /** Adds a lot held when the account was first observed, or one of a trade that was rolled together with this one. */
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
