/** The best levels of one instrument's book, where the venue shows it; a level begins an order against it. */
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { opposite, type Side } from '../../domain/order.ts'
import { BookLevels } from '../../ui/order/book-levels.tsx'

const depth = 6

interface BookLadderProps {
  readonly instrument: Instrument
  /** Begins an order against a level; undefined where nothing may be traded. */
  readonly onPrice: ((side: Side, price: Decimal) => void) | undefined
}

/** Who presses a bid sells to it, who presses an ask buys from it. */
export function BookLadder({ instrument, onPrice }: BookLadderProps) {
  const isShown = useCapabilities().orderBook !== 'absent'
  const book = useOrderBook(isShown ? instrument.symbol : undefined, depth)
  if (!isShown) return null
  return (
    <BookLevels
      book={book}
      depth={depth}
      step={instrument.price_step}
      onPrice={onPrice === undefined ? undefined : (side, price) => onPrice(opposite(side), price)}
      pressTitle={(side, price) => `${side === 'buy' ? 'Sell' : 'Buy'} at ${price}: opens the ticket and sends nothing`}
    />
  )
}
