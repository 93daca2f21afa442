import { describe, expect, it } from 'vitest'
import { dec, zero } from '../../../core/domain/decimal.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { addEvidence } from '../../../core/domain/own-order.ts'
import type { RfqTry } from '../../model/orders/rfq-tries.ts'
import { testIntent, testRecord } from '../../../testing/journal.fixture.ts'
import { rfqCard } from '../../../testing/rfq-card.fixture.ts'
import { isAsSent } from './end-filled-rfqs.ts'

const accepted = { kind: 'accepted', by: 'look_up' } as const
const intents = [testIntent('q', accepted, [], 'none'), testIntent('f', accepted, [])]
const rfq: OrderRecord = { ...testRecord('q', 0), market_id: 'none' }
const take = testRecord('f', 3, 'filled')
const tried: RfqTry = {
  clientOrderId: 'f',
  orderId: undefined,
  side: 'buy',
  price: dec('100'),
  quantity: dec('3'),
  atMs: 0,
  state: 'filled',
  fills: undefined,
  out: { filled: dec('3'), working: zero, inDoubt: zero },
  isOpen: false,
  isOver: true,
}
const isAsSentBy = (...records: readonly OrderRecord[]): boolean => {
  const known = records.map(record => addEvidence(undefined, record.client_order_id, { kind: 'record', record }))
  return isAsSent(rfqCard({ tries: [tried] }), intents, {
    orders: new Map(known.map(each => [each.client_order_id, each])),
  })
}

describe('the automatic cancel of a filled RFQ', () => {
  it('is sent while the venue reports the RFQ and its orders as they were sent', () => {
    expect(isAsSentBy()).toBe(true)
    expect(isAsSentBy(rfq, take)).toBe(true)
  })

  it('is not sent once the record of the RFQ or of an order for it differs from what was sent', () => {
    expect(isAsSentBy({ ...rfq, quantity: dec('7') }, take)).toBe(false)
    expect(isAsSentBy(rfq, { ...take, side: 'sell' })).toBe(false)
  })
})
