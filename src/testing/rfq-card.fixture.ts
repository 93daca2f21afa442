/** A live RFQ of a spread as the model has it, for tests to change. */
import { dec } from '../domain/decimal.ts'
import { countRfq } from '../domain/rfq-count.ts'
import type { RfqCard } from '../model/orders/rfq-cards.ts'

export const rfqCard = (given: Partial<RfqCard> = {}): RfqCard => ({
  id: 'q',
  orderId: undefined,
  clientOrderId: 'q',
  symbol: 'A@1/B@-1',
  name: 'Spread',
  legs: [
    { symbol: 'A', ratio: 1 },
    { symbol: 'B', ratio: -1 },
  ],
  side: 'buy',
  quantity: dec('2'),
  minimumQuantity: undefined,
  price: undefined,
  userTag: undefined,
  state: 'live',
  traded: false,
  isListed: true,
  placedMs: 1,
  life: undefined,
  endIsEstimate: false,
  tries: [],
  endReason: undefined,
  count: countRfq(dec('2'), []),
  ...given,
})
