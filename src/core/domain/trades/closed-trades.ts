/** Closed trades, and how their results add up to the account's realised P&L. */
import { add, type Decimal, sub, sum } from '../decimal.ts'
import type { RealisedTotals } from '../realised.ts'
import type { TradeBook } from './trade-book.ts'
import type { Trade } from './trade.ts'

/** A trade that continues entirely in another is not over. */
const isOver = ({ isContinued, steps }: Trade): boolean => !isContinued || steps.some(step => step.closed.length > 0)

export const tradeRealised = ({ realised, funding }: Pick<Trade, 'realised' | 'funding'>): Decimal =>
  add(realised, funding)

/** Latest first. Includes closed initial positions. */
export const closedTrades = ({ closed }: Pick<TradeBook, 'closed'>): readonly Trade[] =>
  closed.filter(isOver).toSorted((a, b) => (b.closedMs ?? 0) - (a.closedMs ?? 0))

export interface RealisedParts {
  readonly closed: Decimal
  /** From partial closings, rolls and funding of open trades. */
  readonly open: Decimal
  readonly loose: Decimal
  /**
   * Cost of the open positions by average cost, less their cost by the trades' own lots. The account computes by
   * average cost per instrument, trades by lots.
   */
  readonly otherLots: Decimal
  /** Remainder; zero unless one of the figures is wrong. */
  readonly unexplained: Decimal
  readonly account: Decimal
}

export function realisedParts(
  { open, closed, looseFunding: loose }: Pick<TradeBook, 'open' | 'closed' | 'looseFunding'>,
  { total: account, lines, missing }: Pick<RealisedTotals, 'total' | 'lines' | 'missing'>,
): RealisedParts {
  const ofClosed = sum(closed.map(tradeRealised))
  const ofOpen = sum(open.map(tradeRealised))
  const costOfTrades = sum(open.flatMap(trade => trade.legs.map(leg => leg.cost)))
  // Expired without a known end: open for the account, but over for its trade.
  const ended = new Set(missing.flatMap(each => (each.kind === 'no_settlement' ? [each.symbol] : [])))
  const costOfAccount = sum(lines.filter(line => !ended.has(line.symbol)).map(line => line.cost))
  const otherLots = sub(costOfAccount, costOfTrades)
  const unexplained = sub(account, sum([ofClosed, ofOpen, loose, otherLots]))
  return { closed: ofClosed, open: ofOpen, loose, otherLots, unexplained, account }
}
