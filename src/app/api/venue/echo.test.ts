/** Every call of the contract against an exchange that answers about something else. */
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../../core/client/client-types.ts'
import { createClient } from '../../../core/client/create-client.ts'
import type { ApiFault } from '../../../core/client/fault.ts'
import { type EndpointName, endpoints } from '../../../core/contract/endpoints.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { createVirtualTime, timersOf } from '../../../testing/order-desk/virtual-time.sim.ts'
import { limitOrder, without } from '../../../testing/outside-orders.ts'
import { openSpoilt } from '../../../testing/stored-exchange.fixture.ts'
import { createOrderTransport } from '../order-desk/transport.ts'
import { wireText } from '../order-desk/wire-text.ts'
import { orderIntent } from '../../../testing/order.fixture.ts'

async function setUp() {
  const venue = await openSpoilt()
  const token = await venue.signIn('ann')
  const client = createClient({
    http: async ({ method, url, body }) => {
      const answer = await venue.send(
        method,
        url.replace('http://venue.test', ''),
        body === undefined ? undefined : JSON.parse(body),
        token,
      )
      return { status: answer.status, text: await answer.text(), header: name => answer.headers.get(name) ?? undefined }
    },
    timers: timersOf(
      createVirtualTime(),
      () => 0.5,
      () => true,
    ),
    addressOf: () => 'http://venue.test',
    credentials: () => ({ tokenFor: () => token, serial: 1, account: 'ann', venueKey: 'v' }),
    refused: () => undefined,
    learn: () => undefined,
    clockSample: () => undefined,
  })
  for (const id of ['one', 'two']) {
    await venue.send('POST', '/v1/api/order', { new_order: limitOrder(id) }, token)
    await venue.send(
      'POST',
      '/v1/api/order',
      { new_order: without(limitOrder(`rfq-${id}`, { market_id: 'none' }), 'price') },
      token,
    )
  }
  const spoil = async (on: EndpointName): Promise<void> => {
    const set = await venue.send('POST', '/sandbox/control/faults', { account: 'ann', fault: 'another', on })
    expect(set.status).toBe(200)
  }
  return { client, spoil }
}
type Venue = Awaited<ReturnType<typeof setUp>>

const intent = (id: string): Intent => {
  const order = { symbol: 'PTF-USD', quantity: dec(1_000), price: dec('0.5'), recv_window: 100 }
  const intent = orderIntent(id, { account: 'ann', order, context: { title: 'An order' }, state: { kind: 'sending' } })
  return { ...intent, body: wireText(intent.order, 'short') }
}

type Seen = Pick<ApiFault, 'kind' | 'path'> | 'answer'
const seen = async (answered: Promise<CallResult<unknown>>): Promise<Seen> => {
  const result = await answered
  return result.ok ? 'answer' : { kind: result.fault.kind, path: result.fault.path }
}
const sent = async ({ client }: Venue): Promise<Seen> => {
  const outcome = await createOrderTransport(client).send(intent('three'))
  return outcome.kind === 'lost' ? { kind: outcome.fault.kind, path: outcome.fault.path } : 'answer'
}

const one = clientOrderId('one')
const rfq = clientOrderId('rfq-one')
/** Excluded: faults cannot be set on signing in to the sandbox or signing out. */
type Name = Exclude<EndpointName, 'sandboxSession' | 'endSandboxSession'>
/**
 * How each endpoint is called, and the field by which the client detects a response about something else. For lists,
 * the envelope.
 */
const calls: { readonly [Each in Name]: readonly [path: string, ask: (venue: Venue) => Promise<Seen>] } = {
  exchangeInfo: ['entities_and_rules_response', ({ client }) => seen(client.call('exchangeInfo'))],
  deliverableInfo: [
    'deliverable_id',
    ({ client }) => seen(client.call('deliverableInfo', { query: { deliverable_id: '2' as never } })),
  ],
  placeOrder: ['client_order_id', sent],
  openOrders: ['query_open_orders_response', ({ client }) => seen(client.call('openOrders'))],
  orderDetails: [
    'client_order_id',
    ({ client }) => seen(client.call('orderDetails', { query: { client_order_id: one } })),
  ],
  balances: ['balance_response', ({ client }) => seen(client.call('balances'))],
  positions: ['positions_response', ({ client }) => seen(client.call('positions'))],
  time: ['server_utc_timestamp', ({ client }) => seen(client.call('time'))],
  orderBook: ['symbol', ({ client }) => seen(client.call('orderBook', { query: { symbol: 'BTC-USD', depth: 5 } }))],
  marketSummary: ['', ({ client }) => seen(client.call('marketSummary'))],
  cancelOrder: [
    'client_order_id',
    ({ client }) => seen(client.call('cancelOrder', { query: { client_order_id: one } })),
  ],
  cancelAllOrders: ['symbol', ({ client }) => seen(client.call('cancelAllOrders', { query: { symbol: 'PTF-USD' } }))],
  refreshInterest: [
    'client_order_id',
    ({ client }) => seen(client.call('refreshInterest', { query: { client_order_id: rfq } })),
  ],
}
const names = Object.keys(calls) as readonly Name[]

describe('an answer about something else', () => {
  it('is tried on every call of the contract', () => {
    expect([...names].sort()).toEqual(
      Object.keys(endpoints)
        .filter(name => name !== 'sandboxSession' && name !== 'endSandboxSession')
        .sort(),
    )
  })

  it.each(names)('is not used: %s', async name => {
    const venue = await setUp()
    const [path, ask] = calls[name]
    await venue.spoil(name)
    expect(await ask(venue)).toEqual({ kind: 'drift', path })
    if (name !== 'placeOrder') expect(await ask(venue), 'without the fault').toBe('answer')
  })

  it.each([
    ['the same legs in another order', 'B-USD@-1/A-USD@1', 'answer'],
    ['the legs turned', 'A-USD@-1/B-USD@1', { kind: 'drift', path: 'symbol' }],
    ['another ratio', 'A-USD@2/B-USD@-2', { kind: 'drift', path: 'symbol' }],
  ])('is told apart for packages by their legs: %s', async (_, symbol, expected) => {
    const { client } = await setUp()
    const book = { orderbook_response: { server_utc_timestamp: '1795000000000000', symbol, buy: [], sell: [] } }
    const answer = { status: 200, text: JSON.stringify(book), header: () => undefined }
    const decoded = client.decode('orderBook', answer, { query: { symbol: 'A-USD@1/B-USD@-1', depth: 5 } })
    expect(decoded.ok ? 'answer' : { kind: decoded.fault.kind, path: decoded.fault.path }).toEqual(expected)
  })
})
