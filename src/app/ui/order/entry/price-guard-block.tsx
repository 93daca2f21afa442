import type { Decimal } from '../../../../core/domain/decimal.ts'
import { TextInput } from '../../controls/text-input.tsx'
import { PriceBlock } from '../price-block.tsx'
import styles from './order-fields.module.css'
import { type GuardedPrice, overrideWord, type PriceOverride } from './price-override.ts'

interface PriceGuardBlockProps extends GuardedPrice {
  readonly override: PriceOverride
  readonly mendTo: (price: Decimal) => void
}

export function PriceGuardBlock({ side, price, faults, override, mendTo }: PriceGuardBlockProps) {
  const [fault] = faults
  if (fault === undefined || price === undefined) return null
  return (
    <div className={styles.guard}>
      <PriceBlock fault={fault} price={price} side={side} mendTo={mendTo}>
        {override.isBlocked ? 'Set it right, or type the word below to review it at this price.' : 'You let it stand.'}
      </PriceBlock>
      <TextInput
        label={`Type “${overrideWord}” to review at this price`}
        value={override.text}
        onChange={override.setText}
      />
    </div>
  )
}
