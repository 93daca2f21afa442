import { describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { Desk, type Draft } from '../../../testing/test-desk.ts'
import { createTestMarket } from '../../../testing/test-market.ts'
import type { Outcome } from '../exchange.ts'
import { createExchange } from './create-exchange.ts'
import { latestRules } from './rules.ts'

const place = (desk: Desk, draft: Draft, offered: string): string => {
  const order = desk.order(draft)
  const outcome: Outcome = desk.apply({
    kind: 'place',
    account: 'ann',
    order,
    text: JSON.stringify(order),
    offered: dec(offered),
  })
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return String(outcome.accepted.order_id)
}

describe('an order that makers meet with so much and no more', () => {
  test('fills that part at their best price, and the rest waits until they quote again', () => {
    const desk = new Desk(createTestMarket({ quoted: '5' }))
    const id = place(desk, { quantity: '1', price: '100100' }, '0.25')
    expect([desk.details('ann', id).order_state, desk.fills('ann', id)]).toEqual(['partial_fill', ['100000.5 × 0.25']])
    desk.tick()
    expect(desk.fills('ann', id)).toHaveLength(1)
    desk.atMs += 1_000
    desk.tick()
    expect([desk.details('ann', id).order_state, desk.fills('ann', id).length]).toEqual(['filled', 2])
  })

  test('is met at its own price where makers would not have come to it', () => {
    const desk = new Desk(createTestMarket({ quoted: '5' }))
    const id = place(desk, { quantity: '1', price: '90000' }, '0.5')
    expect([desk.details('ann', id).order_state, desk.fills('ann', id)]).toEqual(['partial_fill', ['90000 × 0.5']])
    desk.atMs += 1_000
    desk.tick()
    expect(desk.openIds('ann')).toEqual([id])
  })

  test('is refused where it takes any price and what is offered could not be paid, though nobody else is across', () => {
    const answerBy = (rules: number | undefined): string => {
      const desk = new Desk(createTestMarket({ quoted: '5' }), ['ann'], { rules })
      place(desk, { quantity: '5', type: 'MARKET', time_in_force: 'IOC' }, '5')
      const order = desk.order({ quantity: '40', type: 'MARKET', time_in_force: 'IOC' })
      const outcome = desk.apply({ kind: 'place', account: 'ann', order, text: '', offered: dec('40') })
      return outcome.kind === 'rejected' ? outcome.rejected.reason : outcome.kind
    }
    expect(answerBy(latestRules)).toBe('insufficient_account_balance')
    expect(answerBy(2)).toBe('accepted')
  })

  test('ends with its remainder where it may not rest', () => {
    const desk = new Desk(createTestMarket({ quoted: '5' }))
    const id = place(desk, { quantity: '1', type: 'MARKET', time_in_force: 'IOC' }, '0.25')
    expect(desk.details('ann', id)).toMatchObject({
      order_state: 'partial_fill',
      cancel_state: 'immediate_with_insufficient_liquidity',
      executions: [{ executed_quantity: '0.25' }],
    })
  })

  test('fills a package at its ratio, down to the step of its legs', () => {
    const desk = new Desk(createTestMarket({ quoted: '50' }))
    const on = [
      [102, 1],
      [104, -1],
    ] as const
    const id = place(desk, { on, quantity: '1.5', price: '20000' }, '0.75')
    expect(desk.details('ann', id).executions.map(each => each.executed_quantity)).toEqual(['0.7'])
    expect(['BTC-20261225-90000C', 'BTC-20261225-100000C'].map(symbol => desk.position('ann', symbol)?.size)).toEqual([
      '0.7',
      '-0.7',
    ])
  })
})

test('the number of open orders is bounded for what may rest, RFQs included; what cannot rest is taken all the same', () => {
  const desk = new Desk(createTestMarket({ quoted: '5' }))
  const small = createExchange({ market: createTestMarket({ quoted: '5' }), openOrdersPerAccount: 2 })
  const send = (draft: Draft): string => {
    const order = desk.order(draft)
    const { outcome } = small.apply({ kind: 'place', account: 'ann', order, text: '' }, desk.now)
    return outcome.kind === 'rejected' ? outcome.rejected.reason : outcome.kind
  }
  small.apply({ kind: 'open_account', account: 'ann' }, desk.now)
  const answers = [
    send({ price: '90000' }),
    send({ market_id: 'none', price: undefined }),
    send({ price: '90001' }),
    send({ market_id: 'none', price: undefined }),
    send({ type: 'MARKET', time_in_force: 'IOC' }),
  ]
  expect(answers).toEqual(['accepted', 'accepted', 'too_many_open_orders', 'too_many_open_orders', 'accepted'])
  small.apply({ kind: 'cancel_all', account: 'ann', filter: {} }, desk.now)
  expect(send({ price: '90001' })).toBe('accepted')
})
