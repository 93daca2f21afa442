import { describe, expect, it } from 'vitest'
import { dec, zero } from '../../../../core/domain/decimal.ts'
import type { QuotesSeen } from '../../../../core/domain/journal-order.ts'
import { countRfq } from '../../../../core/domain/trade-story/trade-count.ts'
import { tradePhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import type { RfqTry } from '../../../model/orders/rfq-tries.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { rfqCsv } from './rfq-csv.ts'

const quotes: QuotesSeen = {
  firstMs: 1_800,
  best: { price: dec('-3262'), quantity: dec('1') },
  second: { price: dec('-3240'), quantity: dec('4') },
  lastMs: 9_000,
  trail: [
    { atMs: 1_800, price: dec('-3250') },
    { atMs: 9_000, price: dec('-3262') },
  ],
}
const filledTry = (side: 'buy' | 'sell', filled: string | undefined, averagePrice?: string): RfqTry => ({
  clientOrderId: 'f',
  side,
  price: dec('-3240'),
  quantity: dec('2'),
  atMs: 5_000,
  state: 'filled',
  fills: {
    filled: filled === undefined ? undefined : dec(filled),
    remaining: undefined,
    fraction: undefined,
    averagePrice: averagePrice === undefined ? undefined : dec(averagePrice),
  },
  isOpen: false,
  isOver: true,
  orderId: undefined,
  out: { filled: dec(filled ?? '0'), working: zero, inDoubt: zero },
})
const card: RfqCard = {
  id: 'q',
  orderId: '7',
  clientOrderId: 'q',
  symbol: '=A@1/B@-1',
  phrase: tradePhrase([], 'buy'),
  closes: false,
  legs: [],
  side: 'buy',
  quantity: dec('2'),
  minimumQuantity: undefined,
  price: undefined,
  userTag: undefined,
  state: 'filled',
  traded: true,
  isListed: false,
  placedMs: 1_000,
  life: undefined,
  endIsEstimate: false,
  tries: [filledTry('buy', '1', '-3262'), filledTry('buy', '1', '-3240'), filledTry('sell', '9', '1')],
  endReason: undefined,
  count: countRfq(dec('2'), [{ filled: dec('2'), working: zero, inDoubt: zero }]),
  fillsKnown: { kind: 'now' },
}

describe('the RFQ blotter', () => {
  it('what was taken is averaged over its own side, and unknown where a fill is', () => {
    expect(takenOf(card)).toEqual({ quantity: '2', average: '-3251' })
    expect(takenOf({ side: 'buy', tries: [...card.tries, filledTry('buy', undefined)] })).toBeUndefined()
    expect(takenOf({ side: 'buy', tries: [] })).toBeUndefined()
  })

  it('leaves as a table with best, cover, time to quote and what was taken, and no cell is a formula', () => {
    const [head = '', line = ''] = rfqCsv([card], new Map([['q', quotes]])).split('\r\n')
    const cells = Object.fromEntries(
      head.split(',').map((name, index) => [name.slice(1, -1), line.split(',')[index]?.slice(1, -1)]),
    )
    expect(cells).toMatchObject({
      symbol: "'=A@1/B@-1",
      state: 'filled',
      seconds_to_first_quote: '0.8',
      best_price: '-3262',
      second_price: '-3240',
      best_price_changes: '1',
      taken_quantity: '2',
      taken_average_price: '-3251',
      first_quote_utc: '1970-01-01T00:00:01.800Z',
    })
    const unseen = rfqCsv([{ ...card, placedMs: undefined }], new Map([['q', quotes]])).split('\r\n')[1]
    expect(unseen?.split(',')[head.split(',').indexOf('"seconds_to_first_quote"')]).toBe('""')
  })
})
