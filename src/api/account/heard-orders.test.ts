import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { clientOrderId, orderId, tradeId } from '../../domain/ids.ts'
import type { Execution, OrderRecord } from '../../domain/order.ts'
import { micros } from '../../domain/time.ts'
import { type ExecutionPush, createHeardOrders } from './heard-orders.ts'
import { filledQuantity } from '../../domain/order-state.ts'

const record = (executions: readonly Execution[] = []): OrderRecord => ({
  market_id: '0',
  symbol: 'PTF-USD',
  side: 'buy',
  type: 'LIMIT',
  quantity: dec(3),
  client_order_id: clientOrderId('one'),
  order_state: executions.length === 0 ? 'accepted' : executions.length === 3 ? 'filled' : 'partial_fill',
  cancel_state: 'none',
  executions,
})
const execution = (id: string): Execution => ({
  utc_timestamp: micros(1),
  executed_quantity: dec(1),
  executed_price: dec(10),
  trade_id: tradeId(id),
  liquidity_flag: 'taken',
})
const push = (id: string, order_state = 'partial_fill'): ExecutionPush => ({
  ...execution(id),
  server_utc_timestamp: micros(1),
  symbol: 'PTF-USD',
  order_id: orderId('7'),
  client_order_id: clientOrderId('one'),
  side: 'buy',
  order_state,
})

describe('what was heard of orders', () => {
  it('counts a fill once, whichever of push and poll told first and how often', () => {
    const told = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 12 })
    fc.assert(
      fc.property(told, events => {
        const heard = createHeardOrders()
        const polled = new Set<string>()
        for (const [id, isPush] of events) {
          if (isPush) heard.executed(push(id), 1)
          else polled.add(id)
        }
        const whole = heard.complete(record([...polled].map(execution)))
        const distinct = new Set(events.map(([id]) => id))
        expect(new Set(whole.executions.map(each => each.trade_id))).toEqual(distinct)
        expect(filledQuantity(whole)).toBe(String(distinct.size))
        expect(whole.order_state).toBe(distinct.size === 3 ? 'filled' : distinct.size === 0 ? 'accepted' : 'partial_fill')
      }),
    )
  })

  it('is news once', () => {
    const heard = createHeardOrders()
    expect([heard.executed(push('a'), 1), heard.executed(push('a'), 2)]).toEqual([true, false])
  })

  it('leaves a record as it is where it tells nothing new', () => {
    const heard = createHeardOrders()
    heard.executed(push('a'), 1)
    const whole = record([execution('a')])
    const records = [whole]
    expect(heard.upToDate(records, 5)).toBe(records)
  })

  it('keeps an ended order out of what was asked for before its end, not of what was asked for after', () => {
    const heard = createHeardOrders()
    const records = [record()]
    heard.ended(clientOrderId('one'), 10)
    expect(heard.upToDate(records, 9)).toEqual([])
    expect(heard.upToDate(records, 11)).toBe(records)
    const filled = createHeardOrders()
    filled.executed(push('a', 'filled'), 10)
    expect(filled.upToDate(records, 9)).toEqual([])
  })

  it('is forgotten with the session', () => {
    const heard = createHeardOrders()
    heard.executed(push('a'), 1)
    heard.clear()
    expect(heard.complete(record()).executions).toEqual([])
  })
})
