import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { clientOrderId, entityId, tradeId } from '../../../../core/domain/ids.ts'
import type { OrderRecord } from '../../../../core/domain/order.ts'
import { micros } from '../../../../core/domain/time.ts'
import { call, put } from '../../../../testing/universe.fixture.ts'
import { restingOrders, restingTotals } from './resting-orders.ts'
import { orderRecord } from '../../../../testing/order.fixture.ts'

const order = (more: Partial<OrderRecord>): OrderRecord =>
  orderRecord('1', { symbol: call(100), quantity: dec('5'), price: dec('4000'), ...more })
const filled = (quantity: string) => ({
  utc_timestamp: micros(1),
  executed_quantity: dec(quantity),
  executed_price: dec('4000'),
  trade_id: tradeId('1'),
  liquidity_flag: 'added',
})
const leg = (symbol: string, ratio: number) => ({ tradeable_entity_id: entityId(1), symbol, ratio })

describe('own orders at rest in the chain', () => {
  it('an order stands at its instrument with what is not filled yet', () => {
    const found = restingOrders([order({ executions: [filled('2')] })])
    expect(found.get(call(100))).toEqual([{ side: 'buy', quantity: '3', price: '4000', partOf: undefined }])
  })

  it('a package stands at each leg with the side and size of the leg, named as its side executes it', () => {
    const legs = [leg(call(100), 1), leg(call(110), -2)]
    const found = restingOrders([order({ side: 'sell', legs, symbol: 'joined' })])
    expect(found.get(call(100))).toMatchObject([
      { side: 'sell', quantity: '5', partOf: 'Buy · Call backspread 100/110 C · 25DEC26 BTC' },
    ])
    expect(found.get(call(110))).toMatchObject([{ side: 'buy', quantity: '10' }])
  })

  it('a package that closes a position is named as closing, whatever device sent it', () => {
    const closing = { symbol: `${put(80)}@1/${put(90)}@-1`, side: 'sell', client_order_id: clientOrderId('lwc-1') }
    expect(restingOrders([order(closing)]).get(put(90))?.[0]?.partOf).toBe(
      'Sell to close · Bull put spread 80/90 P · 25DEC26 BTC',
    )
  })

  it('RFQs, filled orders and orders without a side do not rest', () => {
    const none = [
      order({ market_id: 'none' }),
      order({ market_id: '255' }),
      order({ executions: [filled('5')] }),
      order({ side: '' }),
    ]
    expect(restingOrders(none).size).toBe(0)
  })

  it('totals keep sides apart, and orders of their own from parts of packages', () => {
    const at = { price: dec('1'), partOf: undefined }
    const totals = restingTotals([
      { side: 'buy', quantity: dec('2'), ...at },
      { side: 'sell', quantity: dec('1.5'), ...at },
      { side: 'buy', quantity: dec('3'), ...at },
      { side: 'buy', quantity: dec('7'), ...at, partOf: 'Iron condor' },
    ])
    expect(totals).toEqual([
      { side: 'buy', quantity: '5', inPackages: false },
      { side: 'buy', quantity: '7', inPackages: true },
      { side: 'sell', quantity: '1.5', inPackages: false },
    ])
  })
})
