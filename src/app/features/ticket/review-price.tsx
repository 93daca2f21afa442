/** The price of a review: the least received or most paid, and what the quote gives now. */
import type { ReactNode } from 'react'
import { abs, type Decimal, eq, mul, one } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import { isRfqMarket, type OrderBody, type Side } from '../../../core/domain/order.ts'
import { averagePriceShown } from '../../ui/format/amounts.ts'
import { besides } from '../../ui/order/full-size-text.ts'
import styles from './review-dialog.module.css'

interface ReviewPriceProps {
  readonly order: Pick<OrderBody, 'price' | 'quantity' | 'market_id'>
  readonly side: Side
  readonly isPackage: boolean
  /** Current average price for the size, signed as bought; undefined if no quote is taken. */
  readonly now: Decimal | undefined
}

const bounds = { debit: 'Pay at most', credit: 'Receive at least' } as const

function boundText(side: Side, price: Decimal, isPackage: boolean): string {
  if (!isPackage)
    return `${side === 'buy' ? 'Buy' : 'Sell'} at ${exactText(price)} or ${side === 'buy' ? 'lower' : 'higher'}`
  const { effect } = effectLabel(side, price)
  return effect === 'even' ? 'Even or better' : `${bounds[effect]} ${exactText(abs(price))}`
}

/** Text for one instrument without a price. A package needs none, since its legs are listed. */
const withoutPrice = (market: string, side: Side): string =>
  isRfqMarket(market)
    ? 'Asks for quotes; no price of yours is sent'
    : `${side === 'buy' ? 'Buy' : 'Sell'} at the market, at whatever price`

export function ReviewPrice({ order, side, isPackage, now }: ReviewPriceProps): ReactNode {
  const { price, quantity } = order
  if (price === undefined)
    return isPackage ? null : <p className={styles.price}>{withoutPrice(order.market_id, side)}</p>
  const current =
    now === undefined || eq(now, price) ? '' : `${besides(side, price, averagePriceShown(now) ?? now)} now`
  const total = eq(quantity, one) ? '' : `${exactText(abs(mul(price, quantity)))} in total`
  return (
    <p className={styles.price}>
      <strong>{boundText(side, price, isPackage)}</strong>{' '}
      <span className="muted">{[current, total].filter(Boolean).join(' · ')}</span>
    </p>
  )
}
