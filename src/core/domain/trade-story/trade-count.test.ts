import { describe, expect, it } from 'vitest'
import { dec, zero } from '../decimal.ts'
import type { OrderRecord } from '../order.ts'
import { largestTakeOf, countRfq, isWholeFilled, outOf } from './trade-count.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'
import { orderRecord } from '../../../testing/order.fixture.ts'

const record = (filled: string, over: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord('f', {
    symbol: 'A@1/B@-1',
    quantity: dec('3'),
    executions: filled === '0' ? [] : [testExecution(filled, '1', 't')],
    ...over,
  })
const out = (of: OrderRecord | undefined, more: { readonly isListed?: boolean; readonly isRejected?: boolean } = {}) =>
  outOf({ quantity: dec('3'), record: of, isListed: false, isRejected: false, ...more })

describe('what is out of an RFQ', () => {
  it('an order without a known outcome counts fully as in doubt', () => {
    expect(out(undefined)).toEqual({ filled: '0', working: '0', inDoubt: '3' })
    expect(out(undefined, { isRejected: true })).toEqual({ filled: '0', working: '0', inDoubt: '0' })
    // Filled in part, by an amount that the venue does not list.
    expect(out(record('0', { order_state: 'partial_fill' }), { isListed: true })).toMatchObject({ inDoubt: '3' })
  })

  it('what rests at the venue is working; what is neither listed nor over is in doubt', () => {
    expect(out(record('1'), { isListed: true })).toEqual({ filled: '1', working: '2', inDoubt: '0' })
    expect(out(record('1'))).toEqual({ filled: '1', working: '0', inDoubt: '2' })
    expect(out(record('1', { cancel_state: 'user_cancelled' }))).toEqual({ filled: '1', working: '0', inDoubt: '0' })
    // The venue says filled, and one of its executions was not seen.
    expect(out(record('1', { order_state: 'filled' }))).toEqual({ filled: '3', working: '0', inDoubt: '0' })
    // The venue has it, whatever was believed before.
    expect(out(record('0'), { isListed: true, isRejected: true })).toMatchObject({ working: '3' })
  })

  it('left is what is neither filled, working nor in doubt, and never below zero', () => {
    const count = countRfq(dec('10'), [out(record('3')), out(record('1'), { isListed: true }), out(undefined)])
    expect(count).toEqual({ wanted: '10', filled: '4', working: '2', inDoubt: '3', left: '1' })
    expect(countRfq(dec('2'), [out(undefined)]).left).toBe(zero)
    expect([largestTakeOf(count), largestTakeOf(count, dec('0.4')), largestTakeOf(count, dec('7'))]).toEqual([
      '1',
      '0.4',
      '1',
    ])
  })

  it('is filled by fills only, and by more than was wanted too', () => {
    expect(isWholeFilled(countRfq(dec('3'), [out(record('3'))]))).toBe(true)
    expect(isWholeFilled(countRfq(dec('2'), [out(record('3'))]))).toBe(true)
    expect(isWholeFilled(countRfq(dec('3'), [out(undefined)]))).toBe(false)
  })
})
