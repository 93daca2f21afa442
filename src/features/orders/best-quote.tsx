/** The best firm quote on an RFQ's own legs, where the venue shows its book; taking it opens a firm order in the builder. */
import { useNavigate } from '@tanstack/react-router'
import { useCapabilities } from '../../api/capabilities.ts'
import { useOrderBook } from '../../api/market-hooks.ts'
import { canonical } from '../../domain/decimal.ts'
import type { BookLevel } from '../../domain/market-data.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatDecimal, formatQuantity } from '../../ui/format/format-decimal.ts'
import { PackagePrice } from '../../ui/order/package-price.tsx'
import { effectWords } from '../../ui/order/effect-words.ts'
import { builderSearch } from './builder-search.ts'
import styles from './orders.module.css'
import type { RfqCard } from './rfq-cards.ts'

function Level({ name, level, card }: { readonly name: string; readonly level: BookLevel | undefined; readonly card: RfqCard }) {
  return (
    <span className={styles.level}>
      <span className="muted">{name}</span> <PackagePrice price={level?.price} legs={card.legs} quantity={card.quantity} />
      {level !== undefined && <span className="muted"> × {formatQuantity(level.quantity)}</span>}
    </span>
  )
}

export function BestQuote({ card }: { readonly card: RfqCard }) {
  const shown = useCapabilities().orderBook !== 'absent'
  const book = useOrderBook(shown ? card.symbol : undefined, 1)
  const navigate = useNavigate()
  if (!shown || book.data === undefined) return null
  const [bid] = book.data.buy
  const [ask] = book.data.sell
  const own = card.side === 'buy' ? ask : card.side === 'sell' ? bid : undefined
  const take = (level: BookLevel) =>
    void navigate({ to: '/build', search: builderSearch({ ...card, mode: 'firm', price: level.price, tif: 'IOC' }) })
  return (
    <p className={styles.quote} data-stale={book.freshness === 'stale' || book.freshness === 'unknown'}>
      <Level name="bid" level={bid} card={card} />
      <Level name="ask" level={ask} card={card} />
      {own !== undefined && card.side !== undefined && (
        <Button
          size="sm"
          variant={card.side}
          title="Opens a firm order at this price in the builder; nothing is sent before you confirm"
          onClick={() => take(own)}
        >
          {card.side === 'buy' ? 'Buy' : 'Sell'} at {formatDecimal(canonical(own.price))} ({effectWords(card.side, own.price).effect})
        </Button>
      )}
    </p>
  )
}
