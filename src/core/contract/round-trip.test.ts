import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionKey } from '../domain/account.ts'
import { cmp, dec, zero } from '../domain/decimal.ts'
import { clientOrderId, deliverableId, entityId, orderId, tradeId } from '../domain/ids.ts'
import { markName } from '../domain/safe-text.ts'
import { micros } from '../domain/time.ts'
import { z } from '../domain/zod.ts'
import { newOrderBody, newOrderBodyLongKeys } from './answers.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { jsonOf } from './plain-scalars.ts'
import { validRows } from './rows.ts'

const text = fc
  .string({ maxLength: 20 })
  .map(value => value.trim().replace(/ +/g, ' '))
  .filter(value => value !== '')
const marked = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).map(markName)
const symbol = fc.constantFrom(
  'BTC-USD',
  'BTC-USD-PERPETUAL',
  'BTC-20261225',
  'BTC-20261225-100000C',
  'AVAX-20261225-37.5P',
  'BTC-1@1/BTC-2@-1',
)
const decimal = fc.stringMatching(/^-?\d{1,12}(\.\d{1,10})?$/).map(value => dec(value))
const computed = fc.stringMatching(/^-?\d{1,12}\.\d{1,10}$/).map(value => dec(value))
const step = fc.constantFrom('1', '0.5', '0.0001', '25.0').map(dec)
const whole = fc.integer({ min: -65_534, max: 65_534 })
/** 2001 to 2100, where the number of digits separates µs from ns. */
const time = fc.integer({ min: 1_000_000_000_000_000, max: 4_100_000_000_000_000 }).map(micros)
const digits = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(String)
const entity = digits.map(entityId)
const deliverable = digits.map(deliverableId)
const order = digits.map(orderId)
const client = marked.map(clientOrderId)

const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const rows = <Row>(row: fc.Arbitrary<Row>, selector?: (each: Row) => string) =>
  (selector === undefined ? fc.array(row, { maxLength: 4 }) : fc.uniqueArray(row, { maxLength: 4, selector })).map(
    list => validRows(list),
  )

const leg = fc.record({ tradeable_entity_id: entity, symbol, ratio: whole })
const requestLeg = fc.oneof(
  leg,
  fc.record({ tradeable_entity_id: fc.constant(undefined), symbol, ratio: whole }),
  fc.record({ tradeable_entity_id: entity, symbol: fc.constant(undefined), ratio: whole }),
)
const instrument = fc.record({
  symbol,
  tradeable_entity_id: entity,
  status: fc.constantFrom('active', 'suspended', 'closing'),
  base_asset: marked,
  quote_asset: marked,
  minimum_quantity: decimal,
  maximum_quantity: decimal,
  minimum_value: decimal,
  maximum_value: decimal,
  quantity_step: step,
  price_step: step,
  tags: fc.array(marked, { maxLength: 3 }),
})
const execution = fc.record({
  utc_timestamp: time,
  executed_quantity: computed,
  executed_price: computed,
  trade_id: digits.map(tradeId),
  liquidity_flag: fc.constantFrom('added', 'taken'),
})
const orderRecord = fc.record({
  market_id: fc.constantFrom('0', 'none', '255'),
  tradeable_entity_id: optional(entity),
  symbol,
  side: fc.constantFrom('buy', 'sell'),
  type: fc.constantFrom('LIMIT', 'MARKET'),
  quantity: decimal,
  price: optional(decimal),
  order_id: optional(order),
  client_order_id: client,
  order_state: fc.constantFrom('accepted', 'partial_fill', 'filled', 'something_new'),
  cancel_state: fc.constantFrom('none', 'user_cancelled'),
  executions: fc.uniqueArray(execution, { maxLength: 3, selector: each => each.trade_id }),
  legs: optional(fc.array(leg, { minLength: 2, maxLength: 4 })),
})
const accepted = fc.record({
  utc_timestamp: time,
  market_id: fc.constantFrom('0', 'none'),
  tradeable_entity_id: optional(entity),
  symbol,
  order_id: optional(order),
  type: fc.constantFrom('LIMIT', 'MARKET'),
  client_order_id: client,
  quantity: decimal,
  price: optional(decimal),
  minimum_quantity: optional(decimal),
  ioi_cache_timeout: optional(whole),
  legs: optional(fc.array(leg, { minLength: 1, maxLength: 4 })),
})
const rejected = fc.record({
  utc_timestamp: time,
  market_id: fc.constantFrom('0', 'none', ''),
  tradeable_entity_id: optional(entity),
  symbol: optional(symbol),
  type: fc.constantFrom('LIMIT', 'MARKET', ''),
  client_order_id: fc.oneof(client, fc.constant(clientOrderId(''))),
  quantity: optional(decimal),
  minimum_quantity: optional(decimal),
  price: optional(decimal),
  legs: optional(fc.array(requestLeg, { maxLength: 4 })),
  reason: text,
})
const newOrder = fc.record({
  symbol: optional(symbol),
  tradeable_entity_id: optional(entity),
  market_id: text,
  side: text,
  type: text,
  time_in_force: text,
  quantity: decimal,
  minimum_quantity: optional(decimal),
  price: optional(decimal),
  client_order_id: client,
  recv_window: optional(whole),
  legs: optional(fc.array(requestLeg, { minLength: 1, maxLength: 10 })),
  user_tag: optional(text),
})
const balance = fc.record({
  deliverable_id: deliverable,
  symbol: fc.constantFrom('USD', 'USD-REFERENCE', 'BTC'),
  timestamp: time,
  cash_balance: computed,
  reserved_balance: computed,
  available_balance: computed,
  withdrawable_balance: computed,
})
const position = fc.record({
  symbol,
  deliverable_id: deliverable,
  product_type: fc.constantFrom('option', 'perpetual_future', 'future'),
  timestamp: time,
  side: fc.constantFrom('long', 'short'),
  size: computed,
  average_entry_price: computed,
  mark_price: computed,
  upnl: computed,
  margin_value: optional(computed),
})
const level = fc.record({ price: computed, quantity: fc.constantFrom('1.0', '0.05', '1500.0').map(dec) })
const book = fc
  .record({ server_utc_timestamp: time, symbol, levels: fc.array(level, { maxLength: 6 }) })
  .map(({ levels, ...rest }) => {
    const isPackage = rest.symbol.includes('@')
    const possible = levels
      .filter(({ price }) => isPackage || cmp(price, zero) >= 0)
      .sort((a, b) => cmp(a.price, b.price))
    return { ...rest, buy: possible.slice(0, 3).reverse(), sell: possible.slice(3) }
  })
const summary = fc.record({
  id: entity,
  symbol,
  product_type: fc.constantFrom('spot', 'perpetual_future', 'future', 'option', 'index'),
  best_bid: optional(computed),
  best_ask: optional(computed),
  last_price: optional(computed),
  index_price: optional(computed),
  volume: optional(computed),
  base_volume: optional(computed),
  open_interest: optional(computed),
  price_change: optional(computed),
  low_24: optional(computed),
  high_24: optional(computed),
  funding_rate: optional(computed),
})
const pending = fc.record({ client_order_id: client, order_state: fc.constant('pending_cancel') })

const answers: { readonly [Name in EndpointName]: fc.Arbitrary<unknown> } = {
  exchangeInfo: fc.record({
    entities_and_rules_response: fc.record({
      server_utc_timestamp: time,
      symbols: rows(instrument, row => row.symbol),
    }),
  }),
  deliverableInfo: fc.record({
    deliverables_response: fc.record({
      server_utc_timestamp: time,
      deliverables: rows(fc.record({ symbol, deliverable_id: deliverable }), each => each.symbol),
    }),
  }),
  placeOrder: fc.oneof(fc.record({ order_accepted: accepted }), fc.record({ order_rejected: rejected })),
  openOrders: fc.record({
    query_open_orders_response: fc.record({
      utc_timestamp: time,
      open_orders: rows(orderRecord, row => row.order_id ?? row.client_order_id),
    }),
  }),
  orderDetails: fc.record({
    query_order_response: fc.oneof(
      fc.record({ kind: fc.constant('found'), order: orderRecord, at: time }),
      fc.record({ kind: fc.constant('not_found'), error: fc.constant('failed'), reason: text }),
    ),
  }),
  balances: fc.record({ balance_response: rows(balance, row => row.symbol) }),
  positions: fc.record({
    positions_response: fc.record({ server_utc_timestamp: time, positions: rows(position, positionKey) }),
  }),
  time: fc.record({ server_utc_timestamp: time }),
  orderBook: fc.record({ orderbook_response: book }),
  marketSummary: rows(summary, each => each.symbol),
  cancelOrder: fc.record({
    cancel_order_response: fc.record({
      tradeable_entity_id: optional(entity),
      symbol: optional(symbol),
      order_id: optional(order),
      client_order_id: optional(client),
      timestamp: optional(time),
      filled_quantity: optional(computed),
      reason: text,
    }),
  }),
  cancelAllOrders: fc.record({
    cancel_all_orders_response: fc.record({
      timestamp: time,
      reason: text,
      user_tag: optional(text),
      symbol: optional(text),
      tradeable_entity_id: optional(entity),
      results: optional(rows(pending)),
    }),
  }),
  refreshInterest: fc.record({
    refresh_response: fc.record({
      order_id: optional(order),
      client_order_id: optional(client),
      timestamp: time,
      reason: text,
    }),
  }),
  endSandboxSession: fc.record({ session_ended: text }),
  sandboxSession: fc.record({
    credentials_secret: fc.stringMatching(/^[\w-]{5}\.[\w-]{5}\.[\w-]{5}$/),
    account: text,
    expires_at: time,
  }),
}

const settled = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function leaves(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leaves)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
}

function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNumbers(each)]))
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value
  return String(Number(value)) === value ? Number(value) : value
}

const names = Object.keys(endpoints) as EndpointName[]
const codecOf = (name: EndpointName): z.ZodMiniType => endpoints[name].answer

describe('every answer of the endpoint table', () => {
  it.each(names)('%s comes back from the wire as it was, and every value travels as a string', name => {
    fc.assert(
      fc.property(answers[name], value => {
        const wire = settled(z.encode(codecOf(name), value))
        for (const leaf of leaves(wire)) expect(leaf === null || typeof leaf === 'string').toBe(true)
        expect(settled(z.decode(codecOf(name), wire))).toEqual(settled(value))
      }),
    )
  })

  it.each(names)('%s is read alike when a venue writes numbers', name => {
    fc.assert(
      fc.property(answers[name], value => {
        const wire = settled(z.encode(codecOf(name), value))
        const written = JSON.stringify(withNumbers(wire))
        expect(settled(z.decode(codecOf(name), jsonOf(written)))).toEqual(settled(value))
      }),
    )
  })

  it.each(names)('%s keeps fields it does not know', name => {
    fc.assert(
      fc.property(answers[name], value => {
        const wire = settled(z.encode(codecOf(name), value))
        const envelope = Array.isArray(wire) ? undefined : Object.values(wire as Record<string, unknown>)[0]
        if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return
        Object.assign(envelope, { field_of_tomorrow: { deep: ['x'] } })
        expect(JSON.stringify(z.decode(codecOf(name), wire))).toContain('field_of_tomorrow')
      }),
      { numRuns: 20 },
    )
  })
})

describe('the request of an order', () => {
  it('comes back from the wire as it was, with short and with long keys of legs, all values strings', () => {
    fc.assert(
      fc.property(newOrder, value => {
        const body = { new_order: value }
        for (const codec of [newOrderBody, newOrderBodyLongKeys]) {
          const wire = settled(z.encode(codec, body))
          for (const leaf of leaves(wire)) expect(typeof leaf).toBe('string')
          expect(settled(z.decode(newOrderBody, wire as never))).toEqual(settled(body))
          expect(settled(z.decode(newOrderBodyLongKeys, wire as never))).toEqual(settled(body))
        }
      }),
    )
  })

  it('writes the short keys sym and tid, or the long ones', () => {
    const body = {
      new_order: {
        market_id: '0',
        side: 'buy',
        type: 'LIMIT',
        time_in_force: 'IOC',
        quantity: dec('1.0'),
        client_order_id: clientOrderId('x'),
        legs: [
          { tradeable_entity_id: entityId(5), symbol: undefined, ratio: 1 },
          { tradeable_entity_id: undefined, symbol: 'B', ratio: -2 },
        ],
      },
    }
    const legsOf = (wire: unknown) => (settled(wire) as { new_order: { legs: unknown } }).new_order.legs
    expect(legsOf(z.encode(newOrderBody, body))).toEqual([
      { tid: '5', ratio: '1' },
      { sym: 'B', ratio: '-2' },
    ])
    expect(legsOf(z.encode(newOrderBodyLongKeys, body))).toEqual([
      { tradeable_entity_id: '5', ratio: '1' },
      { symbol: 'B', ratio: '-2' },
    ])
  })
})

describe('what the contract says in particular', () => {
  const multiLeg = {
    utc_timestamp: '1668696412345678',
    market_id: 'none',
    tradeable_entity_id: '',
    symbol: 'A@1/B@-1',
    type: 'LIMIT',
    client_order_id: 'c',
    quantity: '10',
    ioi_cache_timeout: '1800',
    legs: [
      { tradeable_entity_id: 5, symbol: 'A', ratio: 1 },
      { tradeable_entity_id: 7, symbol: 'B', ratio: -1 },
    ],
  }

  it('the acceptance of a multi-leg RFQ has an empty tradeable_entity_id, both ways', () => {
    const read = z.decode(endpoints.placeOrder.answer, { order_accepted: multiLeg })
    if (!('order_accepted' in read)) throw new Error('accepted')
    expect(read.order_accepted.tradeable_entity_id).toBeUndefined()
    const { tradeable_entity_id: _, ...without } = read.order_accepted
    expect(settled(z.encode(endpoints.placeOrder.answer, { order_accepted: without }))).toMatchObject({
      order_accepted: { tradeable_entity_id: '' },
    })
  })

  it('USD-REFERENCE shares its deliverable id with USD and stays a row of its own', () => {
    const row = {
      deliverable_id: '2',
      timestamp: '1668696412345678901',
      cash_balance: '1',
      reserved_balance: '-2.5',
      available_balance: '3.5',
      withdrawable_balance: '0',
    }
    const { balance_response } = z.decode(endpoints.balances.answer, {
      balance_response: [
        { ...row, symbol: 'USD' },
        { ...row, symbol: 'USD-REFERENCE' },
      ],
    })
    expect(balance_response.rows.map(each => [each.symbol, each.deliverable_id, each.reserved_balance])).toEqual([
      ['USD', '2', '-2.5'],
      ['USD-REFERENCE', '2', '-2.5'],
    ])
  })

  it('order details are a record or the error object, which is written as it was read', () => {
    const failed = { query_order_response: { error: 'failed', reason: 'not found' } }
    const read = z.decode(endpoints.orderDetails.answer, failed)
    expect(read.query_order_response).toEqual({ kind: 'not_found', error: 'failed', reason: 'not found' })
    const bare = { query_order_response: { kind: 'not_found' as const, reason: 'not found' } }
    expect(z.encode(endpoints.orderDetails.answer, bare)).toEqual(failed)
    const drifted = z.safeDecode(endpoints.orderDetails.answer, {
      query_order_response: { client_order_id: 'a', utc_timestamp: '1' },
    })
    expect(drifted.error?.issues[0]?.path.slice(0, 2)).toEqual(['query_order_response', 'symbol'])
  })

  it('an execution reported twice is read once, in order', () => {
    const execution = (trade_id: string) => ({
      utc_timestamp: '1',
      executed_quantity: '1',
      executed_price: '2',
      trade_id,
      liquidity_flag: 'added',
    })
    const executions = ['a', 'b', 'a'].map(execution)
    const order = {
      symbol: 'A',
      side: 'buy',
      quantity: '3',
      client_order_id: 'c',
      order_state: 'partial_fill',
      executions,
      utc_timestamp: '1',
    }
    const { query_order_response: details } = z.decode(endpoints.orderDetails.answer, { query_order_response: order })
    expect(details.kind === 'found' ? details.order.executions.map(each => each.trade_id) : details).toEqual(['a', 'b'])
  })

  it('a body that is neither accepted nor rejected is no answer to an order', () => {
    for (const body of [{}, { error: 'x' }, { order_accepted: {} }, [], null, 'ok'])
      expect(z.safeDecode(endpoints.placeOrder.answer, body as never).success).toBe(false)
  })
})

describe('bad rows', () => {
  const good = { symbol: 'A', deliverable_id: '1' }
  const read = (list: unknown[]) =>
    z.decode(endpoints.deliverableInfo.answer, {
      deliverables_response: { server_utc_timestamp: '1', deliverables: list },
    }).deliverables_response.deliverables

  it('are set aside with the path of the field at fault, the good ones are kept in order', () => {
    const { rows: saved, rejected: aside } = read([
      good,
      { symbol: 'B' },
      { ...good, symbol: 'C' },
      null,
      7,
      { symbol: { x: 1 }, deliverable_id: '3' },
    ])
    expect(saved.map(row => row.symbol)).toEqual(['A', 'C'])
    expect(aside.map(({ index, path }) => [index, path])).toEqual([
      [1, 'deliverable_id'],
      [3, ''],
      [4, ''],
      [5, 'symbol'],
    ])
  })

  it('tell the path inside nested lists', () => {
    const record = {
      market_id: '0',
      symbol: 'A',
      side: 'buy',
      type: 'LIMIT',
      quantity: '1',
      client_order_id: 'c',
      order_state: 'x',
      cancel_state: 'none',
    }
    const executions = [
      { utc_timestamp: 'soon', executed_quantity: '1', executed_price: '1', trade_id: '1', liquidity_flag: 'added' },
    ]
    const { open_orders } = z.decode(endpoints.openOrders.answer, {
      query_open_orders_response: { utc_timestamp: '1', open_orders: [{ ...record, executions }] },
    }).query_open_orders_response
    expect(open_orders.rejected).toMatchObject([{ index: 0, path: 'executions.0.utc_timestamp' }])
  })

  it('never tell the value at fault', () => {
    const marker = fc.constantFrom<unknown>('s3cret-value', { 's3cret-value': 1 }, ['s3cret-value'])
    fc.assert(
      fc.property(marker, fc.constantFrom(...Object.keys({ symbol: 0, deliverable_id: 0 })), (value, field) => {
        const { rejected: aside } = read([{ ...good, [field]: { value } }])
        expect(aside.length).toBe(1)
        expect(JSON.stringify(aside)).not.toContain('s3cret')
      }),
    )
  })
})
