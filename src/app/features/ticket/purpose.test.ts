// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { desk } from '../../api/order-desk/desk.ts'
import { dec } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { testIntent } from '../../../testing/journal.fixture.ts'
import { reviewFor } from './rfq-room.ts'
import { reviewBefore } from './use-amend.ts'
import { takeAt } from './use-quote-watch.ts'
import { mender } from './use-review-check.ts'

const base = testIntent('answer', { kind: 'draft' }, [])
const before = { price: dec('9'), quantity: dec('4'), cycles: 3 }
const intent: Intent = {
  ...base,
  order: { ...base.order, price: dec('10'), quantity: dec('4') },
  context: { ...base.context, answers: '7', rfq: 'mine', amends: { clientOrderId: 'first', filled: dec('0'), before } },
}
const quote = { symbol: 'A', side: 'buy', price: dec('10'), quantity: dec('4'), seenAtMs: 0 } as const

const reviewed = (): Intent | undefined => desk.snapshot().intents[0]
afterEach(() => {
  const left = reviewed()
  if (left !== undefined) desk.discard(left.client_order_id)
})

test.each<[string, () => void]>([
  ['for less', () => reviewFor(intent, dec('2'))],
  ['once more as it was', () => reviewBefore(intent)?.()],
  ['at a corrected price', () => mender(intent)?.(dec('11'))],
  ['at the price of now', () => takeAt(intent, quote, dec('11'))],
])('an order reviewed again %s is for the same RFQ, and answers the same one', (_, review) => {
  review()
  expect(reviewed()?.context).toMatchObject({ answers: '7', rfq: 'mine' })
})
