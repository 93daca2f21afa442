import type { ReactNode } from 'react'
import type { SeenTrades } from '../../../../core/account/realised-model.ts'
import { isZero, roundTo } from '../../../../core/domain/decimal.ts'
import { closedTrades, realisedParts } from '../../../../core/domain/trades/closed-trades.ts'
import { useRealised } from '../../../model/account/use-realised.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { counted } from '../../../../core/domain/words.ts'
import styles from '../portfolio.module.css'

const otherLotsTip =
  'The header closes at the average cost of all fills of an instrument, a trade at what its own fills cost. P&L that one has realised is still in the other’s uPnL.'

export function ClosedLine({ book }: { readonly book: SeenTrades }): ReactNode {
  useAmountsHidden()
  const account = useRealised()
  if (account === undefined) return null
  const parts = realisedParts(book, account)
  return (
    <p className={styles.proof} data-testid="closed-proof">
      <span>
        {counted(closedTrades(book).length, 'closed trade')} <Pnl value={parts.closed} places={2} />
      </span>
      {!isZero(parts.open) && (
        <span>
          + realised of open trades <Pnl value={parts.open} places={2} />
        </span>
      )}
      {!isZero(parts.loose) && (
        <span>
          + funding of no trade <Pnl value={parts.loose} places={2} />
        </span>
      )}
      {!isZero(parts.otherLots) && (
        <span title={otherLotsTip}>
          + average cost instead of a trade’s own lots <Pnl value={parts.otherLots} places={2} />
        </span>
      )}
      {!isZero(roundTo(parts.unexplained, 2)) && (
        <span
          data-tone="warning"
          title="The trades and the header do not count the same fills, or price them differently."
        >
          + unexplained <Pnl value={parts.unexplained} places={2} />
        </span>
      )}
      <span>
        = realised in the header <Pnl value={parts.account} places={2} />
      </span>
    </p>
  )
}
