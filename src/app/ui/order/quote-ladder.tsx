/** An order book as a ladder, best first, with sizes and prices of both sides. Levels may be pressed. */
import type { Decimal } from '../../../core/domain/decimal.ts'
import { type BookLevel, ladderRows, type OrderBook } from '../../../core/domain/market-data.ts'
import type { Side } from '../../../core/domain/order.ts'
import { formatQuantity } from '../format/format-decimal.ts'
import styles from './quote-ladder.module.css'
import { Heads } from '../controls/heads.tsx'

export interface LadderChoice {
  readonly title: (level: BookLevel, side: Side) => string
  readonly onChoose: (level: BookLevel, side: Side) => void
}

export interface QuoteLadderProps {
  readonly book: Pick<OrderBook, 'buy' | 'sell'>
  readonly depth: number
  readonly priceText: (price: Decimal, side: Side) => string
  readonly isStale: boolean
  readonly choice?: LadderChoice | undefined
  readonly isOwn?: ((level: BookLevel, side: Side) => boolean) | undefined
  /** The package is named in reverse of its book: the book's bids are the structure's asks. */
  readonly isTurned?: boolean | undefined
}

export function QuoteLadder(props: QuoteLadderProps) {
  const { book, depth, isStale, isTurned = false } = props
  const rows = ladderRows(book, depth)
  const [left, right]: readonly [Side, Side] = isTurned ? ['sell', 'buy'] : ['buy', 'sell']
  return (
    <table className={styles.ladder} data-stale={isStale}>
      <Heads of={['Quantity', 'Bid', 'Ask', 'Quantity']} />
      <tbody>
        {rows.map(({ id, bid, ask }) => {
          const [first, last] = isTurned ? [ask, bid] : [bid, ask]
          return (
            <tr key={id}>
              <td className={styles.size}>{first === undefined ? '' : formatQuantity(first.quantity)}</td>
              <PriceCell {...props} level={first} side={left} />
              <PriceCell {...props} level={last} side={right} />
              <td className={styles.size}>{last === undefined ? '' : formatQuantity(last.quantity)}</td>
            </tr>
          )
        })}
        {/* Keeps its height with fewer levels, so that nothing below moves. */}
        {rows.length === 0
          ? null
          : Array.from({ length: Math.max(0, depth - rows.length) }, (_, missing) => (
              <tr key={`none ${missing}`} aria-hidden>
                <td colSpan={4}>{''}</td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

interface PriceCellProps extends QuoteLadderProps {
  readonly level: BookLevel | undefined
  readonly side: Side
}

function PriceCell({ level, side, priceText, choice, isOwn }: PriceCellProps) {
  if (level === undefined) return <td>{''}</td>
  const own = isOwn?.(level, side) === true
  const price = priceText(level.price, side)
  return (
    <td title={own ? 'Your own order rests here' : undefined}>
      {choice === undefined ? (
        price
      ) : (
        <button
          type="button"
          className={styles.level}
          title={choice.title(level, side)}
          onClick={() => choice.onChoose(level, side)}
        >
          {price}
        </button>
      )}
      {own && <span className={styles.own}> own</span>}
    </td>
  )
}
