import type { Json } from './test-outside.ts'
import { firmLimit } from './order.fixture.ts'

export const perpetual = 'BTC-USD-PERPETUAL'

export const limitOrder = (id: string, more: Json = {}): Json => ({
  symbol: perpetual,
  ...firmLimit,
  side: 'buy',
  quantity: '0.1',
  price: '50000',
  recv_window: '3',
  client_order_id: id,
  ...more,
})

export const without = (order: Json, ...keys: string[]): Json =>
  Object.fromEntries(Object.entries(order).filter(([key]) => !keys.includes(key)))
