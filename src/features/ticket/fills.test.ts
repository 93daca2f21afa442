import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { tradeId } from '../../domain/ids.ts'
import type { Execution } from '../../domain/order.ts'
import { micros } from '../../domain/time.ts'
import { fillText } from './fills.ts'

const fill = (quantity: string, price: string): Execution => ({
  utc_timestamp: micros(1),
  executed_quantity: dec(quantity),
  executed_price: dec(price),
  trade_id: tradeId(quantity + price),
  liquidity_flag: 'taken',
})

describe('the fill of an order', () => {
  it('is told with its average price', () => {
    const order = { side: 'buy', quantity: dec('10') }
    expect(fillText({ ...order, executions: [] })).toBe('nothing filled yet')
    expect(fillText({ ...order, executions: [fill('1.0', '100'), fill('3.0', '104')] })).toBe('filled 4 of 10, paid 103 each')
    expect(fillText({ ...order, executions: [fill('10.0', '-30.5')] })).toBe('filled, all 10, received 30.5 each')
  })

  it('says that nothing more comes once the order is over', () => {
    const over = { side: 'sell', quantity: dec('10'), cancel_state: 'immediate_with_insufficient_liquidity' }
    expect(fillText({ ...over, executions: [] })).toBe('ended, nothing filled')
    expect(fillText({ ...over, executions: [fill('4.0', '118.5')] })).toBe('filled 4 of 10, received 118.5 each, remainder cancelled')
    expect(fillText({ ...over, cancel_state: 'none', executions: [fill('4.0', '118.5')] })).toBe('filled 4 of 10, received 118.5 each')
  })

  it('that the venue tells by its state alone is never called nothing', () => {
    const partly = { side: 'buy', quantity: dec('10'), order_state: 'partial_fill', executions: [] }
    expect(fillText(partly)).toBe('part filled, the venue lists no executions: how much is not known')
    expect(fillText({ ...partly, cancel_state: 'user_cancelled' })).toContain('remainder cancelled')
    expect(fillText({ ...partly, order_state: 'filled' })).toBe('filled, all 10; the venue lists no executions')
    expect(fillText({ ...partly, order_state: 'accepted' })).toBe('nothing filled yet')
  })

  it('is told in the terms of the package as meant', () => {
    const wire = { side: 'sell', quantity: dec('20'), executions: [fill('20.0', '-60')] }
    expect(fillText(wire, { side: 'buy', quantity: dec('10') })).toBe('filled, all 10, paid 120 each')
  })
})
