import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { orderId } from '../../../core/domain/ids.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { testIntent } from '../../../testing/journal.fixture.ts'
import { firstOrderNow, unsentReplacement } from './first-order.ts'
import { orderRecord } from '../../../testing/order.fixture.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const draft = testIntent('new', { kind: 'draft' }, [])
const replacing = { ...draft, context: { title: 'Amend', amends: { clientOrderId: 'first', filled: dec('1') } } }

const first = (filled: string, over: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord('new', {
    price: dec('100'),
    quantity: dec('4'),
    order_id: orderId('1'),
    order_state: 'partial_fill',
    executions: [testExecution(filled, '100', 't')],
    ...over,
  })

describe('the order that is amended', () => {
  it('counts what filled since the replacement was drafted, which then leaves for less', () => {
    expect(firstOrderNow(replacing, first('1'))).toEqual({ kind: 'works', filled: '0', left: '3' })
    expect(firstOrderNow(replacing, first('2.5'))).toEqual({ kind: 'works', filled: '1.5', left: '1.5' })
    // An older record than the draft's does not make it larger.
    expect(firstOrderNow(replacing, first('0.5'))).toEqual({ kind: 'works', filled: '0', left: '3' })
  })

  it.each([
    ['is filled', first('4', { order_state: 'filled' }), 'The first order is filled: nothing is left to amend.'],
    [
      'was cancelled',
      first('1', { cancel_state: 'user_cancelled' }),
      'The first order has ended: nothing is left to amend.',
    ],
  ])('leaves nothing to amend once it %s', (_, record, title) => {
    expect(firstOrderNow(replacing, record)).toEqual({ kind: 'nothing_left', title })
  })

  it('leaves nothing of a replacement that is smaller than what filled since', () => {
    const small = { ...replacing, order: { ...replacing.order, quantity: dec('0.5') } }
    expect(firstOrderNow(small, first('2'))).toMatchObject({
      title: 'The first order has filled 1 more: nothing is left to send.',
    })
  })

  it('leaves the rest of an unsent replacement to be offered once its end is known', () => {
    const of = (record: OrderRecord | undefined) => unsentReplacement(replacing, record)
    expect(of(undefined)).toEqual({ kind: 'waits' })
    expect(of(first('2'))).toEqual({ kind: 'waits' })
    expect(of(first('2', { cancel_state: 'user_cancelled' }))).toEqual({ kind: 'offer', left: '2' })
    expect(of(first('4', { order_state: 'filled' }))).toEqual({ kind: 'filled' })
    expect(of(first('2', { cancel_state: 'user_cancelled', executions: [] }))).toEqual({ kind: 'size_unknown' })
    expect(unsentReplacement(draft, first('4', { order_state: 'filled' }))).toEqual({ kind: 'waits' })
  })

  it('is undefined for an order that amends none, and while the fills of the first are not known', () => {
    expect(firstOrderNow(draft, first('1'))).toBeUndefined()
    expect(firstOrderNow(replacing, undefined)).toBeUndefined()
    expect(firstOrderNow(replacing, first('1', { executions: [] }))).toBeUndefined()
  })
})
