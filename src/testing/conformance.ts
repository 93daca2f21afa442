/**
 * Conformance cards: one numbered check a line of the contract (`C…`) and of the extensions (`X…` over HTTP, `S…` over the socket), made
 * from outside against a listening sandbox. They read JSON as it is on the wire and share no code with what answers them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitOrder, perpetual, without } from './outside-orders.ts'
import { type Json, type OutsideFeed, type OutsideVenue, apiKey, at, listenOutside, rows, tokenOf } from './test-outside.ts'

let venue: OutsideVenue
let core: OutsideVenue
/** Two BTC calls of one expiry near the money, by ascending id. */
let calls: readonly [Json, Json]
const count = expect.stringMatching(/^\d+$/)
const decimal = expect.stringMatching(/^-?\d+(\.\d+)?$/)
/** As a venue prints what it computed. */
const computed = expect.stringMatching(/^-?\d+\.\d+$/)
const minuteMs = 60_000

const listing = async (): Promise<Json[]> => rows((await venue.ask('/v1/api/exchangeInfo')).json, 'entities_and_rules_response', 'symbols')
async function twoCalls(): Promise<readonly [Json, Json]> {
  const strikes = (symbol: string) => /^BTC-(\d{8})-(\d+)C$/.exec(symbol)
  const all = (await listing()).filter(each => each['status'] === 'active' && strikes(String(each['symbol'])) !== null)
  const months = all.filter(each => Number(strikes(String(each['symbol']))?.[2]) % 5_000 === 0)
  const near = months
    .filter(each => Math.abs(Number(strikes(String(each['symbol']))?.[2]) - 100_000) <= 10_000)
    .toSorted((a, b) => String(b['symbol']).localeCompare(String(a['symbol'])))
  const [first] = near
  const second = near.find(each => each !== first && String(each['symbol']).slice(0, 12) === String(first?.['symbol']).slice(0, 12))
  if (first === undefined || second === undefined) throw new Error('no two calls')
  return Number(first['tradeable_entity_id']) < Number(second['tradeable_entity_id']) ? [first, second] : [second, first]
}

const limit = (more: Json = {}): Json => limitOrder(venue.id(), more)
const marketOrder = (more: Json = {}): Json => without(limit({ type: 'MARKET', time_in_force: 'IOC', ...more }), 'price', 'recv_window')
const legsOf = (ratios: readonly [number, number] = [1, -1]): Json[] =>
  calls.map((call, index) => ({ tid: call['tradeable_entity_id'], ratio: ratios[index] }))
const spread = (more: Json = {}): Json => without(limit({ legs: legsOf(), price: '-100000', quantity: '1', ...more }), 'symbol')
const rfq = (more: Json = {}): Json => without(spread({ market_id: 'none', recv_window: '100', minimum_quantity: '0.5', ...more }), 'price')
const joined = (): string => calls.map((call, index) => `${String(call['symbol'])}@${index === 0 ? 1 : -1}`).join('/')
const accepted = (answer: Json): Json => {
  if (!('order_accepted' in answer)) throw new Error(`not accepted: ${JSON.stringify(answer)}`)
  return answer['order_accepted'] as Json
}
/** Signs in, places, answers with what was accepted. */
async function placed(order: Json): Promise<{ token: string; answer: Json; id: unknown }> {
  const token = await venue.signIn()
  return { token, answer: accepted(await venue.place(token, order)), id: order['client_order_id'] }
}

interface Card {
  readonly number: string
  readonly sentence: string
  readonly check: () => Promise<void>
}
const card = (number: string, sentence: string, check: () => Promise<void>): Card => ({ number, sentence, check })
const rejects = (number: string, sentence: string, order: () => Json, reason: string): Card =>
  card(number, sentence, async () => {
    expect(await venue.reason(await venue.signIn(), order())).toBe(reason)
  })
const takes = (number: string, sentence: string, order: () => Json): Card =>
  card(number, sentence, async () => void (await placed(order())))

const listingCards: readonly Card[] = [
  card('C1.1', 'Every field value is a JSON string, numbers included.', async () => {
    const [symbol] = await listing()
    for (const [key, value] of Object.entries(symbol ?? {})) expect(typeof value === 'string' || key === 'tags').toBe(true)
    const { token } = await placed(limit())
    const { json } = await venue.ask('/v1/api/balances', { token })
    for (const row of rows(json, 'balance_response')) expect(Object.values(row).every(value => typeof value === 'string')).toBe(true)
  }),
  card('C1.2', 'Every body is one envelope object with one key.', async () => {
    const token = await venue.signIn()
    for (const path of ['exchangeInfo', 'deliverableInfo', 'openOrders', 'balances', 'positions', 'order?client_order_id=x']) {
      expect(Object.keys((await venue.ask(`/v1/api/${path}`, { token })).json)).toHaveLength(1)
    }
  }),
  card('C2.1', 'exchangeInfo is public: server_utc_timestamp and symbols, each with the fields of the table.', async () => {
    const { status, json } = await venue.ask('/v1/api/exchangeInfo')
    expect([status, at(json, 'entities_and_rules_response', 'server_utc_timestamp')]).toEqual([200, count])
    const symbols = await listing()
    expect(symbols.length).toBeGreaterThan(100)
    for (const symbol of symbols.slice(0, 200)) {
      expect(symbol).toEqual({
        symbol: expect.any(String),
        tradeable_entity_id: count,
        status: expect.stringMatching(/^(active|suspended)$/),
        base_asset: expect.any(String),
        quote_asset: 'USD',
        minimum_quantity: decimal,
        maximum_quantity: decimal,
        minimum_value: decimal,
        maximum_value: decimal,
        quantity_step: decimal,
        price_step: decimal,
        tags: expect.any(Array),
      })
    }
  }),
  card('C2.2', 'tradeable_entity_id is unique.', async () => {
    const ids = (await listing()).map(symbol => symbol['tradeable_entity_id'])
    expect(new Set(ids).size).toBe(ids.length)
  }),
  card('C2.3', 'deliverableInfo is public: server_utc_timestamp and deliverables of symbol and deliverable_id.', async () => {
    const { json } = await venue.ask('/v1/api/deliverableInfo')
    expect(at(json, 'deliverables_response', 'server_utc_timestamp')).toEqual(count)
    for (const row of rows(json, 'deliverables_response', 'deliverables').slice(0, 200)) {
      expect(row).toEqual({ symbol: expect.any(String), deliverable_id: count })
    }
  }),
  card('C2.4', 'deliverableInfo?deliverable_id=2 selects one deliverable.', async () => {
    const { json } = await venue.ask('/v1/api/deliverableInfo?deliverable_id=2')
    expect(rows(json, 'deliverables_response', 'deliverables')).toEqual([{ symbol: 'USD', deliverable_id: '2' }])
  }),
]

const orderCards: readonly Card[] = [
  card('C3.1', 'An accepted single order answers with the fields of the table, its text echoed as sent.', async () => {
    const { answer, id } = await placed(limit({ quantity: '0.10', price: '50000.0' }))
    expect(answer).toEqual({
      utc_timestamp: count,
      market_id: '0',
      tradeable_entity_id: '16',
      symbol: perpetual,
      order_id: count,
      type: 'LIMIT',
      client_order_id: id,
      quantity: '0.10',
      price: '50000.0',
    })
  }),
  card('C3.2', 'Rule 1: a single order names its instrument by tradeable_entity_id as well.', async () => {
    const { answer } = await placed({ ...without(limit(), 'symbol'), tradeable_entity_id: '16' })
    expect(answer['symbol']).toBe(perpetual)
  }),
  rejects('C3.3', 'Rule 2: type is LIMIT or MARKET.', () => limit({ type: 'STOP' }), 'invalid_fields'),
  rejects('C3.4', 'Rule 3: MARKET needs IOC.', () => marketOrder({ time_in_force: 'GTC' }), 'invalid_fields'),
  rejects('C3.5', 'Rule 3: MARKET carries no price.', () => ({ ...marketOrder(), price: '50000' }), 'invalid_fields'),
  rejects('C3.6', 'Rule 3: MARKET carries no recv_window.', () => ({ ...marketOrder(), recv_window: '3' }), 'invalid_fields'),
  rejects('C3.7', 'Rule 4: GTC needs recv_window.', () => without(limit(), 'recv_window'), 'invalid_fields'),
  takes('C3.8', 'Rule 5: LIMIT with IOC ignores any recv_window.', () => limit({ time_in_force: 'IOC', recv_window: '99999' })),
  rejects('C3.9', 'recv_window is at least 1.', () => limit({ recv_window: '0' }), 'invalid_fields'),
  rejects('C3.10', 'recv_window is at most 65534.', () => limit({ recv_window: '65535' }), 'invalid_fields'),
  takes('C3.11', 'recv_window 65534 is taken.', () => limit({ recv_window: '65534' })),
  rejects('C3.12', 'market_id is 0 or none (or 255).', () => limit({ market_id: '7' }), 'invalid_market'),
  takes('C3.13', 'Rule 7: an RFQ may be single-leg.', () => without(limit({ market_id: 'none' }), 'price')),
  rejects('C3.14', 'Rule 8: a multi-leg order carries no top-level symbol.', () => ({ ...spread(), symbol: perpetual }), 'invalid_fields'),
  rejects('C3.15', 'Rule 8: nor a top-level tradeable_entity_id.', () => ({ ...spread(), tradeable_entity_id: '16' }), 'invalid_fields'),
  card('C3.16', 'Rule 8: at most 10 legs.', async () => {
    const ids = (await listing()).filter(each => each['status'] === 'active').map(each => Number(each['tradeable_entity_id']))
    const legs = ids
      .toSorted((a, b) => a - b)
      .slice(0, 11)
      .map(tid => ({ tid: String(tid), ratio: 1 }))
    expect(await venue.reason(await venue.signIn(), spread({ legs }))).toBe('invalid_legs')
  }),
  card('C3.17', 'Rule 9: a legs array of one entry is a single order.', async () => {
    const { answer } = await placed({ ...without(limit(), 'symbol'), legs: [{ sym: perpetual, ratio: 1 }] })
    expect(answer).toMatchObject({ symbol: perpetual, tradeable_entity_id: '16' })
    expect(answer).not.toHaveProperty('legs')
  }),
  rejects(
    'C3.18',
    'Rule 10: legs ascend by tradeable_entity_id.',
    () =>
      spread({
        legs: legsOf()
          .toReversed()
          .map((leg, index) => ({ ...leg, ratio: index === 0 ? 1 : -1 })),
      }),
    'invalid_legs',
  ),
  rejects('C3.19', 'Rule 10: no tradeable entity twice.', () => spread({ legs: [legsOf()[0], legsOf()[0]] }), 'invalid_legs'),
  rejects('C3.20', 'Rule 10: ratios have no common divisor.', () => spread({ legs: legsOf([2, -2]) }), 'invalid_legs'),
  rejects('C3.21', 'Rule 10: the first ratio is positive.', () => spread({ legs: legsOf([-1, 1]) }), 'invalid_legs'),
  rejects('C3.22', 'Rule 11: minimum_quantity is for multi-leg orders only.', () => limit({ minimum_quantity: '0.1' }), 'invalid_fields'),
  card('C3.23', 'A firm multi-leg order answers with the joined symbol, its legs, minimum_quantity and an order_id.', async () => {
    const { answer } = await placed(spread({ minimum_quantity: '0.5' }))
    expect(answer).toMatchObject({ symbol: joined(), order_id: count, minimum_quantity: '0.5', price: '-100000', quantity: '1' })
    expect(answer['legs']).toEqual(
      calls.map((call, index) => ({
        tradeable_entity_id: call['tradeable_entity_id'],
        symbol: call['symbol'],
        ratio: index === 0 ? '1' : '-1',
      })),
    )
  }),
  card('C3.24', 'A multi-leg RFQ answers with an empty tradeable_entity_id and ioi_cache_timeout of 30 minutes.', async () => {
    const { answer } = await placed(rfq())
    expect(answer).toMatchObject({ market_id: 'none', tradeable_entity_id: '', symbol: joined(), ioi_cache_timeout: '1800' })
    expect(answer).not.toHaveProperty('price')
  }),
  takes('C3.25', 'user_tag is taken.', () => limit({ user_tag: 'mine' })),
  card('C3.26', 'A rejection carries the fields of the table and a reason, and is HTTP 200.', async () => {
    const order = limit({ price: '0.1' })
    const answer = await venue.place(await venue.signIn(), order)
    expect(answer['order_rejected']).toEqual({
      utc_timestamp: count,
      market_id: '0',
      tradeable_entity_id: '16',
      symbol: perpetual,
      type: 'LIMIT',
      client_order_id: order['client_order_id'],
      quantity: '0.1',
      price: '0.1',
      reason: expect.any(String),
    })
  }),
  rejects(
    'C3.27',
    'A price below the minimum: price_less_than_minimum_price.',
    () => limit({ price: '-1' }),
    'price_less_than_minimum_price',
  ),
  card('C3.28', 'A rejection of a multi-leg order has no tradeable_entity_id and no symbol.', async () => {
    const rejected = at(await venue.place(await venue.signIn(), spread({ legs: legsOf([2, -2]) })), 'order_rejected')
    expect(rejected).not.toHaveProperty('symbol')
    expect(rejected).not.toHaveProperty('tradeable_entity_id')
    expect(rejected).toMatchObject({ reason: 'invalid_legs', legs: expect.any(Array) })
  }),
  card('C3.29', 'Rule 6: recv_window n ends with the n-th ten-minute cycle, counting the present one.', async () => {
    const token = await venue.signIn()
    const leftMs = 10 * minuteMs - ((await venue.nowMs()) % (10 * minuteMs))
    if (leftMs < 30_000) await venue.advance(leftMs + 1_000)
    const restMs = 10 * minuteMs - ((await venue.nowMs()) % (10 * minuteMs))
    for (const window of ['1', '2']) await venue.place(token, limit({ recv_window: window, client_order_id: `w${window}` }))
    const open = async () => (await venue.openOrders(token)).map(order => order['client_order_id'])
    await venue.advance(restMs - 15_000)
    expect(await open()).toEqual(['w1', 'w2'])
    await venue.advance(15_000)
    expect(await open()).toEqual(['w2'])
    await venue.advance(10 * minuteMs)
    expect(await open()).toEqual([])
    expect(await venue.details(token, 'w1')).toMatchObject({ order_state: 'accepted', cancel_state: 'timeout' })
  }),
]

const queryCards: readonly Card[] = [
  card('C4.1', 'openOrders: utc_timestamp and records with the fields of the table, executions empty.', async () => {
    const { token, answer, id } = await placed(limit())
    const { json } = await venue.ask('/v1/api/openOrders', { token })
    expect(json).toEqual({
      query_open_orders_response: {
        utc_timestamp: count,
        open_orders: [
          {
            market_id: '0',
            tradeable_entity_id: '16',
            symbol: perpetual,
            side: 'buy',
            type: 'LIMIT',
            quantity: '0.1',
            price: '50000',
            order_id: answer['order_id'],
            client_order_id: id,
            order_state: 'accepted',
            cancel_state: 'none',
            executions: [],
          },
        ],
      },
    })
  }),
  card('C4.2', 'Order details are the record and a utc_timestamp, by client_order_id or by order_id.', async () => {
    const { token, answer, id } = await placed(limit())
    const [record] = await venue.openOrders(token)
    const byClient = await venue.details(token, id)
    expect(byClient).toEqual({ ...record, utc_timestamp: count })
    const { json } = await venue.ask(`/v1/api/order?order_id=${String(answer['order_id'])}`, { token })
    expect(without(at(json, 'query_order_response') as Json, 'utc_timestamp')).toEqual(record)
  }),
  card('C4.3', 'Details of an unknown order: error failed and a reason that names the order cache.', async () => {
    const details = await venue.details(await venue.signIn(), 'nothing')
    expect(details).toEqual({ error: 'failed', reason: expect.stringContaining('not found in the order cache') })
  }),
  card('C4.4', 'Executions are not in the acceptance; details show them with the fields of the table.', async () => {
    const { token, answer, id } = await placed(marketOrder())
    expect(answer).not.toHaveProperty('executions')
    const details = await venue.details(token, id)
    expect(details).toMatchObject({ order_state: 'filled', cancel_state: 'none' })
    for (const execution of rows(details, 'executions')) {
      expect(execution).toEqual({
        utc_timestamp: expect.stringMatching(/^\d{19}$/),
        executed_quantity: computed,
        executed_price: computed,
        trade_id: expect.any(String),
        liquidity_flag: 'taken',
      })
    }
  }),
  card('C4.5', 'An account sees its own orders only.', async () => {
    const { id, answer } = await placed(limit())
    const stranger = await venue.signIn()
    expect(await venue.openOrders(stranger)).toEqual([])
    expect(await venue.details(stranger, id)).toMatchObject({ error: 'failed' })
    const { json } = await venue.ask(`/v1/api/order?order_id=${String(answer['order_id'])}`, { token: stranger })
    expect(at(json, 'query_order_response', 'error')).toBe('failed')
  }),
  card('C5.1', 'balances: the array is the value of the key; rows have the fields of the table.', async () => {
    const { json } = await venue.ask('/v1/api/balances', { token: await venue.signIn() })
    const balances = rows(json, 'balance_response')
    for (const row of balances) {
      expect(row).toEqual({
        deliverable_id: count,
        symbol: expect.any(String),
        timestamp: count,
        cash_balance: computed,
        reserved_balance: computed,
        available_balance: computed,
        withdrawable_balance: computed,
      })
    }
    expect(new Set(balances.map(row => row['symbol']))).toEqual(new Set(['AVAX', 'BTC', 'ETH', 'PTF', 'SOL', 'USD', 'USD-REFERENCE']))
    expect(balances).toHaveLength(7)
  }),
  card('C5.2', 'USD-REFERENCE has the deliverable_id of USD.', async () => {
    const { json } = await venue.ask('/v1/api/balances', { token: await venue.signIn() })
    const idOf = (symbol: string) => rows(json, 'balance_response').find(row => row['symbol'] === symbol)?.['deliverable_id']
    expect([idOf('USD'), idOf('USD-REFERENCE')]).toEqual(['2', '2'])
  }),
  card('C5.3', 'An open order reserves balance; its end frees it.', async () => {
    const reserved = async (token: string) =>
      rows((await venue.ask('/v1/api/balances', { token })).json, 'balance_response').find(row => row['symbol'] === 'USD')?.[
        'reserved_balance'
      ]
    const { token, id } = await placed(limit({ symbol: 'BTC-USD' }))
    expect(await reserved(token)).toBe('5000.0')
    await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, { method: 'DELETE', token })
    expect(await reserved(token)).toBe('0.0')
  }),
  card('C6.1', 'positions: server_utc_timestamp and rows with the fields of the table; a short is negative.', async () => {
    const { token } = await placed(marketOrder({ side: 'sell' }))
    const { json } = await venue.ask('/v1/api/positions', { token })
    expect(at(json, 'positions_response', 'server_utc_timestamp')).toEqual(count)
    expect(rows(json, 'positions_response', 'positions')).toEqual([
      {
        symbol: perpetual,
        deliverable_id: count,
        product_type: 'perpetual_future',
        timestamp: count,
        side: 'short',
        size: '-0.1',
        average_entry_price: decimal,
        mark_price: decimal,
        upnl: decimal,
        margin_value: decimal,
      },
    ])
  }),
  card('C7.1', 'Every endpoint but the two public ones needs credentials_secret.', async () => {
    for (const path of ['openOrders', 'order?client_order_id=x', 'balances', 'positions']) {
      expect((await venue.ask(`/v1/api/${path}`)).status).toBe(401)
    }
    expect((await venue.ask('/v1/api/order', { method: 'POST', body: { new_order: limit() } })).status).toBe(401)
  }),
]

const extensionCards: readonly Card[] = [
  card('X1', 'GET time is public and has no envelope.', async () => {
    expect((await venue.ask('/v1/api/time')).json).toEqual({ server_utc_timestamp: count })
  }),
  card('X2', 'GET orderbook is public: levels of price and quantity, best first, at most N a side, computed text.', async () => {
    const { json } = await venue.ask(`/v1/api/orderbook?symbol=${perpetual}&depth=2`)
    expect(json).toEqual({
      orderbook_response: {
        server_utc_timestamp: count,
        symbol: perpetual,
        buy: Array.from({ length: 2 }, () => ({ price: computed, quantity: computed })),
        sell: Array.from({ length: 2 }, () => ({ price: computed, quantity: computed })),
      },
    })
    const { buy, sell } = await venue.book(perpetual)
    const prices = (levels: Json[]) => levels.map(level => Number(level['price']))
    expect(prices(buy)).toEqual(prices(buy).toSorted((a, b) => b - a))
    expect(prices(sell)).toEqual(prices(sell).toSorted((a, b) => a - b))
    expect(prices(buy)[0]).toBeLessThan(prices(sell)[0] ?? 0)
  }),
  card('X3', 'GET orderbook takes a multi-leg symbol.', async () => {
    const { json } = await venue.ask(`/v1/api/orderbook?symbol=${encodeURIComponent(joined())}`)
    expect(at(json, 'orderbook_response', 'symbol')).toBe(joined())
    expect(rows(json, 'orderbook_response', 'sell').length).toBeGreaterThan(0)
  }),
  card('X4', 'DELETE order cancels, by either id, and tells what had filled.', async () => {
    const { token, answer, id } = await placed(limit())
    const { json } = await venue.ask(`/v1/api/order?order_id=${String(answer['order_id'])}`, { method: 'DELETE', token })
    expect(json).toEqual({
      cancel_order_response: {
        tradeable_entity_id: '16',
        symbol: perpetual,
        order_id: answer['order_id'],
        client_order_id: id,
        timestamp: count,
        filled_quantity: '0.0',
        reason: 'user_cancelled',
      },
    })
    expect(await venue.openOrders(token)).toEqual([])
    expect(await venue.details(token, id)).toMatchObject({ cancel_state: 'user_cancelled' })
  }),
  card('X5', 'An account cancels its own orders only.', async () => {
    const { token, id } = await placed(limit())
    const { json } = await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, { method: 'DELETE', token: await venue.signIn() })
    expect(at(json, 'cancel_order_response', 'reason')).toBe('exchange order_id or client_order_id not found in order cache')
    expect(await venue.openOrders(token)).toHaveLength(1)
  }),
  card('X6', 'DELETE allOrders ends all, and lists them as pending_cancel.', async () => {
    const { token, id } = await placed(limit())
    const { json } = await venue.ask('/v1/api/allOrders', { method: 'DELETE', token })
    expect(json).toEqual({
      cancel_all_orders_response: {
        timestamp: count,
        reason: 'success',
        user_tag: '',
        results: [{ client_order_id: id, order_state: 'pending_cancel' }],
      },
    })
    expect(await venue.openOrders(token)).toEqual([])
  }),
  card('X7', 'DELETE allOrders with a filter ends those alone, and the message names the instrument.', async () => {
    const { token, id } = await placed(limit())
    await venue.place(token, limit({ symbol: 'BTC-USD' }))
    const message = { timestamp: count, reason: 'success', user_tag: '' }
    for (const filter of ['symbol=ETH-USD', 'tradeable_entity_id=16']) {
      const { json } = await venue.ask(`/v1/api/allOrders?${filter}`, { method: 'DELETE', token })
      expect(at(json, 'cancel_all_orders_response')).toEqual(
        filter.startsWith('symbol')
          ? { ...message, reason: 'failed no open orders found', symbol: 'ETH-USD', tradeable_entity_id: '9', results: [] }
          : { ...message, symbol: perpetual, tradeable_entity_id: '16', results: [{ client_order_id: id, order_state: 'pending_cancel' }] },
      )
    }
    expect(await venue.openOrders(token)).toHaveLength(1)
  }),
  card('X8', 'refreshInterest keeps an RFQ alive beyond its time-out; without it, it ends.', async () => {
    const { token, answer, id } = await placed(rfq())
    await venue.place(token, rfq({ client_order_id: 'left' }))
    await venue.advance(20 * minuteMs)
    const { json } = await venue.ask(`/v1/api/refreshInterest?order_id=${String(answer['order_id'])}`, { method: 'POST', token })
    expect(json).toEqual({ refresh_response: { order_id: answer['order_id'], client_order_id: '', timestamp: count, reason: 'success' } })
    await venue.advance(15 * minuteMs)
    expect((await venue.openOrders(token)).map(order => order['client_order_id'])).toEqual([id])
    expect(await venue.details(token, 'left')).toMatchObject({ cancel_state: 'timeout' })
  }),
  card('X9', 'With extensions the acceptance of a multi-leg RFQ carries an order_id.', async () => {
    expect((await placed(rfq())).answer['order_id']).toEqual(count)
  }),
  card('X10', 'The market summary is a bare array, one object an instrument; perpetuals have a funding_rate.', async () => {
    const { json } = await venue.ask('/v1/market_data/tradeable_entity/all/summary')
    const all = json as unknown as Json[]
    expect(all).toHaveLength((await listing()).length)
    for (const row of all) {
      expect(['spot', 'perpetual_future', 'future', 'option', 'index']).toContain(row['product_type'])
      expect('funding_rate' in row).toBe(row['product_type'] === 'perpetual_future')
    }
    expect(all.find(row => row['symbol'] === perpetual)).toMatchObject({
      id: '16',
      index_price: decimal,
      best_bid: decimal,
      best_ask: decimal,
    })
  }),
  rejects('X11', 'Reason invalid_tradeable_entity.', () => limit({ symbol: 'NOTHING-USD' }), 'invalid_tradeable_entity'),
  rejects(
    'X12',
    'Reason trading_suspended.',
    () => limit({ symbol: 'PTF-USD-PERPETUAL', price: '1', quantity: '100' }),
    'trading_suspended',
  ),
  rejects(
    'X13',
    'Reason insufficient_account_balance.',
    () => limit({ symbol: 'BTC-USD', quantity: '90' }),
    'insufficient_account_balance',
  ),
  rejects('X14', 'Reason price_not_a_valid_price_step.', () => limit({ price: '50000.3' }), 'price_not_a_valid_price_step'),
  rejects(
    'X15',
    'Reason quantity_less_than_minimum_quantity.',
    () => limit({ quantity: '0.00001' }),
    'quantity_less_than_minimum_quantity',
  ),
  rejects(
    'X16',
    'Reason quantity_greater_than_maximum_quantity.',
    () => limit({ quantity: '100000' }),
    'quantity_greater_than_maximum_quantity',
  ),
  rejects('X17', 'Reason quantity_not_a_valid_quantity_step.', () => limit({ quantity: '0.10001' }), 'quantity_not_a_valid_quantity_step'),
  rejects(
    'X18',
    'Reason order_value_less_than_minimum_allowed.',
    () => limit({ symbol: 'AVAX-USD', quantity: '0.05', price: '0.0001' }),
    'order_value_less_than_minimum_allowed',
  ),
  rejects(
    'X19',
    'Reason order_value_greater_than_maximum_allowed.',
    () => limit({ quantity: '100', price: '9000000' }),
    'order_value_greater_than_maximum_allowed',
  ),
  card('X20', 'The remainder of an IOC ends with immediate_with_insufficient_liquidity.', async () => {
    const { token, id } = await placed(limit({ time_in_force: 'IOC' }))
    expect(await venue.details(token, id)).toMatchObject({ order_state: 'accepted', cancel_state: 'immediate_with_insufficient_liquidity' })
  }),
  card('X21', 'Request legs may be written sym, tid, symbol or tradeable_entity_id.', async () => {
    const [a, b] = calls
    for (const legs of [
      [
        { sym: a['symbol'], ratio: 1 },
        { tid: b['tradeable_entity_id'], ratio: '-1' },
      ],
      [
        { symbol: a['symbol'], ratio: 1 },
        { tradeable_entity_id: Number(b['tradeable_entity_id']), ratio: -1 },
      ],
    ]) {
      expect((await placed(spread({ legs }))).answer['symbol']).toBe(joined())
    }
  }),
  card('X22', 'Order fields come back in the text the client sent.', async () => {
    const { token } = await placed(limit({ quantity: '0.100', price: '50000.00' }))
    expect(await venue.openOrders(token)).toMatchObject([{ quantity: '0.100', price: '50000.00' }])
  }),
  card('X23', 'An RFQ has no price in open orders unless one was sent; market_id 255 means RFQ too.', async () => {
    const { token } = await placed(rfq({ market_id: '255' }))
    await venue.place(token, { ...rfq(), price: '15' })
    const [silent, spoken] = await venue.openOrders(token)
    expect(silent).not.toHaveProperty('price')
    expect(spoken).toMatchObject({ price: '15' })
  }),
  card('X24', 'A multi-leg order in open orders and details carries legs and the joined symbol.', async () => {
    const { token, id } = await placed(spread())
    for (const record of [(await venue.openOrders(token))[0], await venue.details(token, id)]) {
      expect(record).toMatchObject({ symbol: joined(), legs: [{ ratio: '1' }, { ratio: '-1' }] })
    }
  }),
  card('X25', 'The same account may trade with itself.', async () => {
    const { sell, buy } = await venue.book(perpetual, 1)
    const price = String(Number(buy[0]?.['price']) + 0.5)
    expect(Number(price)).toBeLessThan(Number(sell[0]?.['price']))
    const token = await venue.signIn()
    await venue.place(token, limit({ price, client_order_id: 'rests' }))
    await venue.place(token, limit({ price, side: 'sell', time_in_force: 'IOC', client_order_id: 'takes' }))
    const flags = [await venue.details(token, 'rests'), await venue.details(token, 'takes')].map(record => rows(record, 'executions')[0])
    expect(flags).toMatchObject([{ liquidity_flag: 'added' }, { liquidity_flag: 'taken' }])
    expect(flags[0]?.['trade_id']).toBe(flags[1]?.['trade_id'])
  }),
  card('X26', 'Names and tags tell the product; expiry dates are in the names.', async () => {
    for (const { symbol, tags, base_asset } of await listing()) {
      const tagged = (tag: string) => (tags as string[]).includes(tag)
      const product = tagged('perpetual') ? 'perpetual' : tagged('future') ? 'future' : tagged('option') ? 'option' : 'spot'
      const shapes = { perpetual: /^\w+-USD-PERPETUAL$/, future: /^\w+-\d{8}$/, option: /^\w+-\d{8}-[\d.]+[CP]$/, spot: /^\w+-USD$/ }
      expect(String(symbol)).toMatch(shapes[product])
      if (product !== 'spot') expect(base_asset).toBe(symbol)
    }
  }),
  card('X27', 'The listing has the ids and rules of the public venue’s test listing.', async () => {
    const all = await listing()
    const of = (symbol: string) => all.find(each => each['symbol'] === symbol)
    expect(['PTF-USD', perpetual, 'AVAX-USD'].map(symbol => of(symbol)?.['tradeable_entity_id'])).toEqual(['6', '16', '930'])
    expect(of(perpetual)).toMatchObject({
      minimum_quantity: '0.0001',
      maximum_quantity: '100.0',
      minimum_value: '0.00005',
      maximum_value: '100000000.0',
      quantity_step: '0.0001',
      price_step: '0.5',
      tags: ['BTC', 'future', 'perpetual'],
    })
    for (const row of all) if ((row['tags'] as string[]).includes('spot')) expect(row['minimum_value']).toBe('0.00001')
    const options = all.filter(row => /^AVAX-.*[CP]$/.test(String(row['symbol'])))
    expect(options.length).toBeGreaterThan(0)
    for (const row of [...options, of('AVAX-USD')]) {
      const least = row === of('AVAX-USD') ? 0.05 : 1
      expect(Number(row?.['minimum_quantity'])).toBeLessThanOrEqual(least)
      expect(least / Number(row?.['quantity_step'])).toBeCloseTo(Math.round(least / Number(row?.['quantity_step'])), 9)
    }
    const token = await venue.signIn()
    accepted(await venue.place(token, limit({ symbol: 'AVAX-USD', quantity: '0.05', price: '10' })))
    const [option] = options.filter(row => row['status'] === 'active')
    accepted(await venue.place(token, limit({ symbol: option?.['symbol'], quantity: '1', price: option?.['price_step'] })))
  }),
  card('X28', 'The core profile has none of it: other paths are 404, no extra fields.', async () => {
    const token = await core.signIn()
    for (const path of [
      '/v1/api/time',
      `/v1/api/orderbook?symbol=${perpetual}`,
      '/v1/market_data/tradeable_entity/all/summary',
      '/v1/feed',
    ]) {
      expect((await core.ask(path, { token })).status).toBe(404)
    }
    expect((await core.ask('/v1/api/allOrders', { method: 'DELETE', token })).status).toBe(404)
    expect(accepted(await core.place(token, rfq()))).not.toHaveProperty('order_id')
    expect(await core.openOrders(token)).toHaveLength(1)
    for (const record of await core.openOrders(token)) expect(record).not.toHaveProperty('legs')
    await core.place(token, marketOrder())
    const { json } = await core.ask('/v1/api/positions', { token })
    for (const position of rows(json, 'positions_response', 'positions')) expect(position).not.toHaveProperty('margin_value')
  }),
  card('X29', 'A token signed by the private key of an API key is taken, with client, nonce and uri or without.', async () => {
    const iat = Math.floor((await venue.nowMs()) / 1_000) - 5
    for (const more of [{}, { client: 'api', nonce: '1', uri: '/v1/api/balances' }]) {
      const token = tokenOf({ sub: apiKey, iat, exp: iat + 30, ...more })
      expect((await venue.ask('/v1/api/balances', { token })).status).toBe(200)
    }
  }),
  card('X30', 'Other tokens are 401: expired, of an unknown key, not ES256, with the key in the header, tampered with.', async () => {
    const iat = Math.floor((await venue.nowMs()) / 1_000) - 5
    const claims = { sub: apiKey, iat, exp: iat + 30 }
    const good = tokenOf(claims)
    for (const token of [
      tokenOf({ ...claims, iat: iat - 600, exp: iat - 300 }),
      tokenOf({ ...claims, sub: 'nobody' }),
      tokenOf(claims, { alg: 'none' }),
      tokenOf(claims, { alg: 'HS256' }),
      tokenOf(claims, { alg: 'ES256', jwk: {} }),
      `${good.slice(0, -8)}AAAAAAAA`,
      'nonsense',
    ]) {
      expect((await venue.ask('/v1/api/balances', { token })).status).toBe(401)
    }
  }),
  card(
    'X31',
    'An RFQ is answered by firm orders across from it, seen in the book of the same legs; it never executes itself.',
    async () => {
      // Legs of their own, so that no other card's request is answered here.
      const legs = legsOf([1, -2])
      const symbol = joined().replace('@-1', '@-2')
      const before = (await venue.book(symbol)).sell
      const { token, id } = await placed(rfq({ legs }))
      await venue.advance(15_000)
      const after = (await venue.book(symbol)).sell
      expect(Number(after[0]?.['price'])).toBeLessThan(Number(before[0]?.['price']))
      expect(await venue.details(token, id)).toMatchObject({ order_state: 'accepted', executions: [] })
      const price = after[0]?.['price']
      const order = spread({ legs, price, quantity: '0.1', time_in_force: 'IOC' })
      await venue.place(token, order)
      expect(await venue.details(token, order['client_order_id'])).toMatchObject({
        order_state: 'filled',
        executions: [{ executed_price: price }],
      })
      const { json } = await venue.ask('/v1/api/positions', { token })
      const sizes = rows(json, 'positions_response', 'positions').map(position => [position['symbol'], position['size']] as const)
      expect(new Map(sizes)).toEqual(new Map(calls.map((call, index) => [call['symbol'], index === 0 ? '0.1' : '-0.2'])))
    },
  ),
  card('X32', 'A package may have a negative price, and sells as well as it buys.', async () => {
    expect((await placed(spread({ price: '-100000' }))).answer['price']).toBe('-100000')
    expect((await placed(spread({ side: 'sell', price: '100000' }))).answer['price']).toBe('100000')
  }),
  card('X33', 'The same order again gets its first answer; its client_order_id with another body is refused.', async () => {
    const token = await venue.signIn()
    const order = limit()
    const first = await venue.place(token, order)
    expect(await venue.place(token, order)).toEqual(first)
    expect(await venue.reason(token, { ...order, quantity: '0.2' })).toBe('invalid_fields')
    expect(await venue.openOrders(token)).toHaveLength(1)
  }),
  card(
    'X34',
    'Every row of the market summary has every field, null where there is no value; computed values have a decimal.',
    async () => {
      const summary = (await venue.ask('/v1/market_data/tradeable_entity/all/summary')).json as unknown as Json[]
      const value = (each: unknown) => each === null || computed.asymmetricMatch(each)
      const fields = ['best_bid', 'best_ask', 'last_price', 'index_price', 'volume', 'base_volume', 'open_interest']
      for (const row of summary) {
        for (const field of [...fields, 'price_change', 'low_24', 'high_24']) {
          expect([row['symbol'], field, value(row[field])]).toEqual([row['symbol'], field, true])
        }
        expect('funding_rate' in row).toBe(row['product_type'] === 'perpetual_future')
      }
    },
  ),
  card('X40', 'The market summary moves with clients’ orders and trades: best prices, last, volume, extremes, open interest.', async () => {
    const symbol = 'SOL-USD-PERPETUAL'
    const row = async (): Promise<Record<string, number>> => {
      const all = (await venue.ask('/v1/market_data/tradeable_entity/all/summary')).json as unknown as Json[]
      return Object.fromEntries(
        Object.entries(all.find(each => each['symbol'] === symbol) ?? {}).map(([key, value]) => [key, Number(value)]),
      )
    }
    const before = await row()
    const token = await venue.signIn()
    const { buy, sell } = await venue.book(symbol)
    // One step inside the makers' spread, and beyond the extremes of the day.
    const inside = (Number(sell[0]?.['price']) - 0.0005).toFixed(4)
    const order = limit({ symbol, side: 'sell', quantity: '5.0', price: inside })
    await venue.place(token, order)
    expect(Number(inside)).toBeGreaterThan(Number(buy[0]?.['price']))
    expect((await row())['best_ask']).toBe(Number(inside))
    await venue.place(token, limit({ symbol, quantity: '5.0', price: inside, time_in_force: 'IOC' }))
    const traded = await row()
    expect(traded).toMatchObject({ last_price: Number(inside), best_ask: Number(sell[0]?.['price']) })
    expect(traded['base_volume']).toBeCloseTo((before['base_volume'] ?? 0) + 5, 6)
    expect(traded['volume']).toBeGreaterThan(before['volume'] ?? 0)
    expect(traded['high_24']).toBeGreaterThanOrEqual(Number(inside))
    // Sold to oneself nobody holds anything; bought of the makers somebody does.
    expect(traded['open_interest']).toBe(before['open_interest'])
    await venue.place(token, marketOrder({ symbol, quantity: '2.0' }))
    expect((await row())['open_interest']).toBeCloseTo((before['open_interest'] ?? 0) + 2, 6)
  }),
  card('X35', 'The book of a mirror image is the package’s own, sides changed and prices negated.', async () => {
    const mirrored = calls.map((call, index) => `${String(call['symbol'])}@${index === 0 ? -1 : 1}`).join('/')
    const [book, mirror] = [await venue.book(joined()), await venue.book(mirrored)]
    const negated = (level: Json | undefined) => Number(level?.['price']) === -Number(book.sell[0]?.['price'])
    expect(mirror.buy).toHaveLength(book.sell.length)
    expect(negated(mirror.buy[0])).toBe(true)
    expect(mirror.buy[0]?.['quantity']).toBe(book.sell[0]?.['quantity'])
  }),
  card('X36', 'A multi-leg order has an empty tradeable_entity_id wherever the record has one.', async () => {
    const { token, id } = await placed(spread())
    expect(await venue.details(token, id)).toMatchObject({ tradeable_entity_id: '', symbol: joined() })
    const { json } = await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, { method: 'DELETE', token })
    expect(at(json, 'cancel_order_response', 'tradeable_entity_id')).toBe('')
  }),
  card('X37', 'A parameter given twice is refused: which order was meant, nobody can tell.', async () => {
    const { token, id } = await placed(limit())
    const path = `/v1/api/order?client_order_id=${String(id)}&client_order_id=other`
    expect((await venue.ask(path, { method: 'DELETE', token })).status).toBe(400)
    expect(await venue.openOrders(token)).toHaveLength(1)
  }),
  card('X38', 'A token meant for somebody else (aud) is 401.', async () => {
    const iat = Math.floor((await venue.nowMs()) / 1_000) - 5
    const token = tokenOf({ sub: apiKey, iat, exp: iat + 30, aud: 'https://elsewhere.example' })
    expect((await venue.ask('/v1/api/balances', { token })).status).toBe(401)
  }),
  card('X39', 'A deliverable_id that is no number, and a body with a content-encoding, are refused.', async () => {
    expect((await venue.ask('/v1/api/deliverableInfo?deliverable_id=abc')).status).toBe(400)
    const headers = { 'content-encoding': 'gzip' }
    const token = await venue.signIn()
    expect((await venue.ask('/v1/api/order', { method: 'POST', body: { new_order: limit() }, token, headers })).status).toBe(415)
  }),
]

const named = (name: string, id: unknown) => (message: Json) => at(message, name, 'client_order_id') === id
/** Signs in over a socket, does something, closes. */
async function withFeed(act: (feed: OutsideFeed, token: string) => Promise<void>): Promise<void> {
  const token = await venue.signIn()
  const feed = await venue.signedFeed(token)
  try {
    await act(feed, token)
  } finally {
    feed.close()
  }
}
const answerTo = (feed: OutsideFeed, tag: string): Promise<Json> =>
  feed.until(message => Object.values(message).some(body => at(body, 'user_tag') === tag))

const oddOrderCards: readonly Card[] = [
  takes('C20.1', 'Rule 5: of a limit order with IOC any recv_window is ignored, also one that is no number.', () =>
    limit({ time_in_force: 'IOC', recv_window: 'abc' }),
  ),
  rejects('C20.2', 'A leg without a ratio makes invalid legs.', () => spread({ legs: [legsOf()[0] ?? {}, { tid: '16' }] }), 'invalid_legs'),
  rejects('C20.3', 'A ratio that is no whole number makes invalid legs.', () => spread({ legs: legsOf([1, 1.5]) }), 'invalid_legs'),
]

const socketCards: readonly Card[] = [
  card('S20', 'A new_order with a field that cannot be read is rejected like one over HTTP.', () =>
    withFeed(async feed => {
      const order = limit({ quantity: 'ten' })
      feed.send({ new_order: order })
      expect(at(await feed.until(named('order_rejected', order['client_order_id'])), 'order_rejected')).toMatchObject({
        reason: 'invalid_fields',
        tradeable_entity_id: '16',
        symbol: perpetual,
      })
    }),
  ),
  card('S21', 'A message that is not understood is answered with its user_tag.', () =>
    withFeed(async feed => {
      feed.send({ earthquake: { user_tag: 'e' } })
      expect(at(await answerTo(feed, 'e'), 'command_response', 'error_code')).not.toBe('0')
      feed.send({ trade_history_request: { trade_count: 'many', user_tag: 'm' } })
      expect(at(await answerTo(feed, 'm'), 'command_response', 'error_code')).not.toBe('0')
    }),
  ),
  card('S22', 'Cancelling a filled order answers cancel_order with the reason that it is.', () =>
    withFeed(async feed => {
      const order = marketOrder()
      feed.send({ new_order: order })
      await feed.until(named('execution', order['client_order_id']))
      feed.send({ cancel_order: { client_order_id: order['client_order_id'] } })
      expect(at(await feed.until(named('cancel_order', order['client_order_id'])), 'cancel_order')).toMatchObject({
        filled_quantity: order['quantity'],
        reason: 'order has been fully executed and cannot be cancelled',
      })
    }),
  ),
  card('S23', 'Cancelling an order twice says how it ended.', () =>
    withFeed(async feed => {
      const order = limit()
      feed.send({ new_order: order })
      feed.send({ cancel_order: { client_order_id: order['client_order_id'] } })
      await feed.until(named('cancel_order', order['client_order_id']))
      feed.send({ cancel_order: { client_order_id: order['client_order_id'], user_tag: 'again' } })
      expect(at(await answerTo(feed, 'again'), 'cancel_order')).toMatchObject({
        client_order_id: order['client_order_id'],
        reason: 'order has already ended: user_cancelled',
      })
    }),
  ),
  card('S24', 'trade_count names how many: none is no number of trades.', () =>
    withFeed(async feed => {
      const order = marketOrder()
      feed.send({ new_order: order })
      await feed.until(named('execution', order['client_order_id']))
      feed.send({ trade_history_request: { trade_count: '0', user_tag: 'none' } })
      expect(at(await answerTo(feed, 'none'), 'command_response', 'error_code')).not.toBe('0')
      feed.send({ trade_history_request: { trade_count: 1, user_tag: 'one' } })
      expect(rows(at(await answerTo(feed, 'one'), 'trade_history_response'), 'executions')).toHaveLength(1)
    }),
  ),
  card('S25', 'A multi-leg acceptance has its minimum_quantity here too.', () =>
    withFeed(async feed => {
      const order = rfq()
      feed.send({ new_order: order })
      const answer = at(await feed.until(named('order_accepted', order['client_order_id'])), 'order_accepted')
      expect(answer).toMatchObject({ minimum_quantity: '0.5', tradeable_entity_id: '' })
    }),
  ),
  card('S26', 'An upgrade under any other path is answered 404 at once.', async () => {
    await expect(venue.feed('/v1/elsewhere')).rejects.toThrow('404')
  }),
  card('S1', 'authenticate answers command_response with the user_tag, error_code 0 and an error_text.', async () => {
    const feed = await venue.feed()
    feed.send({ authenticate: { credentials_secret: await venue.signIn(), user_tag: 'a' } })
    expect(await answerTo(feed, 'a')).toEqual({ command_response: { user_tag: 'a', error_code: '0', error_text: expect.any(String) } })
    feed.close()
  }),
  card('S2', 'A bad token is answered with another error_code and an error_text.', async () => {
    const feed = await venue.feed()
    feed.send({ authenticate: { credentials_secret: 'nonsense', user_tag: 'a' } })
    const answer = at(await answerTo(feed, 'a'), 'command_response') as Json
    expect(answer['error_code']).not.toBe('0')
    expect(answer['error_text']).toEqual(expect.any(String))
    feed.close()
  }),
  card('S3', 'entities_and_rules_request needs no login.', async () => {
    const feed = await venue.feed()
    feed.send({ entities_and_rules_request: { user_tag: 'e' } })
    const answer = at(await answerTo(feed, 'e'), 'entities_and_rules_response') as Json
    expect(answer['server_utc_timestamp']).toEqual(count)
    expect(answer['symbols']).toEqual(await listing())
    feed.close()
  }),
  card('S4', 'new_order answers order_accepted or order_rejected, found by client_order_id.', () =>
    withFeed(async feed => {
      const [good, bad] = [limit(), limit({ price: '-1' })]
      feed.send({ new_order: good })
      expect(at(await feed.until(named('order_accepted', good['client_order_id'])), 'order_accepted')).toMatchObject({
        order_id: count,
        price: '50000',
      })
      feed.send({ new_order: bad })
      expect(at(await feed.until(named('order_rejected', bad['client_order_id'])), 'order_rejected', 'reason')).toBe(
        'price_less_than_minimum_price',
      )
    }),
  ),
  card('S5', 'A multi-leg acceptance has no order_id here.', () =>
    withFeed(async feed => {
      const order = rfq()
      feed.send({ new_order: order })
      const answer = at(await feed.until(named('order_accepted', order['client_order_id'])), 'order_accepted')
      expect(answer).toMatchObject({ symbol: joined(), ioi_cache_timeout: '1800' })
      expect(answer).not.toHaveProperty('order_id')
    }),
  ),
  card('S6', 'new_bulk_order answers user_tag and results of pending_new, then one answer an order.', () =>
    withFeed(async feed => {
      const orders = [limit(), limit({ price: '-1' })]
      feed.send({ new_bulk_order: { user_tag: 'b', orders } })
      expect(await answerTo(feed, 'b')).toEqual({
        new_bulk_order_response: {
          user_tag: 'b',
          results: orders.map(order => ({ client_order_id: order['client_order_id'], order_state: 'pending_new' })),
        },
      })
      await feed.until(named('order_accepted', orders[0]?.['client_order_id']))
      await feed.until(named('order_rejected', orders[1]?.['client_order_id']))
    }),
  ),
  card('S7', 'cancel_order answers cancel_order with the fields of the table.', () =>
    withFeed(async feed => {
      const order = limit()
      feed.send({ new_order: order })
      await feed.until(named('order_accepted', order['client_order_id']))
      feed.send({ cancel_order: { client_order_id: order['client_order_id'] } })
      expect(at(await feed.until(named('cancel_order', order['client_order_id'])), 'cancel_order')).toEqual({
        server_utc_timestamp: count,
        utc_timestamp: count,
        tradeable_entity_id: '16',
        symbol: perpetual,
        order_id: count,
        client_order_id: order['client_order_id'],
        filled_quantity: '0.0',
        reason: 'user_cancelled',
      })
    }),
  ),
  card('S8', 'cancel_all_orders lists pending_cancel first (with a filter the instrument too), then one cancel_order an order.', () =>
    withFeed(async feed => {
      const order = limit()
      feed.send({ new_order: order })
      await feed.until(named('order_accepted', order['client_order_id']))
      feed.send({ cancel_all_orders: { tradeable_entity_id: '16', user_tag: 'c' } })
      expect(await answerTo(feed, 'c')).toEqual({
        cancel_all_orders_response: {
          server_utc_timestamp: count,
          timestamp: count,
          user_tag: 'c',
          reason: 'success',
          symbol: perpetual,
          tradeable_entity_id: '16',
          results: [{ client_order_id: order['client_order_id'], order_state: 'pending_cancel' }],
        },
      })
      await feed.until(named('cancel_order', order['client_order_id']))
    }),
  ),
  card('S9', 'refresh_interest answers with the id given, the other empty, and reason success.', () =>
    withFeed(async feed => {
      const order = rfq()
      feed.send({ new_order: order })
      await feed.until(named('order_accepted', order['client_order_id']))
      feed.send({ refresh_interest: { client_order_id: order['client_order_id'], user_tag: 'f' } })
      const answer = Object.values(await answerTo(feed, 'f'))[0]
      expect(answer).toMatchObject({ client_order_id: order['client_order_id'], order_id: '', user_tag: 'f', reason: 'success' })
    }),
  ),
  card('S10', 'balances and positions answer with server_utc_timestamp, user_tag and the rows.', () =>
    withFeed(async feed => {
      feed.send({ balances: { user_tag: 'bal' } })
      const balances = at(await answerTo(feed, 'bal'), 'balances') as Json
      expect(balances['server_utc_timestamp']).toEqual(count)
      expect(rows(balances, 'balances').map(row => row['symbol'])).toContain('USD-REFERENCE')
      feed.send({ positions: { user_tag: 'pos' } })
      expect(at(await answerTo(feed, 'pos'), 'positions', 'positions')).toEqual([])
    }),
  ),
  card('S11', 'trade_history_request answers the executions of the account with the fields of the table.', () =>
    withFeed(async feed => {
      const order = marketOrder()
      feed.send({ new_order: order })
      await feed.until(named('execution', order['client_order_id']))
      feed.send({ trade_history_request: { trade_count: '10', user_tag: 'h' } })
      for (const row of rows(at(await answerTo(feed, 'h'), 'trade_history_response'), 'executions')) {
        expect(row).toMatchObject({
          tradeable_entity_id: '16',
          trade_id: expect.any(String),
          order_id: count,
          client_order_id: order['client_order_id'],
          executed_price: computed,
          executed_quantity: computed,
          liquidity_flag: 'taken',
          side: 'buy',
          order_state: 'filled',
          server_utc_timestamp: count,
        })
      }
    }),
  ),
  card('S12', 'register_for_rfqs answers, gives a snapshot an instrument, then order_added and order_deleted of everybody’s RFQs.', () =>
    withFeed(async feed => {
      const { token, answer, id } = await placed(without(limit({ market_id: 'none', symbol: 'ETH-USD-PERPETUAL', quantity: '2' }), 'price'))
      feed.send({ register_for_rfqs: { user_tag: 'r' } })
      expect(at(await answerTo(feed, 'r'), 'command_response', 'error_code')).toBe('0')
      const isOwn = (name: string) => (message: Json) => at(message, name, 'symbol') === 'ETH-USD-PERPETUAL'
      expect(at(await feed.until(isOwn('snapshot')), 'snapshot')).toMatchObject({
        market_id: 'none',
        buy: [{ order_id: answer['order_id'], price: '', quantity: '2.0', utc_timestamp: count }],
        sell: [],
      })
      await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, { method: 'DELETE', token })
      expect(at(await feed.until(isOwn('order_deleted')), 'order_deleted')).toMatchObject({ order_id: answer['order_id'], side: 'buy' })
      await venue.place(token, without(limit({ market_id: 'none', symbol: 'ETH-USD-PERPETUAL', side: 'sell', quantity: '3' }), 'price'))
      expect(at(await feed.until(isOwn('order_added')), 'order_added')).toMatchObject({
        side: 'sell',
        price: '',
        quantity: '3.0',
        market_id: 'none',
      })
    }),
  ),
  card('S13', 'deregister_for_rfqs ends that; dealers’ firm answers are never announced.', () =>
    withFeed(async feed => {
      feed.send({ register_for_rfqs: { user_tag: 'r' } })
      await answerTo(feed, 'r')
      const { token } = await placed(rfq())
      await feed.until(message => at(message, 'order_added', 'symbol') === joined())
      await venue.advance(10_000)
      await venue.book(joined())
      feed.send({ deregister_for_rfqs: { user_tag: 'd' } })
      await answerTo(feed, 'd')
      const heard = feed.told.filter(message => 'order_added' in message).length
      expect(heard).toBe(1)
      await venue.place(token, rfq())
      feed.send({ balances: { user_tag: 'later' } })
      await answerTo(feed, 'later')
      expect(feed.told.filter(message => 'order_added' in message).length).toBe(heard)
    }),
  ),
  card('S14', 'order_accepted, cancel_order and execution are pushed to the account, whichever way the order came.', () =>
    withFeed(async (feed, token) => {
      const [resting, taking] = [limit(), marketOrder()]
      await venue.place(token, resting)
      await feed.until(named('order_accepted', resting['client_order_id']))
      await venue.ask(`/v1/api/order?client_order_id=${String(resting['client_order_id'])}`, { method: 'DELETE', token })
      await feed.until(named('cancel_order', resting['client_order_id']))
      await venue.place(token, taking)
      expect(at(await feed.until(named('execution', taking['client_order_id'])), 'execution')).toMatchObject({
        server_utc_timestamp: count,
        utc_timestamp: count,
        tradeable_entity_id: '16',
        symbol: perpetual,
        trade_id: expect.any(String),
        order_id: count,
        executed_price: computed,
        executed_quantity: computed,
        liquidity_flag: 'taken',
        side: 'buy',
        order_state: 'filled',
      })
    }),
  ),
  card('S15', 'Pushes go to nobody else.', () =>
    withFeed(async stranger => {
      await placed(marketOrder())
      stranger.send({ balances: { user_tag: 'after' } })
      await answerTo(stranger, 'after')
      expect(stranger.told.filter(message => 'order_accepted' in message || 'execution' in message)).toEqual([])
    }),
  ),
  card('S16', 'An execution is pushed for each side of a trade that is the account’s.', () =>
    withFeed(async feed => {
      const { buy } = await venue.book('ETH-USD', 1)
      const price = String(Math.round(100 * Number(buy[0]?.['price']) + 2) / 100)
      const [one, other] = [
        limit({ symbol: 'ETH-USD', price, quantity: '1' }),
        limit({ symbol: 'ETH-USD', price, quantity: '1', side: 'sell', time_in_force: 'IOC' }),
      ]
      feed.send({ new_order: one })
      await feed.until(
        message => named('order_accepted', one['client_order_id'])(message) || named('order_rejected', one['client_order_id'])(message),
      )
      feed.send({ new_order: other })
      expect(at(await feed.until(named('execution', one['client_order_id'])), 'execution', 'liquidity_flag')).toBe('added')
      expect(at(await feed.until(named('execution', other['client_order_id'])), 'execution', 'liquidity_flag')).toBe('taken')
    }),
  ),
  card('S17', 'A heartbeat comes by itself.', () =>
    withFeed(async feed => {
      expect(at(await feed.until(message => 'heartbeat' in message), 'heartbeat', 'server_utc_timestamp')).toEqual(count)
    }),
  ),
  card('S18', 'Nothing private is answered without a login.', async () => {
    const feed = await venue.feed()
    for (const name of ['balances', 'positions', 'cancel_all_orders', 'register_for_rfqs']) {
      feed.send({ [name]: { user_tag: name } })
      expect(at(await answerTo(feed, name), 'command_response', 'error_code')).not.toBe('0')
    }
    feed.close()
  }),
]

const decks = {
  listing: listingCards,
  orders: orderCards,
  queries: queryCards,
  odd: oddOrderCards,
  extensions: extensionCards,
  socket: socketCards,
}
/** Declares one test a card, against the exchange that `open` starts; cards of the core profile have one of their own. */
export function holdConformance(open: () => Promise<OutsideVenue>): void {
  beforeAll(async () => {
    ;[venue, core] = await Promise.all([open(), listenOutside('core')])
    calls = await twoCalls()
  })
  afterAll(async () => {
    await Promise.all([venue.close(), core.close()])
  })
  describe.each(Object.entries(decks))('conformance: %s', (_, cards) => {
    test.each(cards.map(each => [each.number, each.sentence, each.check] as const))(
      '%s %s',
      { timeout: 20_000 },
      async (_number, _sentence, check) => {
        await expect(check()).resolves.toBeUndefined()
      },
    )
  })

  test('cards have numbers of their own', () => {
    const numbers = Object.values(decks).flatMap(cards => cards.map(each => each.number))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
}
