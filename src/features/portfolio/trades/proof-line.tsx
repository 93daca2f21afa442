/** Says that the trades add up to the positions, leg by leg, or what does not. */
import { isZero } from '../../../domain/decimal.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import styles from '../portfolio.module.css'
import { proofSums, type ReadTrades } from './use-trade-rows.ts'

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export function ProofLine({ book, isSettling }: Pick<ReadTrades, 'book' | 'isSettling'>) {
  const sums = proofSums(book)
  if (sums === undefined)
    return (
      <p className={styles.proof} data-tone="warning">
        Positions are not all known: trades are shown from their fills alone.
      </p>
    )
  const { positions, explained, netted, before, closed, closedPnl } = sums
  const foreign = (book.proof ?? []).filter(each => !isZero(each.unexplained)).length
  return (
    <p className={styles.proof} data-tone={foreign > 0 && !isSettling ? 'warning' : undefined} data-testid="trades-proof">
      <span>
        {foreign === 0
          ? `Trades add up to the positions, leg by leg: ${explained} of ${positions} ✓`
          : book.sinceMs === undefined
            ? 'No snapshot of the positions yet: what was held before recording is not known'
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
