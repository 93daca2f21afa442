import { expect, test } from 'vitest'
import { refuseOrders } from './refuse-orders.ts'

test.each([
  '{"authenticate":{"credentials_secret":"x"}}',
  '{"heartbeat":{}}',
  '{"cancel_order":{"order_id":"1"}}',
  '{"balances":{}}',
])('a message without an order may pass: %s', text => expect(refuseOrders(text)).toBeUndefined())

test.each([
  '{"new_order":{}}',
  '{"new_bulk_order":{"orders":[]}}',
  '{"balances":{},"new_order":{}}',
  '{"balances":{},"balances":{}}',
  '{"replace_order":{}}',
  '{"toString":{}}',
  '[]',
  'x',
  '',
])('an order, and what is not understood, ends the socket: %s', text =>
  expect(refuseOrders(text)).toContain('orders go by HTTP'),
)
