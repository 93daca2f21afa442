/** The best levels of one instrument's book, where the venue shows it. */
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { Age } from '../../ui/format/figures.tsx'
import { formatDecimal } from '../../ui/format/format-decimal.ts'
import { QuoteLadder } from '../../ui/order/quote-ladder.tsx'
import styles from './markets.module.css'

const depth = 6

export function BookLadder({ instrument }: { readonly instrument: Instrument }) {
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
      {book.face === 'failed' && <p className="muted">{book.fault?.message}</p>}
      {book.face === 'ready' && !isQuoted && <p className="muted">Nobody quotes it now.</p>}
      {book.data !== undefined && isQuoted && (
        <QuoteLadder
          book={book.data}
          depth={depth}
          priceText={price}
          isStale={book.freshness === 'stale' || book.freshness === 'unknown'}
        />
      )}
    </section>
  )
}
