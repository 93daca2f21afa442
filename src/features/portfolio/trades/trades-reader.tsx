/** Reads the trades while they are shown, and reports them with what draws them: the code of all that comes with the first look at trades. */
import { type ReactNode, useLayoutEffect } from 'react'
import { closedTrades } from '../../../domain/trades/closed-trades.ts'
import type { PositionRow } from '../../../account/position-rows.ts'
import type { SeenTrades } from '../../../account/realised-model.ts'
import type { Column } from '../../../ui/grid/column.ts'
import type { PositionsActions } from '../rows/positions-columns.tsx'
import type { PositionsRow } from '../rows/positions-row.ts'
import { ProofLine } from './proof-line.tsx'
import { tradeColumns } from './trade-columns.tsx'
import { type ReadTrades, type TradeRows, useReadTrades } from './use-trade-rows.ts'

export interface Trades {
  readonly book: SeenTrades
  readonly hasClosed: boolean
  readonly beside: (positions: readonly PositionRow[]) => TradeRows
  readonly columnsOf: (actions: PositionsActions) => readonly Column<PositionsRow>[]
  /** That they add up to the positions, or what does not. */
  readonly proof: ReactNode
}

interface TradesReaderProps {
  /** All of them, whatever is filtered. */
  readonly positions: readonly PositionRow[]
  /** Stable. Undefined until read, and when it is over. */
  readonly onRead: (trades: Trades | undefined) => void
}

const tradesOf = ({ book, isSettling, beside }: ReadTrades): Trades => ({
  book,
  hasClosed: closedTrades(book).length > 0,
  beside,
  columnsOf: tradeColumns,
  proof: <ProofLine book={book} isSettling={isSettling} />,
})

/** Reported before the picture in which they are to be seen. */
export function TradesReader({ positions, onRead }: TradesReaderProps): null {
  const read = useReadTrades(positions)
  useLayoutEffect(() => onRead(read === undefined ? undefined : tradesOf(read)), [read, onRead])
  useLayoutEffect(() => () => onRead(undefined), [onRead])
  return null
}
