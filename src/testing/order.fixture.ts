import { dec } from '../core/domain/decimal.ts'
import { clientOrderId } from '../core/domain/ids.ts'
import type { Intent } from '../core/domain/intent.ts'
import type { NewOrder, OrderAccepted, OrderRecord } from '../core/domain/order.ts'
import { micros } from '../core/domain/time.ts'

/* Kinds of order, to spread into an order. They also fit the wire, where sizes and prices are text. */

/** Rests in the book until its receive window ends. */
export const firmLimit = { market_id: '0', type: 'LIMIT', time_in_force: 'GTC' } as const

/** Trades immediately at its price or better; the rest is cancelled. */
export const firmIoc = { ...firmLimit, time_in_force: 'IOC' } as const

/** Trades immediately at any price; the rest is cancelled. */
export const firmAtMarket = { market_id: '0', type: 'MARKET', time_in_force: 'IOC' } as const

/** A firm limit order that works at the venue, with nothing filled. */
export const orderRecord = (id: string, more: Partial<OrderRecord> = {}): OrderRecord => ({
  market_id: '0',
  symbol: 'BTC-USD',
  side: 'buy',
  type: 'LIMIT',
  quantity: dec(1),
  client_order_id: clientOrderId(id),
  order_state: 'accepted',
  cancel_state: 'none',
  executions: [],
  ...more,
})

/** The venue's acceptance of such an order. */
export const orderAccepted = (id: string, more: Partial<OrderAccepted> = {}): OrderAccepted => ({
  utc_timestamp: micros(1),
  market_id: '0',
  symbol: 'BTC-USD',
  type: 'LIMIT',
  client_order_id: clientOrderId(id),
  quantity: dec(1),
  ...more,
})

type IntentChanges = Partial<Omit<Intent, 'order'>> & { readonly order?: Partial<NewOrder> }
/** An intent to send such an order. */
export const orderIntent = (id: string, { order, ...more }: IntentChanges = {}): Intent => ({
  client_order_id: clientOrderId(id),
  venueKey: 'v',
  account: 'a',
  order: { ...firmLimit, side: 'buy', quantity: dec(1), client_order_id: clientOrderId(id), ...order },
  body: '',
  context: { title: '' },
  createdAtMs: 0,
  state: { kind: 'draft' },
  sends: 1,
  history: [],
  ...more,
})
