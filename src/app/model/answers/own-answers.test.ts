import { describe, expect, test } from 'vitest'
import type { FlowState } from '../../api/feed/flow.ts'
import { type FlowRfq, noFlow, type RfqFlow } from '../../api/feed/rfq-flow.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OwnOrder } from '../../../core/domain/own-order.ts'
import { isThroughFair, liveAnswers, rfqLife } from './own-answers.ts'
import { movedPrice, remainingOf } from './reprice.ts'

const symbol = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'
const legs = [
  { symbol: 'BTC-20261225-100000C', tradeable_entity_id: '1', ratio: 1 },
  { symbol: 'BTC-20261225-110000C', tradeable_entity_id: '2', ratio: -1 },
]
const intent = (id: string, state: { readonly kind: string }, answers: string | undefined = '7') =>
  ({
    client_order_id: clientOrderId(id),
    state,
    context: { title: '', answers, legs },
    order: { side: 'sell', quantity: dec('2'), price: dec('100'), legs },
  }) as unknown as Intent
const known = (id: string, order_state: string, cancel_state = 'none', executed = '0') =>
  [
    id,
    {
      record: {
        order_id: orderId('9'),
        market_id: '0',
        order_state,
        cancel_state,
        quantity: dec('2'),
        executions: executed === '0' ? [] : [{ executed_quantity: dec(executed), executed_price: dec('5') }],
      },
      reported: { endedMs: Number.NEGATIVE_INFINITY },
    } as unknown as OwnOrder,
  ] as const

test('answers that may trade are listed with what is filled; ended ones and other orders are not', () => {
  const orders = new Map([
    known('works', 'open'),
    known('part', 'partial_fill', undefined, '0.5'),
    known('done', 'filled', undefined, '2'),
    known('gone', 'cancelled', 'user_cancelled'),
  ])
  const all = [
    ...['works', 'part', 'done', 'gone', 'new'].map(id => intent(id, { kind: 'accepted' })),
    intent('doubt', { kind: 'unknown' }),
    intent('no', { kind: 'rejected' }),
    { ...intent('other', { kind: 'accepted' }), context: { title: '' } },
  ]
  const answers = liveAnswers(all, orders)
  expect(answers.map(({ id, state }) => [id, state])).toEqual([
    ['works', 'works'],
    ['part', 'works'],
    ['new', 'works'],
    ['doubt', 'unknown'],
  ])
  expect(answers.map(answer => answer.filled)).toEqual(['0', '0.5', '0', '0'])
  expect(answers.map(remainingOf)).toEqual(['2', '1.5', '2', undefined])
  expect(answers[0]).toMatchObject({ orderId: '9', symbol, side: 'sell', price: '100', rfq: '7' })
})

describe('the RFQ of an answer', () => {
  const rfq = {
    id: orderId('7'),
    symbol,
    side: 'buy',
    quantity: dec('2'),
    price: undefined,
    sentMs: 0,
  } satisfies FlowRfq
  const answer = { rfq: orderId('7'), symbol, side: 'sell' } as const
  const live = (one: FlowRfq): RfqFlow => ({ ...noFlow, live: new Map([[one.id, one]]) })
  const whole: FlowState = { kind: 'live', isWhole: true }

  test('is over once the venue has reported all live RFQs without it, and not known before', () => {
    expect(rfqLife(answer, live(rfq), whole)).toBe('live')
    expect(rfqLife(answer, noFlow, whole)).toBe('over')
    expect(rfqLife(answer, { ...noFlow, ended: [{ ...rfq, endedMs: 1 }] }, { kind: 'off' })).toBe('over')
    for (const state of [{ kind: 'off' }, { kind: 'requested' }, { kind: 'live', isWhole: false }] as const)
      expect(rfqLife(answer, noFlow, state)).toBe('unknown')
    expect(rfqLife(answer, { ...noFlow, leftOut: 1 }, whole)).toBe('unknown')
  })

  test('is over if its id is now another RFQ', () => {
    expect(rfqLife(answer, live({ ...rfq, side: 'sell' }), whole)).toBe('over')
    expect(rfqLife(answer, live({ ...rfq, symbol: 'BTC-USD-PERPETUAL' }), whole)).toBe('over')
  })
})

test('a price is through fair when it gives value away', () => {
  expect(isThroughFair({ side: 'sell', price: dec('99') }, dec('100'))).toBe(true)
  expect(isThroughFair({ side: 'sell', price: dec('100') }, dec('100'))).toBe(false)
  expect(isThroughFair({ side: 'buy', price: dec('101') }, dec('100'))).toBe(true)
})

test('a step better is better for the requester', () => {
  expect(movedPrice({ side: 'sell', price: dec('100') }, 'better', dec('5'))).toBe('95')
  expect(movedPrice({ side: 'sell', price: dec('100') }, 'worse', dec('5'))).toBe('105')
  expect(movedPrice({ side: 'buy', price: dec('-100') }, 'better', dec('5'))).toBe('-95')
})
