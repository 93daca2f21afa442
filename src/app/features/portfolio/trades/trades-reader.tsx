/** Loads the trades while visible, and reports them with their rendering code. */
import { type ReactNode, useLayoutEffect } from 'react'
import { closedTrades, tradeRealised } from '../../../../core/domain/trades/closed-trades.ts'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import type { SeenTrades } from '../../../../core/account/realised-model.ts'
import type { Column } from '../../../ui/grid/column.ts'
import type { PositionsActions } from '../rows/positions-columns.tsx'
import type { PositionsRow } from '../rows/positions-row.ts'
import { tradeColumns } from './trade-columns.tsx'
import { proofSums, type ReadTrades, type TradeRows, useReadTrades } from './use-trade-rows.ts'
import { type Decimal, isZero, sum } from '../../../../core/domain/decimal.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { counted } from '../../../../core/domain/words.ts'
import styles from '../portfolio.module.css'

function ProofLine({ book, isSettling }: Pick<ReadTrades, 'book' | 'isSettling'>) {
  const sums = proofSums(book)
  if (sums === undefined)
    return (
      <p className={styles.proof} data-tone="warning">
        Some positions are unknown: trades are shown from their fills only.
      </p>
    )
  const { positions, explained, netted, before, closed, closedPnl } = sums
  const foreign = (book.proof ?? []).filter(each => !isZero(each.unexplained)).length
  return (
    <p
      className={styles.proof}
      data-tone={foreign > 0 && !isSettling ? 'warning' : undefined}
      data-testid="trades-proof"
    >
      <span title={foreign === 0 ? 'Trades add up to the positions, leg by leg' : undefined}>
        {foreign === 0
          ? `${explained} of ${positions} add up ✓`
          : book.sinceMs === undefined
            ? 'No snapshot of the positions yet: earlier positions are unknown'
            : isSettling
              ? 'A fill is on its way from the venue to the journal'
              : `${explained} of ${positions} positions add up from trades; ${counted(foreign, 'position')} ${foreign === 1 ? 'is' : 'are'} not by this app, or not in whole`}
      </span>
      {before > 0 && <span>{counted(before, 'leg')} opened before recording</span>}
      {netted > 0 && <span>{counted(netted, 'leg')} net to nothing at the venue</span>}
      {closed > 0 && (
        <span>
          {counted(closed, 'closed trade')} <Pnl value={closedPnl} places={2} />
        </span>
      )}
    </p>
  )
}

export interface Trades {
  readonly book: SeenTrades
  readonly closed: { readonly count: number; readonly realised: Decimal }
  readonly beside: (positions: readonly PositionRow[]) => TradeRows
  readonly columnsOf: (actions: PositionsActions) => readonly Column<PositionsRow>[]
  readonly proof: ReactNode
}

interface TradesReaderProps {
  readonly positions: readonly PositionRow[]
  /** Must be stable. Called with undefined until loaded, and on unmount. */
  readonly onRead: (trades: Trades | undefined) => void
}

function tradesOf({ book, isSettling, beside }: ReadTrades): Trades {
  const over = closedTrades(book)
  return {
    book,
    closed: { count: over.length, realised: sum(over.map(tradeRealised)) },
    beside,
    columnsOf: tradeColumns,
    proof: <ProofLine book={book} isSettling={isSettling} />,
  }
}

/** Calls `onRead` before the paint that shows the trades. */
export function TradesReader({ positions, onRead }: TradesReaderProps): null {
  const read = useReadTrades(positions)
  useLayoutEffect(() => onRead(read === undefined ? undefined : tradesOf(read)), [read, onRead])
  useLayoutEffect(() => () => onRead(undefined), [onRead])
  return null
}
