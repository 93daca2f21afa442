/**
 * An order as one phrase: effective side, size and structure. If room is short the name is truncated, never the
 * strikes.
 */
import type { ReactNode } from 'react'
import { div, mul, sum } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { parseSide } from '../../../core/domain/order.ts'
import {
  type AmountText,
  fillPhrase,
  isClosing,
  legsOfOrder,
  orderPhrase,
  orderSize,
  phraseOf,
  phrasedIntent,
  type PhrasedOrder,
  priceWords,
} from '../../../core/domain/trade-story/trade-words.ts'
import { formatAmount, formatSize } from '../format/amounts.ts'
import { Side } from '../format/figures.tsx'
import { useAmountsHidden } from '../format/privacy.ts'
import styles from './order.module.css'

export const shown: AmountText = { size: value => formatSize(value), amount: value => formatAmount(value) }

export const shownPhrase = (order: PhrasedOrder): string => orderPhrase(order, shown)

/** "Buy 10 · BTC PERP, at 95,000"; undefined without an order. */
export function shownOrder(intent: Intent | undefined): string | undefined {
  if (intent === undefined) return undefined
  const phrased = phrasedIntent(intent)
  return [shownPhrase(phrased), priceWords({ ...phrased, price: intent.order.price })].filter(Boolean).join(', ')
}

export const shownFill = (fill: Parameters<typeof fillPhrase>[0]): string => fillPhrase(fill, shown)

type OrderWithFills = Pick<JournalOrder, 'client_order_id' | 'title' | 'symbol' | 'side' | 'executions'>

/** Describes executions of an order at their average price: "Bought 2 · Iron condor …, received 5,868". */
export function executedText(order: OrderWithFills, executions: OrderWithFills['executions']): string {
  const quantity = sum(executions.map(each => each.executed_quantity))
  const average = div(sum(executions.map(each => mul(each.executed_quantity, each.executed_price))), quantity)
  return shownFill({
    legs: legsOfOrder(order),
    side: parseSide(order.side),
    quantity,
    average,
    closes: isClosing(order),
  })
}

interface OrderPhraseProps extends PhrasedOrder {
  readonly isTwoLines?: boolean
  readonly isTitled?: boolean
}

export function OrderPhrase({
  legs,
  side,
  quantity,
  closes,
  isTwoLines = false,
  isTitled = true,
}: OrderPhraseProps): ReactNode {
  useAmountsHidden()
  const phrase = phraseOf({ legs, side, closes })
  const details = [phrase.strikes, phrase.where].filter(Boolean).join(' · ')
  return (
    <span
      className={isTwoLines ? styles.twoLines : styles.phrase}
      title={isTitled ? shownPhrase({ legs, side, quantity, closes }) : undefined}
    >
      {/* Spaces are for text readers; the visible gaps come from the style sheet. */}
      <span className={styles.phraseHead}>
        {phrase.side !== undefined && <Side side={phrase.side} />}
        {closes === true && <span className="muted">to close</span>}{' '}
        {quantity !== undefined && <span>{shown.size(orderSize(quantity, phrase))}</span>}{' '}
        {(phrase.side !== undefined || quantity !== undefined) && <span className="muted">·</span>}{' '}
        <span className={styles.phraseName}>{phrase.name}</span>
      </span>{' '}
      {details !== '' && <span className={styles.phraseStrikes}>{details}</span>}
    </span>
  )
}
