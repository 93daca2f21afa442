/** Quotes of each RFQ by client id: live ones from the feed, others from the journal. */
import { useMemo } from 'react'
import { useJournalOrders } from '../../../api/journal/journal-hooks.ts'
import { useOpenJournalOrders } from '../../../api/order-desk/open-shown.ts'
import type { QuotesSeen } from '../../../../core/domain/journal-order.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'

const mostEnded = 100

export function useQuotesSeen(cards: readonly RfqCard[]): ReadonlyMap<string, QuotesSeen> {
  const live = useOpenJournalOrders()
  const over = cards.filter(card => card.state === 'ended').slice(0, mostEnded)
  const ended = useJournalOrders(over.map(card => card.clientOrderId))
  return useMemo(() => {
    const orders = [...ended.values(), ...live]
    return new Map(
      orders.flatMap(order => (order.quotes === undefined ? [] : [[order.client_order_id, order.quotes] as const])),
    )
  }, [live, ended])
}
