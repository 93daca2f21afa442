import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { filledQuantity, fillsOf, isEndReason, isEndState, isFilled, isOver } from './order-state.ts'
import type { OrderRecord } from './order.ts'
import { testExecution } from '../../testing/execution.fixture.ts'
import { orderRecord } from '../../testing/order.fixture.ts'

/** Fills are written as `quantity at price`. */
const order = (quantity: string, fills: readonly string[], more: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord('one', {
    quantity: dec(quantity),
    executions: fills.map((fill, index) =>
      testExecution(fill.split(' at ')[0] ?? '', fill.split(' at ')[1] ?? '', String(index)),
    ),
    ...more,
  })

describe('what became of an order', () => {
  it('fills add up, what is left never goes below nothing, and the average is by quantity', () => {
    expect(fillsOf(order('4', ['1 at -100', '2 at -130']))).toEqual({
      filled: '3',
      remaining: '1',
      fraction: 0.75,
      averagePrice: '-120',
    })
    expect(fillsOf(order('2', ['3 at 100']))).toMatchObject({ filled: '3', remaining: '0', fraction: 1 })
    expect(fillsOf(order('2', []))).toMatchObject({ filled: '0', averagePrice: undefined })
    expect(fillsOf(order('0', [])).fraction).toBeUndefined()
    expect(filledQuantity(order('4', ['1 at 100', '2 at 130']))).toBe('3')
  })
  it('part filled without an execution listed is not known, and is not nothing', () => {
    expect(fillsOf(order('4', [], { order_state: 'partial_fill' }))).toEqual({
      filled: undefined,
      remaining: undefined,
      fraction: undefined,
      averagePrice: undefined,
    })
    expect(fillsOf(order('4', [], { order_state: 'filled' }))).toEqual({
      filled: '4',
      remaining: '0',
      fraction: 1,
      averagePrice: undefined,
    })
    expect(fillsOf(order('4', ['1 at 100'], { order_state: 'partial_fill' }))).toMatchObject({
      filled: '1',
      remaining: '3',
    })
  })
  it('filled is by fills that add up, not by having no quantity', () => {
    expect(isFilled(order('3', ['1 at 1', '2 at 1']))).toBe(true)
    expect(isFilled(order('3', ['2 at 1']))).toBe(false)
    expect(isFilled(order('0', []))).toBe(false)
  })
  it.each([
    ['accepted, nothing filled', order('3', []), false],
    ['filled by the venue’s word', order('3', [], { order_state: 'filled' }), true],
    ['fills that add up while the word lags behind', order('3', ['3 at 1']), true],
    ['cancelled', order('3', [], { cancel_state: 'user_cancelled' }), true],
    ['a cancel on its way', order('3', [], { cancel_state: 'pending_cancel' }), false],
    ['a venue that says nothing of cancels', order('3', [], { cancel_state: '' }), false],
    ['a request for quotes, whose fills do not end it', order('3', ['3 at 1'], { market_id: 'none' }), false],
    ['a request that the venue ended', order('3', [], { market_id: 'none', cancel_state: 'timeout' }), true],
  ])('over or not: %s', (_, record, over) => expect(isOver(record)).toBe(over))
  it('an end is a reason of its own; one on its way or none is no end', () => {
    expect([isEndState('none'), isEndState(''), isEndState('pending_cancel'), isEndState('liquidation')]).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect([isEndReason('timeout'), isEndReason('too_late')]).toEqual([true, false])
  })
})
