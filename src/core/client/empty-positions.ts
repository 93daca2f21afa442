import type { AnswerOf } from '../contract/endpoints.ts'
import { usdReference } from '../domain/account.ts'
import { abs, canonical, dec, type Decimal, gt, isZero, max, mul, sub, zero } from '../domain/decimal.ts'
import { isRfqMarket } from '../domain/order.ts'
import type { CallResult } from './client-types.ts'
import { emptyFault } from './fault.ts'

type Positions = AnswerOf<'positions'>

/** A second answer with the positions, and other data of the account. Undefined if the venue did not answer. */
export interface SecondOpinion {
  readonly positions: CallResult<Positions>
  readonly balances: AnswerOf<'balances'> | undefined
  readonly openOrders: AnswerOf<'openOrders'> | undefined
}

const mostHeldMs = 60_000
/** Differences between USD-REFERENCE and the cash up to this share are rounding. */
const shareOfReference = dec('0.001')

const isEmpty = ({ positions_response: { positions } }: Positions): boolean =>
  positions.rows.length === 0 && positions.rejected.length === 0

/** Evidence against a list without positions, as a clause. Undefined if none is known. */
export function againstNoPositions({ balances, openOrders }: Omit<SecondOpinion, 'positions'>): string | undefined {
  if (balances === undefined || openOrders === undefined) return undefined
  const { rows, rejected } = openOrders.query_open_orders_response.open_orders
  if (rejected.length > 0 || rows.some(order => !isRfqMarket(order.market_id))) return undefined
  const own = balances.balance_response.rows.filter(row => row.symbol !== usdReference)
  const bound = own.find(row => gt(row.reserved_balance, zero))
  if (bound !== undefined)
    return `it binds ${canonical(bound.reserved_balance)} ${bound.symbol} of margin, and no order is open`
  const reference = balances.balance_response.rows.find(row => row.symbol === usdReference)?.cash_balance
  const usd = own.find(row => row.symbol === 'USD')?.cash_balance
  // Coins have no price here.
  const hasCoins = own.some(row => row.symbol !== 'USD' && !isZero(row.cash_balance))
  if (reference === undefined || usd === undefined || hasCoins || balances.balance_response.rejected.length > 0)
    return undefined
  const gap: Decimal = abs(sub(reference, usd))
  return gt(gap, max(dec('1'), mul(abs(usd), shareOfReference)))
    ? `its ${usdReference} is ${canonical(reference)}, and its cash ${canonical(usd)} USD`
    : undefined
}

export interface EmptyPositions {
  /**
   * Returns the answer to use: this one, a second one, or a fault. `subject` identifies the account; `ask` requests
   * more data if the answer is doubtful.
   */
  settle(subject: string, answer: Positions, ask: () => Promise<SecondOpinion>): Promise<CallResult<Positions>>
}

export function createEmptyPositions(monotonicMs: () => number): EmptyPositions {
  /** Subjects with an empty list that was accepted as true. */
  const believed = new Set<string>()
  const known = new Set<string>()
  /** Time since which an empty list of a subject is withheld. */
  const heldSinceMs = new Map<string, number>()
  const settled = (subject: string, answer: Positions): CallResult<Positions> => {
    heldSinceMs.delete(subject)
    if (isEmpty(answer)) believed.add(subject)
    else {
      believed.delete(subject)
      known.add(subject)
    }
    return { ok: true, answer }
  }
  return {
    async settle(subject, answer, ask) {
      if (!isEmpty(answer) || believed.has(subject)) return settled(subject, answer)
      const second = await ask()
      if (!second.positions.ok) return second.positions
      if (!isEmpty(second.positions.answer)) return settled(subject, second.positions.answer)
      const isSilent =
        second.openOrders === undefined ||
        second.balances === undefined ||
        second.balances.balance_response.rows.length === 0
      const against =
        againstNoPositions(second) ??
        (isSilent && known.has(subject) ? 'it does not say what margin it binds' : undefined)
      const sinceMs = heldSinceMs.get(subject) ?? monotonicMs()
      if (against === undefined || monotonicMs() - sinceMs >= mostHeldMs)
        return settled(subject, second.positions.answer)
      heldSinceMs.set(subject, sinceMs)
      return { ok: false, fault: emptyFault(against) }
    },
  }
}
