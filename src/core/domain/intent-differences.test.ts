import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { clientOrderId, entityId } from './ids.ts'
import { intentDifferences, orderDifferences } from './intent-differences.ts'
import type { Intent } from './intent.ts'
import type { Execution, NewOrder } from './order.ts'
import { micros } from './time.ts'
import { testExecution } from '../../testing/execution.fixture.ts'
import { firmLimit } from '../../testing/order.fixture.ts'

const sent: NewOrder = {
  symbol: 'BTC-USD-PERPETUAL',
  ...firmLimit,
  side: 'buy',
  quantity: dec('0.01'),
  price: dec('50000'),
  client_order_id: clientOrderId('lw-1'),
}
const said = { symbol: 'BTC-USD-PERPETUAL', market_id: '0', quantity: dec('0.010'), price: dec('50000.0') }
const fill = (id: string, quantity: string): Execution => testExecution(quantity, '1', id)

describe('what the venue says of an order', () => {
  it('is held against what was sent: side, instrument, quantity, price, market and fills', () => {
    expect(orderDifferences(sent, said)).toEqual([])
    expect(orderDifferences(sent, { ...said, side: 'sell', quantity: dec('5') })).toEqual([
      'side sell instead of buy',
      'quantity 5 instead of 0.01',
    ])
    expect(orderDifferences(sent, { ...said, price: dec('1'), symbol: 'ETH-USD' })).toEqual([
      'instrument ETH-USD instead of BTC-USD-PERPETUAL',
      'price 1 instead of 50000',
    ])
    expect(orderDifferences(sent, { ...said, market_id: 'none' })).toEqual(['market none instead of 0'])
    expect(orderDifferences(sent, { ...said, executions: [fill('1', '0.01'), fill('2', '6.99')] })).toEqual([
      '7 filled, more than the 0.01 ordered',
    ])
  })

  it('differs in nothing that it leaves out or writes in another way', () => {
    expect(orderDifferences(sent, { symbol: '', market_id: '', quantity: dec('0.01') })).toEqual([])
    expect(orderDifferences({ ...sent, market_id: 'none' }, { ...said, market_id: '255' })).toEqual([])
    const { symbol: _, ...byId } = { ...sent, tradeable_entity_id: entityId('16') }
    expect(orderDifferences(byId, { ...said, tradeable_entity_id: '16' })).toEqual([])
    expect(orderDifferences(byId, { ...said, tradeable_entity_id: '17' })).toEqual(['instrument 17 instead of 16'])
  })

  it('has the legs that were sent, in any order', () => {
    const legs = [
      { symbol: 'A', tradeable_entity_id: entityId('1'), ratio: 1 },
      { symbol: 'B', tradeable_entity_id: entityId('2'), ratio: -1 },
    ]
    const { symbol: _, ...rest } = sent
    for (const named of [legs, legs.map(({ tradeable_entity_id, ratio }) => ({ tradeable_entity_id, ratio }))]) {
      const order: NewOrder = { ...rest, legs: named }
      expect(orderDifferences(order, { ...said, symbol: 'A@1/B@-1', legs: [...legs].reverse() })).toEqual([])
      expect(
        orderDifferences(order, { ...said, symbol: 'A@1/B@-2', legs: legs.map(leg => ({ ...leg, ratio: 2 })) }),
      ).toHaveLength(1)
    }
    expect(orderDifferences({ ...rest, legs }, { ...said, symbol: 'A@2/B@-1' })).toEqual([
      'instrument A@2/B@-1 instead of A@1/B@-1',
    ])
  })

  it('counts by its acceptance, by its first record and by the latest one', () => {
    const state: Intent['state'] = {
      kind: 'accepted',
      by: 'answer',
      accepted: {
        ...said,
        utc_timestamp: micros(1),
        type: 'LIMIT',
        client_order_id: sent.client_order_id,
        quantity: dec('1'),
      },
    }
    expect(intentDifferences({ order: sent, state })).toEqual(['quantity 1 instead of 0.01'])
    expect(intentDifferences({ order: sent, state }, { ...said, quantity: dec('1'), side: 'sell' })).toEqual([
      'quantity 1 instead of 0.01',
      'side sell instead of buy',
    ])
    expect(intentDifferences({ order: sent, state: { kind: 'sending' } })).toEqual([])
  })
})
