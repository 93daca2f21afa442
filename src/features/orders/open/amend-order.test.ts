import { describe, expect, it } from 'vitest'
import { dec } from '../../../domain/decimal.ts'
import { clientOrderId, entityId, orderId } from '../../../domain/ids.ts'
import type { OrderRecord } from '../../../domain/order.ts'
import { testIntent } from '../../../testing/journal.fixture.ts'
import { amendable, amendedOrder } from './amend-order.tsx'
import { openOrderRow } from './open-order-rows.ts'

const record: OrderRecord = {
  market_id: '0',
  symbol: 'A@1/B@-1',
  side: 'sell',
  type: 'LIMIT',
  quantity: dec('5'),
  price: dec('-30'),
  order_id: orderId('7'),
  client_order_id: clientOrderId('first'),
  order_state: 'accepted',
  cancel_state: 'none',
  executions: [],
}
const row = openOrderRow(record, undefined)
const terms = { price: dec('-28'), quantity: dec('2'), cycles: 4 }

describe('amending an open order', () => {
  it('needs a limit, a side, and to know what is left', () => {
    expect(amendable(row)).toMatchObject({ side: 'sell', price: '-30', remaining: '5', filled: '0' })
    const of = (change: Partial<OrderRecord>) => amendable(openOrderRow({ ...record, ...change }, undefined))
    // Part filled without a list of executions: how much is left is not known.
    for (const change of [{ price: undefined }, { side: 'both' }, { type: 'MARKET' }, { order_state: 'partial_fill' }] as const)
      expect(of(change)).toBeUndefined()
  })

  it('an order of another program goes anew by the names of its legs, one of this browser as it was sent', () => {
    const order = amendable(row)
    if (order === undefined) throw new Error('not amendable')
    expect(amendedOrder(order, undefined, terms)).toEqual({
      legs: [
        { symbol: 'A', ratio: 1 },
        { symbol: 'B', ratio: -1 },
      ],
      market_id: '0',
      side: 'sell',
      type: 'LIMIT',
      time_in_force: 'GTC',
      quantity: '2',
      price: '-28',
      recv_window: 4,
    })
    const base = testIntent('first', { kind: 'draft' }, [])
    const legs = [{ tradeable_entity_id: entityId(1), ratio: 1 }]
    const sent = { ...base, order: { ...base.order, legs, user_tag: 'desk', minimum_quantity: dec('3') } }
    // A least size above the new one is left behind.
    expect(amendedOrder(order, sent, terms)).toMatchObject({ legs, user_tag: 'desk' })
    expect(amendedOrder(order, sent, terms)).not.toHaveProperty('minimum_quantity')
  })
})
