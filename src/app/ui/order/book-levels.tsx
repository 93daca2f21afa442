/** The best levels of an instrument's book with its age, or the venue's error. */
import { type Decimal, formatDecimal } from '../../../core/domain/decimal.ts'
import type { OrderBook } from '../../../core/domain/market-data.ts'
import type { Side } from '../../../core/domain/order.ts'
import { Age } from '../format/figures.tsx'
import styles from './book-levels.module.css'
import { QuoteLadder } from './quote-ladder.tsx'

export interface ReadBook {
  readonly data: OrderBook | undefined
  readonly status: 'waiting' | 'ready' | 'failed'
  readonly fault?: { readonly message: string } | undefined
  readonly receivedAgoMs: () => number | undefined
  readonly freshness: string
}

export interface BookLevelsProps {
  readonly book: ReadBook
  readonly depth: number
  readonly step: Decimal
  readonly priceText?: ((price: Decimal) => string) | undefined
  /** Called when a level is pressed; `side` is the book's. Undefined if levels cannot be pressed. */
  readonly onPrice: ((side: Side, price: Decimal) => void) | undefined
  readonly pressTitle: (side: Side, price: string) => string
}

export function BookLevels({ book, depth, step, priceText: textOf, onPrice, pressTitle }: BookLevelsProps) {
  const { data } = book
  const isQuoted = data !== undefined && data.buy.length + data.sell.length > 0
  const priceText = textOf ?? ((price: Decimal): string => formatDecimal(price, { step }))
  return (
    <section className={styles.section} aria-label="Order book">
      <h3 className={styles.title}>
        Order book
        <Age agoMs={book.receivedAgoMs} words={age => ` ${age}`} />
      </h3>
      {book.status === 'failed' && <p className="muted">{book.fault?.message}</p>}
      {book.status === 'ready' && !isQuoted && <p className="muted">Nobody quotes it now.</p>}
      {data !== undefined && isQuoted && (
        <QuoteLadder
          book={data}
          depth={depth}
          priceText={priceText}
          choice={
            onPrice === undefined
              ? undefined
              : {
                  title: (level, side) => pressTitle(side, priceText(level.price)),
                  onChoose: (level, side) => onPrice(side, level.price),
                }
          }
          isStale={book.freshness === 'stale' || book.freshness === 'unknown'}
        />
      )}
    </section>
  )
}
