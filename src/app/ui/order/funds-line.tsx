/** Amount that an order leaves available, red if the order would be refused. */
import type { OrderFunds } from '../../../core/domain/account.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { fundsFact, fundsLine, fundsWarning } from './funds-text.ts'
import styles from './order.module.css'

/** Keeps its height while unknown, so that nothing below moves. */
export function FundsLine({ funds }: { readonly funds: OrderFunds | undefined }) {
  const isHidden = useAmountsHidden()
  if (funds === undefined || isHidden)
    return <p className={styles.funds}>{funds === undefined ? '' : 'Available •••'}</p>
  return (
    <p
      className={styles.funds}
      data-short={funds.short !== undefined}
      data-testid="ticket-funds"
      title={fundsFact(funds).value}
    >
      {funds.short === undefined ? fundsLine(funds) : fundsWarning(funds)}
    </p>
  )
}
