/** The price guard where a price is typed: what is wrong, the button that sets it right, and the word that lets it stand. */
import { useState } from 'react'
import type { Decimal } from '../../../domain/decimal.ts'
import type { Side } from '../../../domain/order.ts'
import type { PriceFault } from '../../../domain/price-fault.ts'
import { TextInput } from '../../controls/text-input.tsx'
import { PriceBlock } from '../price-block.tsx'
import { isOverride, overrideWord } from '../price-fault-text.ts'
import styles from './order-fields.module.css'

export interface GuardedPrice {
  readonly side: Side
  /** Per package, signed as bought; undefined where none is sent. */
  readonly price: Decimal | undefined
  readonly faults: readonly PriceFault[]
}

export interface PriceOverride {
  readonly text: string
  readonly setText: (text: string) => void
  /** The price cannot be meant, and nobody has said that it is. */
  readonly isBlocked: boolean
  /** The price that stands by a typed word; it goes with the order to its review. */
  readonly overridden: Decimal | undefined
}

/** The word holds for the price it was typed at, and for no other. */
export function usePriceOverride({ side, price, faults }: GuardedPrice): PriceOverride {
  const question = `${side} ${price ?? ''}`
  const [typed, setTyped] = useState({ question, text: '' })
  const text = typed.question === question ? typed.text : ''
  const isFaulty = price !== undefined && faults.length > 0
  const isOverridden = isFaulty && isOverride(text)
  return {
    text,
    setText: next => setTyped({ question, text: next }),
    isBlocked: isFaulty && !isOverridden,
    overridden: isOverridden ? price : undefined,
  }
}

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
      <TextInput label={`Type “${overrideWord}” to review at this price`} value={override.text} onChange={override.setText} />
    </div>
  )
}
