import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { entityId } from '../../domain/ids.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { singleLegFacts } from './single-leg-facts.ts'

const instrument = { symbol: 'BTC-20261225-100000C', quote_asset: 'USD', tags: ['option'] } as unknown as Instrument
const order = { market_id: '0', side: 'sell', type: 'LIMIT', time_in_force: 'GTC', quantity: dec('2'), price: dec('100') }
const quote = { id: entityId(1), symbol: instrument.symbol, product_type: 'option', best_bid: dec('150'), best_ask: dec('160') }

describe('what the review says of a single order', () => {
  it('is the worst and the best at expiry, and that a loss has no end', () => {
    expect(singleLegFacts(order, instrument, undefined)).toEqual({
      facts: [
        { term: 'Maximum profit', value: '+200.00 USD' },
        { term: 'Maximum loss', value: 'unlimited' },
      ],
      warnings: ['The loss at expiry is unlimited.'],
    })
  })

  it('warns of a price far on the wrong side of the market', () => {
    expect(singleLegFacts(order, instrument, quote).warnings).toContain('The price is more than a tenth below the bid of 150.')
    expect(singleLegFacts({ ...order, side: 'buy', price: dec('177') }, instrument, quote).warnings).toEqual([
      'The price is more than a tenth above the ask of 160.',
    ])
    expect(singleLegFacts({ ...order, side: 'buy', price: dec('160') }, instrument, quote).warnings).toEqual([])
  })
})
