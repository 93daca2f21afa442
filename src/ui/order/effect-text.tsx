/** Debit or credit in words beside the signed price, and the total beneath. */
import type { Decimal } from '../../domain/decimal.ts'
import { sign } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { cx } from '../cx.ts'
import { effectWords, exactText, totalWords } from './effect-words.ts'
import styles from './order.module.css'

interface EffectTextProps {
  readonly side: Side
  /** Per package, signed as bought. */
  readonly price: Decimal
  readonly quantity?: Decimal | undefined
  /** Where the price comes from. */
  readonly source?: string | undefined
}

export function EffectText({ side, price, quantity, source }: EffectTextProps) {
  const { effect, words } = effectWords(side, price)
  const total = quantity !== undefined && sign(quantity) > 0 ? totalWords(side, price, quantity) : undefined
  return (
    <span className={styles.effect}>
      <strong className={cx(styles.effectWord, 'tabular')}>{words}</strong>
      <span className="muted tabular">
        {effect === 'even' ? '' : `${side} at ${exactText(price, true)}`}
        {source === undefined ? '' : ` (${source})`}
      </span>
      {total === undefined || effect === 'even' ? null : <span className="muted tabular">{total}</span>}
    </span>
  )
}
