// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { desk } from '../../../api/order-desk/desk.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import type { EntrySummary } from '../../../../core/domain/package/order-entry.ts'
import type { Amendable } from '../../../model/orders/open-order-rows.ts'
import { testIntent } from '../../../../testing/journal.fixture.ts'
import { reviewAmendment } from './amend-order.tsx'

test('an amended answer to the RFQ of another stays an answer to it', () => {
  const base = testIntent('answer', { kind: 'accepted', by: 'answer' }, [])
  const sent: Intent = { ...base, context: { ...base.context, answers: '7', rfq: 'mine' } }
  const legs = [{ symbol: 'ETH-USD-PERPETUAL', ratio: 1 }]
  const order = {
    row: { legs, record: { client_order_id: 'answer' } },
    side: 'sell',
    price: dec('10'),
    remaining: dec('2'),
    filled: dec('0'),
  }
  const { client_order_id: _, ...body } = base.order
  reviewAmendment(order as unknown as Amendable, sent, { order: body, wire: { legs } } as unknown as EntrySummary)
  expect(desk.snapshot().intents[0]?.context).toMatchObject({
    answers: '7',
    rfq: 'mine',
    amends: { clientOrderId: 'answer' },
  })
})
