import { expect, it } from 'vitest'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { withSentMarkets } from './sent-market.ts'
import { orderIntent } from '../../../testing/order.fixture.ts'

const me = { account: 'me', venueKey: 'v1' }
const intent = (id: string, market_id: string, account = 'me'): Intent =>
  orderIntent(id, { venueKey: 'v1', account, order: { market_id }, state: { kind: 'sending' } })
const record = (id: string, market_id: string) => ({ client_order_id: clientOrderId(id), market_id })

it('a record without its market has that of the order that this account sent, and no other', () => {
  const records = [record('a', ''), record('b', ''), record('c', '0'), record('d', '')]
  const intents = [intent('a', 'none'), intent('b', '0'), intent('c', 'none'), intent('d', 'none', 'another')]
  expect(withSentMarkets(records, intents, me).map(each => each.market_id)).toEqual(['none', '0', '0', ''])
})

it('what a venue says itself stays as it is', () => {
  const records = [record('a', '0')]
  expect(withSentMarkets(records, [intent('a', 'none')], me)).toBe(records)
})
