/** Filled part of an RFQ with its average, and the rest; nothing before the first fill. */
import type { ReactNode } from 'react'
import { canonical, type Decimal, isZero, toNumber } from '../../../core/domain/decimal.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { tradePhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import { doneVerbs } from '../../../core/domain/trade-story/trade-words.ts'
import type { RfqCount } from '../../../core/domain/trade-story/trade-count.ts'
import { averagePriceShown, formatSize } from '../format/amounts.ts'
import styles from './filled-line.module.css'
import { pricePartsOf } from './package-price.tsx'
import type { OutTerms } from './rfq-out-text.ts'

interface FilledLineProps extends OutTerms {
  readonly legs: readonly PackageLeg[]
  readonly count: RfqCount
  readonly average: Decimal | undefined
}

const past = { pay: 'paid', receive: 'received' } as const

/** "Bought 1 of 3 · received 3,610", "2 left". */
export function filledWords({
  count,
  average,
  ...shown
}: FilledLineProps): readonly [filled: string, left: string] | undefined {
  if (isZero(count.filled)) return undefined
  const { legs, side } = shown
  const effective = tradePhrase(legs, side).side
  const price = average && averagePriceShown(average)
  const { verb, amount } = pricePartsOf(price, { legs, quantity: count.filled, side })
  const paid = price === undefined ? '' : verb === undefined ? ` at ${amount}` : ` · ${past[verb]} ${amount}`
  const size = (of: Decimal): string => formatSize(canonical(of))
  return [
    `${effective === undefined ? 'Traded' : doneVerbs[effective]} ${size(count.filled)} of ${size(count.wanted)}${paid}`,
    `${size(count.left)} left`,
  ]
}

export function FilledLine(props: FilledLineProps): ReactNode {
  const words = filledWords(props)
  const { filled, wanted } = props.count
  return (
    <output className={styles.line} data-testid="rfq-filled">
      {words !== undefined && (
        <span key={filled} className={styles.fresh}>
          {words[0]} <progress className={styles.bar} aria-hidden value={toNumber(filled)} max={toNumber(wanted)} />{' '}
          {words[1]}
        </span>
      )}
    </output>
  )
}
