/** A bid or ask that adds a leg when pressed: the bid sells, the ask buys. The chain handles `b` and `s`. */
import type { KeyboardEvent } from 'react'
import { type Decimal, formatDecimal } from '../../../../core/domain/decimal.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import type { ChainCell } from './chain-rows.ts'
import styles from './chain.module.css'

export type AddLeg = (symbol: string, ratio: 1 | -1) => void

interface PriceCellProps {
  readonly cell: ChainCell
  readonly quoted: 'bid' | 'ask'
  readonly add: AddLeg
  readonly at?: string | undefined
  readonly stop?: boolean | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

const draftRatioAt = (cell: ChainCell, quoted: 'bid' | 'ask'): number =>
  (quoted === 'ask') === cell.ratio > 0 ? cell.ratio : 0

export function PriceCell({ cell, quoted, add, at, stop = true, onKeyDown }: PriceCellProps) {
  const price: Decimal | undefined = quoted === 'bid' ? cell.bid : cell.ask
  const ratio = draftRatioAt(cell, quoted)
  const verb = quoted === 'bid' ? 'Sell' : 'Buy'
  const text = price === undefined ? dash : formatDecimal(price, { step: cell.priceStep })
  return (
    <button
      type="button"
      className={styles.price}
      data-quoted={quoted}
      data-held={ratio !== 0}
      data-at={at}
      data-symbol={cell.symbol}
      tabIndex={stop ? 0 : -1}
      disabled={!cell.active}
      aria-label={`${verb} ${shortName(cell.symbol)}, ${quoted} ${price === undefined ? 'none' : text}${ratio === 0 ? '' : `, ratio ${ratio} in the draft`}`}
      title={cell.active ? (price === undefined ? cell.noPrices : undefined) : `${cell.symbol} is suspended`}
      onKeyDown={onKeyDown}
      onClick={() => add(cell.symbol, quoted === 'bid' ? -1 : 1)}
    >
      {ratio === 0 ? (
        <span className={styles.verb} aria-hidden />
      ) : (
        <span className={styles.held}>{ratio > 0 ? `+${ratio}` : `−${-ratio}`}</span>
      )}
      <span>{text}</span>
    </button>
  )
}
