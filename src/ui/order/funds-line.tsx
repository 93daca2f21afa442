/** Below the fields of an order: what it leaves available, red where it would be refused. */
import type { OrderFunds } from '../../domain/account.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { fundsFact, fundsLine, fundsWarning } from './funds-text.ts'
import styles from './order.module.css'

/** Its place is kept while nothing is known, so that nothing below it moves. */
export function FundsLine({ funds }: { readonly funds: OrderFunds | undefined }) {
  const isHidden = useAmountsHidden()
  if (funds === undefined || isHidden) return <p className={styles.funds}>{funds === undefined ? '' : 'Available •••'}</p>
  return (
    <p className={styles.funds} data-short={funds.short !== undefined} data-testid="ticket-funds" title={fundsFact(funds).value}>
      {funds.short === undefined ? fundsLine(funds) : fundsWarning(funds)}
    </p>
  )
}
