/** What the dealers say of a live RFQ now, and what it means to who asked. */
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { useOrderBook } from '../../../api/market/market-hooks.ts'
import type { Resource } from '../../../api/polling/resource.ts'
import type { OrderBook } from '../../../domain/market-data.ts'
import type { NetPrice } from '../../../pricing/market/leg-quotes.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import { ladderDepth } from './quote-ladder.tsx'
import { type OwnBest, ownBest } from '../../../model/orders/quote-rows.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import { useLegsMid } from '../../../model/orders/use-legs-mid.ts'

export interface Quoting {
  /** Undefined where the venue shows no books. */
  readonly book: Resource<OrderBook> | undefined
  readonly best: OwnBest | undefined
  readonly legsMid: NetPrice | undefined
  /** Past its certain end by the venue's clock, whether or not the venue has said so yet. */
  readonly isOver: boolean
}

export function useQuoting(card: RfqCard, intervalMs: number): Quoting {
  const { life, endIsEstimate } = card
  const live = card.state === 'live' && !card.isDone
  const shown = useCapabilities().orderBook !== 'absent'
  const isOver = useTicking(() => !live || (life !== undefined && !endIsEstimate && serverNowMs() >= life.endLatestMs))
  const book = useOrderBook(shown && !isOver && card.symbol !== '' ? card.symbol : undefined, ladderDepth, intervalMs)
  const legsMid = useLegsMid(card.legs, live && shown)
  const best =
    book.data === undefined || card.side === undefined ? undefined : ownBest(book.data, card.side, card.remaining, legsMid?.price)
  return { book: shown ? book : undefined, best, legsMid, isOver }
}
