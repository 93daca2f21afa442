/** The trades that are over, and how what they made goes together with what the account realised. */
import { add, type Decimal, sub, sum } from '../decimal.ts'
import type { Realised } from '../realised.ts'
import type { TradeBook } from './trade-book.ts'
import type { Trade } from './trade.ts'

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
   * What average cost has realised and trades still contain in what is open: the cost of what is open by the one, less that by the other. The account computes by
   * the average cost of an instrument, trades by their own lots.
   */
  readonly otherLots: Decimal
  /** What the four leave of the account's: nothing, unless one of them is wrong. */
  readonly unexplained: Decimal
  readonly account: Decimal
}

/** `account`: what it realised since the same time. */
export function realisedParts(
  { open, closed, looseFunding: loose }: Pick<TradeBook, 'open' | 'closed' | 'looseFunding'>,
  { total: account, lines, missing }: Pick<Realised, 'total' | 'lines' | 'missing'>,
): RealisedParts {
  const ofClosed = sum(closed.map(tradeRealised))
  const ofOpen = sum(open.map(tradeRealised))
  const costOfTrades = sum(open.flatMap(trade => trade.legs.map(leg => leg.cost)))
  // What expired without a known end is still open to the account, and over for its trade.
  const ended = new Set(missing.flatMap(each => (each.kind === 'no_settlement' ? [each.symbol] : [])))
  const costOfAccount = sum(lines.filter(line => !ended.has(line.symbol)).map(line => line.cost))
  const otherLots = sub(costOfAccount, costOfTrades)
  const unexplained = sub(account, sum([ofClosed, ofOpen, loose, otherLots]))
  return { closed: ofClosed, open: ofOpen, loose, otherLots, unexplained, account }
}
