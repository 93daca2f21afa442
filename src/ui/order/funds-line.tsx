/** Below the fields of an order: what it leaves available, red where it would be refused. */
import type { OrderFunds } from '../../domain/account.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { fundsFact, fundsWarning, largestText } from './funds-text.ts'
import styles from './order.module.css'

/** Its place is kept while nothing is known, so that nothing below it moves. */
export function FundsLine({ funds }: { readonly funds: OrderFunds | undefined }) {
  const isHidden = useAmountsHidden()
  if (funds === undefined || isHidden) return <p className={styles.funds}>{funds === undefined ? '' : 'Available •••'}</p>
  const { term, value } = fundsFact(funds)
  const largest = largestText(funds)
  return (
    <p className={styles.funds} data-short={funds.short !== undefined} data-testid="ticket-funds">
      {funds.short === undefined ? `${term} ${value}${largest === undefined ? '' : `; ${largest}`}` : fundsWarning(funds)}
    </p>
  )
}
