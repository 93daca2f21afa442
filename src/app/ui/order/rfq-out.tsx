/** An RFQ's outstanding orders: working ones with a cancel button, and those with unknown outcome. */
import type { ReactNode } from 'react'
import { isZero } from '../../../core/domain/decimal.ts'
import { CancelButton } from '../arming/cancel-button.tsx'
import { type OrderOut, type OutTerms, outTexts } from './rfq-out-text.ts'
import styles from './rfq-out.module.css'

interface RfqOutProps extends OutTerms {
  readonly tries: readonly OrderOut[]
  readonly onCancel: ((order: OrderOut) => void) | undefined
}

export function RfqOut({ tries, onCancel, ...shown }: RfqOutProps): ReactNode {
  const out = tries.filter(one => !isZero(one.out.working) || !isZero(one.out.inDoubt))
  if (out.length === 0) return null
  return (
    <ul className={styles.out} aria-label="Already out for this RFQ">
      {out.map(one => (
        <li key={one.clientOrderId}>
          {outTexts(one, shown).join(', ')}
          {!isZero(one.out.working) && onCancel !== undefined && (
            <CancelButton size="sm" what={one.clientOrderId} onCancel={() => onCancel(one)}>
              Cancel it
            </CancelButton>
          )}
        </li>
      ))}
    </ul>
  )
}
