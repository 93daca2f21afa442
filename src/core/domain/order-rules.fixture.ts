/** Orders that keep the rules, and the listing that they are checked against, for tests that break one rule each. */
import { listedInstrument } from '../../testing/listed-instrument.ts'
import { dec } from './decimal.ts'
import { clientOrderId, entityId } from './ids.ts'
import type { Instrument } from './instrument.ts'
import type { OrderContext } from './order-rules.ts'
import type { NewOrder, RequestLeg } from './order.ts'
import { firmLimit } from '../../testing/order.fixture.ts'

const instrument = (symbol: string, id: number, more: Partial<Instrument> = {}): Instrument =>
  listedInstrument(symbol, id, { minimum_value: dec('1'), ...more })

const instruments = [
  instrument('BTC-USD-PERPETUAL', 16, {
    price_step: dec('0.5'),
    quantity_step: dec('0.0001'),
    minimum_quantity: dec('0.0001'),
  }),
  instrument('BTC-20261225-100000C', 99),
  instrument('BTC-20261225-110000C', 100),
  instrument('BTC-20261127-100000C', 101),
  instrument('ETH-USD', 7, { status: 'suspended' }),
]
export const context: OrderContext = {
  byId: id => instruments.find(each => each.tradeable_entity_id === id),
  bySymbol: symbol => instruments.find(each => each.symbol === symbol),
  nowMs: Date.UTC(2026, 11, 1),
}

const base = {
  ...firmLimit,
  side: 'buy',
  quantity: dec('1'),
  client_order_id: clientOrderId('c1'),
  recv_window: 1,
} as const
export const single: NewOrder = { ...base, symbol: 'BTC-USD-PERPETUAL', price: dec('100000') }
export const leg = (id: number, ratio: number): RequestLeg => ({ tradeable_entity_id: entityId(id), ratio })
export const pair: NewOrder = { ...base, legs: [leg(99, 1), leg(100, -1)], price: dec('50') }
export const market: NewOrder = {
  ...base,
  symbol: 'BTC-USD-PERPETUAL',
  type: 'MARKET',
  time_in_force: 'IOC',
  recv_window: undefined,
}
