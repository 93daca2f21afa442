import { expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { withSentMarkets } from './sent-market.ts'

const me = { account: 'me', venueKey: 'v1' }
const intent = (id: string, market_id: string, account = 'me'): Intent => ({
  client_order_id: clientOrderId(id),
  venueKey: 'v1',
  account,
  order: {
    client_order_id: clientOrderId(id),
    market_id,
    side: 'buy',
    type: 'LIMIT',
    time_in_force: 'GTC',
    quantity: dec('1'),
  },
  body: '',
  context: { title: '' },
  createdAtMs: 0,
  sends: 1,
  state: { kind: 'sending' },
  history: [],
})
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
