/** Filled part of an RFQ with its average, and what is left; nothing before the first order. */
import type { ReactNode } from 'react'
import { canonical, type Decimal, isZero, toNumber } from '../../../core/domain/decimal.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { doneVerbs, phraseOf } from '../../../core/domain/trade-story/trade-words.ts'
import type { RfqCount } from '../../../core/domain/trade-story/trade-count.ts'
import { averagePriceShown, formatSize } from '../format/amounts.ts'
import styles from './filled-line.module.css'
import { pricePartsOf } from './package-price.tsx'
import type { OutTerms } from './rfq-out-text.ts'

/** An order that was sent for the RFQ. */
interface Take {
  readonly atMs: number
  readonly quantity: Decimal
  readonly isOver: boolean
  /** Undefined until its record is received. */
  readonly fills: { readonly remaining: Decimal | undefined } | undefined
}

interface FilledLineProps extends OutTerms {
  readonly legs: readonly PackageLeg[]
  readonly count: RfqCount
  readonly average: Decimal | undefined
  readonly tries: readonly Take[]
}

export const pastVerbs = { pay: 'paid', receive: 'received' } as const
/** Usual direction of cash by side. The text omits it then. */
const usual = { buy: 'pay', sell: 'receive' } as const

interface FilledPart extends OutTerms {
  readonly legs: readonly PackageLeg[]
  readonly wanted: Decimal
  readonly filled: Decimal
  readonly average?: Decimal | undefined
}

const size = (of: Decimal): string => formatSize(canonical(of))

/** "Sold 1.8 of 3 · avg 1,499"; "Bought 1 of 3 · avg 1,495 received" if the buyer was paid. */
export function doneText({ legs, side, closes, wanted, filled, average }: FilledPart): string {
  const effective = phraseOf({ legs, side, closes }).side
  const { verb, amount } = pricePartsOf(averagePriceShown(average), { legs, quantity: filled, side })
  const isSaid = verb !== undefined && (effective === undefined || verb !== usual[effective])
  const paid = average === undefined ? '' : ` · avg ${amount}${isSaid ? ` ${pastVerbs[verb]}` : ''}`
  return `${effective === undefined ? 'Traded' : doneVerbs[effective]} ${size(filled)} of ${size(wanted)}${paid}`
}

type FilledWords = Omit<FilledLineProps, 'tries'>

export function filledWords({ count, ...shown }: FilledWords): readonly [done: string, left: string] | undefined {
  return isZero(count.filled) ? undefined : [doneText({ ...shown, ...count }), `${size(count.left)} left`]
}

/** What the newest order left unfilled at its end: "0.2 of the last 1 was not filled and is cancelled." */
export function restText(tries: readonly Take[]): string | undefined {
  const [first, ...others] = tries
  if (first === undefined) return undefined
  const last = others.reduce((newest, one) => (one.atMs > newest.atMs ? one : newest), first)
  const rest = last.isOver ? last.fills?.remaining : undefined
  if (rest === undefined || isZero(rest)) return undefined
  return `${size(rest)} of the last ${size(last.quantity)} was not filled and is cancelled.`
}

export function FilledLine(props: FilledLineProps): ReactNode {
  const words = filledWords(props)
  const rest = restText(props.tries)
  const { filled, wanted } = props.count
  return (
    <output className={styles.line} data-testid="rfq-filled">
      {words !== undefined && (
        <span key={filled} className={styles.fresh}>
          {words[0]} <progress className={styles.bar} aria-hidden value={toNumber(filled)} max={toNumber(wanted)} />{' '}
          {words[1]}
        </span>
      )}
      {rest !== undefined && <span className={styles.rest}>{rest}</span>}
    </output>
  )
}
