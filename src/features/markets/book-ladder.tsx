/** The best levels of one instrument's book, where the venue shows it. */
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { ladderRows } from '../../domain/ladder.ts'
import type { BookLevel } from '../../domain/market-data.ts'
import { Age } from '../../ui/format/figures.tsx'
import { formatDecimal, formatQuantity } from '../../ui/format/format-decimal.ts'
import styles from './markets.module.css'

const depth = 6

export function BookLadder({ instrument }: { readonly instrument: Instrument }) {
  const shown = useCapabilities().orderBook !== 'absent'
  const book = useOrderBook(shown ? instrument.symbol : undefined, depth)
  if (!shown) return null
  const { price_step: step } = instrument
  const rows = book.data === undefined ? [] : ladderRows(book.data, depth)
  const price = (level: BookLevel | undefined) => (level === undefined ? '' : formatDecimal(level.price, { step }))
  const size = (level: BookLevel | undefined) => (level === undefined ? '' : formatQuantity(level.quantity))
  return (
    <section className={styles.section} aria-label="Order book">
      <h3 className={styles.sectionTitle}>
        Order book <Age agoMs={book.receivedAgoMs} />
      </h3>
      {book.face === 'failed' && <p className="muted">{book.fault?.message}</p>}
      {book.face === 'ready' && rows.length === 0 && <p className="muted">Nobody quotes it now.</p>}
      {rows.length > 0 && (
        <table className={styles.ladder} data-stale={book.freshness === 'stale' || book.freshness === 'unknown'}>
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Bid</th>
              <th scope="col">Ask</th>
              <th scope="col">Quantity</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id}>
                <td className={styles.depth}>{size(row.bid)}</td>
                <td className={styles.bid}>{price(row.bid)}</td>
                <td className={styles.ask}>{price(row.ask)}</td>
                <td className={styles.depth}>{size(row.ask)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
