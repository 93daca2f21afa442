import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../../../core/domain/ids.ts'
import type { IntentState } from '../../../core/domain/intent.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { micros } from '../../../core/domain/time.ts'
import { outcomeText } from './outcome-text.ts'
import { firmAtMarket, orderIntent } from '../../../testing/order.fixture.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const id = clientOrderId('lw-1')
const order = { ...firmAtMarket, side: 'buy', quantity: dec('1'), client_order_id: id, symbol: 'BTC-USD' }
const answer = {
  utc_timestamp: micros(1),
  market_id: '0',
  symbol: 'BTC-USD',
  type: 'MARKET',
  client_order_id: id,
  quantity: dec('1'),
}

const of = (state: IntentState, market = '0', record?: OrderRecord) =>
  outcomeText(orderIntent(id, { order: { ...order, market_id: market }, context: { title: 'BTC' }, state }), record)

describe('the words of an outcome', () => {
  it('give the venue’s id of an accepted order as a detail, and none where it gave none', () => {
    expect(of({ kind: 'accepted', by: 'answer', accepted: { ...answer, order_id: orderId('42') } })).toMatchObject({
      title: 'Order accepted',
      body: undefined,
      settled: true,
    })
    expect(of({ kind: 'accepted', by: 'look_up' }, 'none')).toMatchObject({
      title: 'RFQ accepted',
      body: expect.stringContaining('once'),
    })
  })

  it('have what an order came to as their headline', () => {
    const accepted = { kind: 'accepted', by: 'answer' } as const
    const record = { ...order, order_id: orderId('42'), order_state: 'accepted', cancel_state: 'none', executions: [] }
    const fill = (quantity: string) => testExecution(quantity, '100', '1')
    expect(of(accepted, '0', { ...record, executions: [fill('1')] })).toMatchObject({
      title: 'Bought 1 · BTC-USD at 100',
      body: undefined,
    })
    const part = { ...record, executions: [fill('0.4')], cancel_state: 'immediate_with_insufficient_liquidity' }
    expect(of(accepted, '0', part)).toMatchObject({
      title: 'Bought 0.4 · BTC-USD at 100',
      body: 'Filled 0.4 of 1. Immediate or cancel: what was not filled was cancelled.',
    })
    expect(of(accepted, '0', { ...part, executions: [] })).toMatchObject({ title: 'Nothing filled', tone: 'warning' })
    expect(of(accepted, '0', record)).toMatchObject({ title: 'Order working' })
  })

  it('give a rejection in plain words with the raw reason, and an unknown reason raw alone', () => {
    const rejected = (reason: string) => of({ kind: 'rejected', rejected: { ...answer, reason }, isChecked: true })
    expect(rejected('invalid_legs')).toMatchObject({
      tone: 'danger',
      body: expect.stringContaining('Legs not accepted'),
      raw: 'invalid_legs',
    })
    expect(rejected('too_cloudy')).toMatchObject({ body: 'The venue gave this reason:', raw: 'too_cloudy' })
  })

  it('say first how the venue’s order differs from the one sent', () => {
    const accepted = { ...answer, quantity: dec('100'), symbol: 'ETH-USD' }
    expect(of({ kind: 'accepted', by: 'answer', accepted })).toMatchObject({
      tone: 'danger',
      title: 'Accepted, but not as sent',
      body: expect.stringContaining(
        'The venue has another order than was sent: instrument ETH-USD instead of BTC-USD; quantity 100 instead of 1.',
      ),
    })
  })

  it('keep the venue’s words with an order that it does not know', () => {
    expect(of({ kind: 'unseen', looks: 6, reason: 'invalid parameters' })).toMatchObject({
      body: expect.stringMatching(/^Not found at the venue.* It was answered:$/),
      raw: 'invalid parameters',
    })
  })

  it('never settle what is unknown or unseen', () => {
    expect(of({ kind: 'unknown', why: 'No answer came.', looks: 1, nextLookUpAtMs: undefined })).toMatchObject({
      settled: false,
      body: 'No answer came. It is not resent automatically. Tried to look it up 1 time so far.',
    })
    expect(of({ kind: 'unseen', looks: 6 })).toMatchObject({
      settled: false,
      body: expect.stringMatching(/^Not found at the venue /),
    })
    expect(of({ kind: 'unknown', why: 'invalid parameters', looks: 0, nextLookUpAtMs: undefined }).body).toMatch(
      /^invalid parameters\. It /,
    )
  })
})
