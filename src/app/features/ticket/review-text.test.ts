import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { legsOf, reviewText } from './review-text.ts'
import { firmAtMarket, firmLimit } from '../../../testing/order.fixture.ts'

const at = Date.UTC(2026, 10, 21, 14, 10)
const legs = [
  { symbol: 'BTC-20261225-100000C', ratio: 1 },
  { symbol: 'BTC-20261225-110000C', ratio: -1 },
]
const order = { ...firmLimit, side: 'sell', quantity: dec('10'), price: dec('-120'), recv_window: 2, legs }

describe('the words of a review', () => {
  it('say side, size, price and life of a firm order', () => {
    expect(reviewText(order, at)).toMatchObject({
      headline: 'Buy 10 · Bear call spread 100/110 C · 25DEC26 BTC',
      life: 'Ends between 14:20 and 14:30 UTC',
      confirm: 'Send: buy, pay 120',
    })
  })

  it('say that an RFQ does not trade and shows the direction', () => {
    const text = reviewText({ ...order, market_id: 'none', price: undefined }, at)
    expect(text.headline).toBe('Request quotes: Buy 10 · Bear call spread 100/110 C · 25DEC26 BTC')
    expect(text.effect).toContain('direction')
    expect(text.life).toBe('Open for up to 20 min (until 14:30 UTC)')
    expect(text.confirm).toBe('Send RFQ')
  })

  it('say the effective side, whichever side is sent', () => {
    const turned = { ...order, side: 'buy', price: dec('120'), legs: legs.map(leg => ({ ...leg, ratio: -leg.ratio })) }
    expect(reviewText(turned, at)).toMatchObject({
      headline: 'Buy 10 · Bear call spread 100/110 C · 25DEC26 BTC',
      confirm: 'Send: buy, pay 120',
    })
  })

  it('never call an unknown side a buy: such an order is not reviewed', () => {
    expect(() => reviewText({ ...order, side: 'SELL' }, at)).toThrow('side')
    expect(() => reviewText({ ...order, side: '' }, at)).toThrow('side')
  })

  it('name the instrument of a single order', () => {
    const single = { ...firmAtMarket, side: 'buy', quantity: dec('1'), symbol: 'BTC-USD-PERPETUAL' }
    expect(reviewText(single, at)).toMatchObject({ headline: 'Buy 1 · BTC PERP, at the market', life: 'Immediate' })
    expect(legsOf(single)).toEqual([{ symbol: 'BTC-USD-PERPETUAL', ratio: 1 }])
  })
})
