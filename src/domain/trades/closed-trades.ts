/** The trades that are over, and how what they made goes together with what the account realised. */
import { type Decimal, add, sub, sum } from '../decimal.ts'
import type { Trade } from './trade.ts'
import type { TradeBook } from './trade-book.ts'

/** What went on whole in another trade is not over. */
const isOver = ({ wentOn, steps }: Trade): boolean => !wentOn || steps.some(step => step.closed.length > 0)

/** With funding, before fees; what is not known to have been settled is not in it. */
export const tradeRealised = ({ realised, funding }: Pick<Trade, 'realised' | 'funding'>): Decimal => add(realised, funding)

/** The last one closed first; lots held before recording that were closed among them. */
export const closedTrades = ({ closed }: Pick<TradeBook, 'closed'>): readonly Trade[] =>
  closed.filter(isOver).toSorted((a, b) => (b.closedMs ?? 0) - (a.closedMs ?? 0))

export interface RealisedParts {
  readonly closed: Decimal
  /** By parts closed, rolls and funding of trades that are open. */
  readonly open: Decimal
  /** Funding of no trade. */
  readonly loose: Decimal
  /**
   * What the account realised beyond them. It reckons by the average cost of an instrument, trades by their own lots: what one has realised the
   * other still holds in its uPnL.
   */
  readonly otherLots: Decimal
  readonly account: Decimal
}

/** `account`: what it realised since the same time, with funding. The four parts add up to it. */
export function realisedParts(
  { open, closed, looseFunding }: Pick<TradeBook, 'open' | 'closed' | 'looseFunding'>,
  account: Decimal,
): RealisedParts {
  const ofClosed = sum(closed.map(tradeRealised))
  const ofOpen = sum(open.map(tradeRealised))
  return { closed: ofClosed, open: ofOpen, loose: looseFunding, otherLots: sub(account, sum([ofClosed, ofOpen, looseFunding])), account }
}
