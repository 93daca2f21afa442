import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../../core/domain/ids.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { must } from '../../../../core/domain/must.ts'
import type { Execution, OrderRecord, OrderRejected } from '../../../../core/domain/order.ts'
import { micros } from '../../../../core/domain/time.ts'
import type { RfqState } from '../../../model/orders/rfq-cards.ts'
import { rfqCard } from '../../../../testing/rfq-card.fixture.ts'
import { stateText } from '../drawer/intent-text.ts'
import { timelineOf } from '../drawer/timeline.ts'
import { rejection } from './state-text.ts'
import { outcomeRow, outcomeRows } from './outcome-rows.ts'
import { testExecution } from '../../../../testing/execution.fixture.ts'
import { orderRecord, orderIntent } from '../../../../testing/order.fixture.ts'

const start = Date.UTC(2026, 10, 21, 14, 3, 22)
const id = clientOrderId('c')

const intent = (state: Intent['state'], market = '0'): Intent =>
  orderIntent('c', {
    account: 'demo',
    order: { symbol: 'BTC-USD', market_id: market, quantity: dec('10') },
    context: { title: 'BTC-USD' },
    createdAtMs: start,
    state,
    history: [
      { atMs: start, kind: 'confirmed' },
      { atMs: start + 2, kind: 'sending' },
      { atMs: start + 90, kind: 'accepted' },
    ],
  })

const execution = (trade: string, atMicros: number, quantity: string): Execution => ({
  ...testExecution(quantity, '100.5', trade, micros(atMicros)),
  liquidity_flag: 'added',
})

const record = (over: Partial<OrderRecord> = {}): OrderRecord => orderRecord('c', { quantity: dec('10'), ...over })

const rejected: OrderRejected = {
  utc_timestamp: micros(start * 1000),
  market_id: '0',
  type: 'LIMIT',
  client_order_id: id,
  reason: 'invalid_legs',
}

const accepted = intent({ kind: 'accepted', by: 'answer' })
const inputs = (listed: string[] | undefined, ...past: OrderRecord[]) => ({
  listed: listed === undefined ? undefined : new Set(listed),
  past: new Map(past.map(one => [one.client_order_id as string, one])),
  nowMs: start,
})

const rejections = [
  ...['less_than_minimum', 'greater_than_maximum'].flatMap(how => [
    `price_${how}_price`,
    `quantity_${how}_quantity`,
    `order_value_${how}_allowed`,
  ]),
  ...['price', 'quantity'].map(what => `${what}_not_a_valid_${what}_step`),
  'invalid_legs',
  'invalid_tradeable_entity',
  'expired_tradeable_entity',
  'invalid_fields',
  'invalid_market',
  'trading_suspended',
  'account_suspended',
  'insufficient_account_balance',
  'duplicate_client_order_id',
]

describe('recent outcomes', () => {
  it('distinguishes ends by expiry, time and cancel', () => {
    const after = Date.UTC(2026, 11, 25, 8)
    const ended = (reason: string, nowMs: number) => {
      const own = intent({ kind: 'accepted', by: 'answer' })
      const expiring = { ...own, order: { ...own.order, symbol: 'BTC-20261225-100000C', legs: undefined } }
      return outcomeRow(expiring, {
        ...inputs([], record({ cancel_state: reason, symbol: 'BTC-20261225-100000C' })),
        nowMs,
      })?.text
    }
    expect(ended('supervisory', after)).toBe('It ended with its legs, which expired.')
    expect(ended('supervisory', after - 1)).toBe('The venue cancelled it.')
    expect(ended('timeout', after)).toBe('Its time ran out.')
    expect(ended('user_cancelled', after)).toBe('You cancelled it.')
  })

  it('says by what an order was amended, which the venue calls cancelled', () => {
    const next = intent({ kind: 'accepted', by: 'answer' })
    const amending: Intent = {
      ...next,
      client_order_id: clientOrderId('next'),
      order: { ...next.order, client_order_id: clientOrderId('next'), price: dec('95000') },
      context: { title: 'BTC-USD', amends: { clientOrderId: id, filled: dec('0') } },
    }
    const before = (first: OrderRecord, later: Intent) =>
      outcomeRows([accepted, later], inputs([], first)).find(row => row.id === id)
    const cancelled = record({ cancel_state: 'user_cancelled' })
    expect(before(cancelled, amending)).toMatchObject({
      end: 'amended',
      text: 'You amended it: replaced by Buy 10 · BTC-USD, at 95,000.',
    })
    const unsent: Intent = { ...amending, state: { kind: 'draft' } }
    expect(before(cancelled, unsent)?.text).toBe('You cancelled it.')
  })

  it('an accepted order works while it is listed, and is only accepted while the list is missing', () => {
    expect(outcomeRow(accepted, inputs(['c']))?.kind).toBe('working')
    expect(outcomeRow(accepted, inputs(undefined))?.kind).toBe('accepted')
  })

  it('an order no longer listed is judged by its record, and by nothing else', () => {
    expect(outcomeRow(accepted, inputs([]))?.kind).toBe('accepted')
    expect(outcomeRow(accepted, inputs([], record()))?.kind).toBe('ended')
    expect(outcomeRow(accepted, inputs([], record({ executions: [execution('1', start * 1000, '4')] })))?.kind).toBe(
      'part filled',
    )
    expect(
      outcomeRow(accepted, inputs([], record({ executions: [execution('1', start * 1000, '10')] }))),
    ).toMatchObject({ kind: 'filled', averagePrice: '100.5' })
  })

  it('has its limit for a price only where nothing is known to be filled', () => {
    const limited = (state: Intent['state']): Intent => {
      const one = intent(state)
      return { ...one, order: { ...one.order, price: dec('99') } }
    }
    const own = limited({ kind: 'accepted', by: 'answer' })
    const limitOf = (one: Intent, ...past: OrderRecord[]) => outcomeRow(one, inputs([], ...past))?.limit
    expect(limitOf(own, record({ cancel_state: 'user_cancelled' }))).toBe('99')
    expect(limitOf(limited({ kind: 'rejected', rejected, isChecked: true }))).toBe('99')
    // Not listed yet, dismissed without an outcome, filled without executions: a price is not known.
    expect([
      limitOf(own),
      outcomeRow(own, inputs(undefined))?.limit,
      limitOf(limited({ kind: 'dead' })),
      limitOf(own, record({ order_state: 'filled' })),
      limitOf(own, record({ side: 'sell' })),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('a rejection keeps the venue’s own word beside the plain ones', () => {
    expect(outcomeRow(intent({ kind: 'rejected', rejected, isChecked: true }), inputs([]))).toMatchObject({
      kind: 'rejected',
      raw: 'invalid_legs',
    })
    const odd = { ...rejected, reason: 'moon_in_wrong_house' }
    expect(outcomeRow(intent({ kind: 'rejected', rejected: odd, isChecked: true }), inputs([]))).toMatchObject({
      text: 'moon_in_wrong_house',
      raw: undefined,
    })
  })

  it('a rejection says what is wrong in as many characters as its column has room for', () => {
    for (const reason of rejections) {
      const row = outcomeRow(
        intent({ kind: 'rejected', rejected: { ...rejected, reason }, isChecked: true }),
        inputs([]),
      )
      expect(row?.raw).toBe(reason)
      expect(rejection(must(row, reason).text).length, reason).toBeLessThanOrEqual(36)
    }
  })

  it('an RFQ that is filled is not live, whatever the venue still lists', () => {
    const rfq = intent({ kind: 'accepted', by: 'answer' }, 'none')
    const kindOf = (state: RfqState) =>
      outcomeRow(rfq, { ...inputs(['c']), rfqs: new Map([['c', rfqCard({ state })]]) })?.kind
    expect([kindOf('live'), kindOf('filled'), kindOf('checking')]).toEqual(['live', 'filled', 'checking'])
  })

  it('fills of today that another device sent are outcomes too, at their average, below the RFQ that counts them', () => {
    const at = start * 1_000
    const elsewhere = record({
      client_order_id: clientOrderId('elsewhere'),
      quantity: dec('4'),
      price: dec('90'),
      order_state: 'filled',
      executions: [execution('1', at, '3'), { ...execution('2', at, '1'), executed_price: dec('104.5') }],
    })
    const part = {
      ...elsewhere,
      client_order_id: clientOrderId('part'),
      quantity: dec('5'),
      order_state: 'partial_fill',
    }
    const cancelled = { ...part, cancel_state: 'user_cancelled' }
    const unfilled = { ...cancelled, client_order_id: clientOrderId('unfilled'), executions: [] }
    const rfq = { ...elsewhere, client_order_id: clientOrderId('rfq'), market_id: 'none' }
    const own = record({ order_state: 'filled', executions: [execution('3', at, '10')] })
    const closed = { ...elsewhere, client_order_id: clientOrderId('liquidation-7') }
    const rows = (todayMs: number) =>
      outcomeRows([accepted], { ...inputs([], elsewhere, cancelled, unfilled, rfq, own, closed), todayMs })
    expect(rows(start).map(({ id: each, kind, filled, end, atMs }) => [each, kind, filled, end, atMs])).toEqual([
      ['c', 'filled', '10', 'ended', start],
      ['elsewhere', 'filled', '4', 'ended', undefined],
      ['part', 'part filled', '4', 'cancelled', undefined],
      ['liquidation-7', 'liquidation', '4', 'ended', undefined],
    ])
    const [, row] = rows(start)
    expect(row?.averagePrice).toBe('101.5')
    // A price in the phrase would be shown instead of the average.
    expect(row?.phrased).not.toHaveProperty('price')
    expect(rows(start + 1).map(({ id: each }) => each)).toEqual(['c'])
  })

  it('what is unknown is no outcome', () => {
    expect(
      outcomeRows(
        [intent({ kind: 'unknown', why: 'w', looks: 0, nextLookUpAtMs: undefined }), intent({ kind: 'dead' })],
        inputs([]),
      ),
    ).toHaveLength(1)
  })

  it('one that a liquidation cancelled says so', () => {
    const cancelled = { ...record(), cancel_state: 'liquidation' }
    expect(outcomeRow(intent({ kind: 'accepted', by: 'answer' }), inputs([], cancelled))).toMatchObject({
      kind: 'liquidation',
      text: 'Cancelled by a liquidation of the account.',
    })
  })

  it('says why an order ended in the venue’s word, and that a part-filled one still works', () => {
    const text = (cancelState: string, market = '0') =>
      outcomeRow(
        intent({ kind: 'accepted', by: 'answer' }, market),
        inputs([], record({ cancel_state: cancelState, market_id: market })),
      )?.text
    expect([
      text('user_cancelled'),
      text('timeout', 'none'),
      text('moon_in_wrong_house'),
      text('none', 'none'),
    ]).toEqual(['You cancelled it.', 'Its time ran out.', 'moon_in_wrong_house', 'Ended.'])
    const open = new Map([['c', record({ executions: [execution('1', start * 1000, '4')] })]])
    expect(outcomeRow(accepted, { ...inputs(['c']), open })).toMatchObject({
      kind: 'part filled',
      averagePrice: '100.5',
    })
  })

  it('an RFQ that is gone has ended, whatever its record says', () => {
    expect(outcomeRow(intent({ kind: 'accepted', by: 'answer' }, 'none'), inputs([]))).toMatchObject({
      kind: 'ended',
      isRfq: true,
    })
  })
})

describe('the life of one order', () => {
  it('steps run by time, executions to the microsecond with what is filled so far', () => {
    const filled = record({
      executions: [execution('2', start * 1000 + 200_002, '6'), execution('1', start * 1000 + 200_001, '4')],
    })
    const steps = timelineOf(filled, accepted)
    expect(steps.map(step => step.id)).toEqual(['desk 0', 'desk 1', 'desk 2', 'trade 1', 'trade 2'])
    expect(steps.at(-1)).toMatchObject({ exact: start * 1000 + 200_002, text: 'filled 6 at 100.5, 10 of 10 in all' })
  })

  it('a cancel without effect is shown in the venue’s words', () => {
    const refused = {
      client_order_id: 'a',
      kind: 'command',
      what: 'cancel refused',
      detail: 'order has been fully executed',
    } as const
    const steps = timelineOf(undefined, undefined, [{ ...refused, id: 'c', atMs: start }])
    expect(steps.map(step => step.text)).toEqual(['cancel refused: order has been fully executed'])
  })

  it('an order sent from elsewhere has its executions alone', () => {
    expect(timelineOf(record({ executions: [execution('1', start * 1000, '1')] }), undefined)).toHaveLength(1)
    expect(timelineOf(undefined, undefined)).toEqual([])
  })

  it('what is unseen leaves the choice to the trader', () => {
    expect(stateText(intent({ kind: 'unseen', looks: 6 }))).toContain('Not found at the venue')
  })
})

describe('an order that the venue has otherwise than it was sent', () => {
  const nothing = { listed: new Set<string>([id]), past: new Map<string, OrderRecord>(), nowMs: start }
  it('is not called working or filled: its row says the difference', () => {
    const accepted = intent({ kind: 'accepted', by: 'answer' })
    expect(outcomeRow(accepted, { ...nothing, open: new Map([[id, record({ side: 'sell' })]]) })).toMatchObject({
      kind: 'not as sent',
      text: 'The venue has another order than was sent: side sell instead of buy.',
    })
    const overfilled = record({ order_state: 'filled', executions: [execution('1', 1, '10'), execution('2', 2, '4')] })
    const past = { ...nothing, listed: new Set<string>(), past: new Map([[id as string, overfilled]]) }
    expect(outcomeRow(accepted, past)?.text).toContain('14 filled, more than the 10 ordered')
    expect(outcomeRow(accepted, past)).toMatchObject({ averagePrice: '100.5', filled: '14' })
    expect(stateText(accepted, overfilled)).toContain('14 filled, more than the 10 ordered')
  })
})
