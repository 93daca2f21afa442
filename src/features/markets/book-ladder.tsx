/** The best levels of one instrument's book, where the venue shows it. */
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { Side } from '../../domain/order.ts'
import { Age } from '../../ui/format/figures.tsx'
import { formatDecimal } from '../../domain/format-decimal.ts'
import { QuoteLadder } from '../../ui/order/quote-ladder.tsx'
import styles from './markets.module.css'

const depth = 6

interface BookLadderProps {
  readonly instrument: Instrument
  /** Begins an order against a level; undefined where nothing may be traded. */
  readonly onPrice: ((side: Side, price: Decimal) => void) | undefined
}

/** Who presses a bid sells to it, who presses an ask buys from it. */
const against = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

export function BookLadder({ instrument, onPrice }: BookLadderProps) {
  const shown = useCapabilities().orderBook !== 'absent'
  const book = useOrderBook(shown ? instrument.symbol : undefined, depth)
  if (!shown) return null
  const { price_step: step } = instrument
  const isQuoted = book.data !== undefined && book.data.buy.length + book.data.sell.length > 0
  const price = (value: Decimal): string => formatDecimal(value, { step })
  return (
    <section className={styles.section} aria-label="Order book">
      <h3 className={styles.sectionTitle}>
        Order book <Age agoMs={book.receivedAgoMs} />
      </h3>
      {book.status === 'failed' && <p className="muted">{book.fault?.message}</p>}
      {book.status === 'ready' && !isQuoted && <p className="muted">Nobody quotes it now.</p>}
      {book.data !== undefined && isQuoted && (
        <QuoteLadder
          book={book.data}
          depth={depth}
          priceText={price}
          choice={
            onPrice === undefined
              ? undefined
              : {
                  title: (level, side) => `${side === 'buy' ? 'Sell' : 'Buy'} at ${price(level.price)}: opens the ticket and sends nothing`,
                  onChoose: (level, side) => onPrice(against(side), level.price),
                }
          }
          isStale={book.freshness === 'stale' || book.freshness === 'unknown'}
        />
      )}
    </section>
  )
}
