import type { BookLevel, OrderBook } from './market-data.ts'

/** The bid and the ask of one depth, side by side; one may be missing. */
export interface LadderRow {
  readonly id: string
  readonly bid: BookLevel | undefined
  readonly ask: BookLevel | undefined
}

/** A book as a ladder, best first. */
export const ladderRows = ({ buy, sell }: Pick<OrderBook, 'buy' | 'sell'>, depth: number): LadderRow[] =>
  Array.from({ length: Math.min(depth, Math.max(buy.length, sell.length)) }, (_, at) => ({
    id: `level ${at + 1}`,
    bid: buy[at],
    ask: sell[at],
  }))
