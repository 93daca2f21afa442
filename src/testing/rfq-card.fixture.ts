/** A live RFQ of a spread in the model's form, for tests to modify. */
import { dec } from '../core/domain/decimal.ts'
import { countRfq } from '../core/domain/trade-story/trade-count.ts'
import { tradePhrase } from '../core/domain/trade-story/trade-phrase.ts'
import type { RfqCard } from '../app/model/orders/rfq-cards.ts'
import { legsOf } from './legs-of.ts'

const legs = legsOf({ A: 1, B: -1 })

export const rfqCard = (given: Partial<RfqCard> = {}): RfqCard => ({
  id: 'q',
  orderId: undefined,
  clientOrderId: 'q',
  symbol: 'A@1/B@-1',
  phrase: tradePhrase(legs, 'buy'),
  closes: false,
  legs,
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
  fillsKnown: { kind: 'now' },
  ...given,
})
