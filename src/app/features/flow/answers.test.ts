import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OwnOrder } from '../../../core/domain/own-order.ts'
import { answerPrice, ownAnswers, stillAsked } from './answers.ts'

test.each([
  [100.2, '5', 'sell', '0.5', '105.5'],
  [100.2, '5', 'buy', '0.5', '95'],
  [100, '0', 'sell', '0.5', '100'],
  [-40.3, '2', 'sell', '1', '-38'],
  [-40.3, '2', 'buy', '1', '-43'],
] as const)(
  'fair %s with an edge of %s to %s on steps of %s is answered at %s, never better than the edge',
  (fair, edge, side, step, price) => {
    expect(answerPrice(fair, dec(edge), side, dec(step))).toBe(price)
  },
)

test('nothing is priced without a fair value or a step, nor at an edge below zero', () => {
  expect(answerPrice(undefined, dec('1'), 'sell', dec('1'))).toBeUndefined()
  expect(answerPrice(100, dec('1'), 'sell', undefined)).toBeUndefined()
  expect(answerPrice(100, dec('-1'), 'sell', dec('1'))).toBeUndefined()
})

const intent = (id: string, state: Partial<Intent['state']> & { kind: string }, answers: string | undefined = '7') =>
  ({
    client_order_id: clientOrderId(id),
    state,
    context: { title: '', answers },
    order: { quantity: dec('2') },
  }) as unknown as Intent
const known = (id: string, order_state: string, cancel_state = 'none', executed = '0') =>
  [
    id,
    {
      record: {
        order_id: orderId('9'),
        order_state,
        cancel_state,
        quantity: dec('2'),
        executions: executed === '0' ? [] : [{ executed_quantity: dec(executed), executed_price: dec('5') }],
      },
      reported: { endedMs: Number.NEGATIVE_INFINITY },
    } as unknown as OwnOrder,
  ] as const

test('answers are listed with their states, other orders are not', () => {
  const orders = new Map([
    known('works', 'open'),
    known('part', 'partial_fill', undefined, '0.5'),
    known('done', 'filled', undefined, '2'),
    known('gone', 'cancelled', 'user_cancelled'),
  ])
  const all = [
    intent('works', { kind: 'accepted' }),
    intent('part', { kind: 'accepted' }),
    intent('done', { kind: 'accepted' }),
    intent('gone', { kind: 'accepted' }),
    intent('new', { kind: 'accepted' }),
    intent('doubt', { kind: 'unknown' }),
    intent('no', { kind: 'rejected', rejected: { reason: 'insufficient_account_balance' } } as never),
    { ...intent('other', { kind: 'accepted' }), context: { title: '' } },
  ]
  const rows = ownAnswers(all, orders)
  expect(rows.map(row => [row.id, row.isLive])).toEqual([
    ['works', true],
    ['part', true],
    ['done', false],
    ['gone', false],
    ['new', true],
    ['doubt', true],
    ['no', false],
  ])
  expect(rows.map(row => row.state)).toEqual([
    'Works',
    'Works, 0.5 filled',
    'Filled',
    expect.stringMatching(/cancel/i),
    'Accepted',
    'Outcome unknown',
    expect.stringMatching(/^Rejected: /),
  ])
  expect(rows[0]?.orderId).toBe('9')
})

test('a price is of the RFQ that it is offered on: another one under the same id is not asked by it', () => {
  const row = { rfq: { symbol: 'ETH-USD-PERPETUAL', side: 'buy' } } as const
  expect(stillAsked(row, row)).toBe(row)
  expect(stillAsked(row, { rfq: { ...row.rfq, symbol: 'BTC-USD-PERPETUAL' } })).toBeUndefined()
  expect(stillAsked<{ rfq: { symbol: string; side: 'buy' | 'sell' } }>(row, { rfq: { ...row.rfq, side: 'sell' } })).toBeUndefined()
  expect(stillAsked(row, undefined)).toBeUndefined()
})
