import { describe, expect, it } from 'vitest'
import { dec } from '../../../domain/decimal.ts'
import { clientOrderId, orderId } from '../../../domain/ids.ts'
import { must } from '../../../domain/must.ts'
import { orderBefore, parseOrderContext } from '../../../domain/order-context.ts'
import type { OrderRecord } from '../../../domain/order.ts'
import { testIntent } from '../../../testing/journal.fixture.ts'
import { amendedEntry, replaced } from './amend-order.tsx'
import { amendable } from '../../../model/orders/open-order-rows.ts'
import { openOrderRow } from '../../../model/orders/open-order-rows.ts'

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

describe('amending an open order', () => {
  it('needs a limit, a side, and to know what is left', () => {
    expect(amendable(row)).toMatchObject({ side: 'sell', price: '-30', remaining: '5', filled: '0' })
    const of = (change: Partial<OrderRecord>) => amendable(openOrderRow({ ...record, ...change }, undefined))
    // Part filled without a list of executions: how much is left is not known.
    for (const change of [{ price: undefined }, { side: 'both' }, { type: 'MARKET' }, { order_state: 'partial_fill' }] as const)
      expect(of(change)).toBeUndefined()
  })

  it('begins with its own terms for what is left; a least size above that is left behind', () => {
    const order = must(amendable(row), 'an order that can be amended')
    const base = { legs: row.legs, side: 'sell', mode: 'firm', type: 'LIMIT', tif: 'GTC', quantity: '5', price: '30 debit' }
    expect(amendedEntry(order, undefined)).toEqual({ ...base, cycles: '3', minimumQuantity: '', userTag: '' })
    const intent = testIntent('first', { kind: 'draft' }, [])
    const sent = { ...intent, order: { ...intent.order, recv_window: 4, user_tag: 'desk', minimum_quantity: dec('3') } }
    expect(amendedEntry(order, sent)).toMatchObject({ cycles: '4', userTag: 'desk', minimumQuantity: '3' })
    expect(amendedEntry({ ...order, remaining: dec('2') }, sent)).toMatchObject({ quantity: '2', minimumQuantity: '' })
  })

  it('carries the order that it replaces, which can be ordered again for what was left of it', () => {
    const order = must(amendable(row), 'an order that can be amended')
    const amends = replaced(order, undefined)
    expect(amends).toEqual({ clientOrderId: 'first', orderId: '7', filled: '0', before: { price: '-30', quantity: '5', cycles: 3 } })
    const { client_order_id: _, ...body } = testIntent('new', { kind: 'draft' }, []).order
    const refused = { ...body, quantity: dec('4'), price: dec('-28'), recv_window: 9, minimum_quantity: dec('4') }
    expect(orderBefore(refused, amends)).toEqual({ ...refused, quantity: '5', price: '-30', recv_window: 3 })
    // All of it was filled before the cancel: there is nothing to order again.
    expect(orderBefore(refused, { ...amends, before: { price: dec('-30'), quantity: dec('0'), cycles: 3 } })).toBeUndefined()
    expect(parseOrderContext({ title: 'x', amends }).amends).toEqual(amends)
  })
})
