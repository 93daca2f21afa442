import { expect } from 'vitest'
import { perpetual } from '../outside-orders.ts'
import { type Json, at, apiKey, rows, tokenOf } from '../test-outside.ts'
import {
  venue,
  core,
  calls,
  computed,
  listing,
  limit,
  marketOrder,
  legsOf,
  spread,
  rfq,
  joined,
  accepted,
  placed,
  type Card,
  card,
} from './cards.ts'

type Levels = Awaited<ReturnType<typeof venue.book>>

/**
 * Reads two books of one moment: quotes change by the second, so the first must be equal before and after the second.
 */
async function atOneMoment(
  readBook: () => Promise<Levels>,
  readMirror: () => Promise<Levels>,
): Promise<{ book: Levels; mirror: Levels }> {
  for (;;) {
    const book = await readBook()
    const mirror = await readMirror()
    const after = await readBook()
    if (JSON.stringify([book.buy, book.sell]) === JSON.stringify([after.buy, after.sell])) return { book, mirror }
  }
}

export const extensionVenueCards: readonly Card[] = [
  card('X26', 'Names and tags tell the product; expiry dates are in the names.', async () => {
    for (const { symbol, tags, base_asset } of await listing()) {
      const tagged = (tag: string) => (tags as string[]).includes(tag)
      const product = tagged('perpetual')
        ? 'perpetual'
        : tagged('future')
          ? 'future'
          : tagged('option')
            ? 'option'
            : 'spot'
      const shapes = {
        perpetual: /^\w+-USD-PERPETUAL$/,
        future: /^\w+-\d{8}$/,
        option: /^\w+-\d{8}-[\d.]+[CP]$/,
        spot: /^\w+-USD$/,
      }
      expect(String(symbol)).toMatch(shapes[product])
      if (product !== 'spot') expect(base_asset).toBe(symbol)
    }
  }),
  card('X27', 'The listing has the ids and rules of the public venue’s test listing.', async () => {
    const all = await listing()
    const of = (symbol: string) => all.find(each => each['symbol'] === symbol)
    expect(['PTF-USD', perpetual, 'AVAX-USD'].map(symbol => of(symbol)?.['tradeable_entity_id'])).toEqual([
      '6',
      '16',
      '930',
    ])
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
    accepted(
      await venue.place(token, limit({ symbol: option?.['symbol'], quantity: '1', price: option?.['price_step'] })),
    )
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
    const order = rfq()
    expect(accepted(await core.place(token, order))).not.toHaveProperty('order_id')
    expect(await core.openOrders(token)).toHaveLength(1)
    for (const record of [...(await core.openOrders(token)), await core.details(token, order['client_order_id'])])
      expect(record).not.toHaveProperty('legs')
    await core.place(token, marketOrder())
    const { json } = await core.ask('/v1/api/positions', { token })
    for (const position of rows(json, 'positions_response', 'positions'))
      expect(position).not.toHaveProperty('margin_value')
  }),
  card(
    'X29',
    'A token signed by the private key of an API key is taken, with client, nonce and uri or without.',
    async () => {
      const iat = Math.floor((await venue.nowMs()) / 1_000) - 5
      for (const more of [{}, { client: 'api', nonce: '1', uri: '/v1/api/balances' }]) {
        const token = tokenOf({ sub: apiKey, iat, exp: iat + 30, ...more })
        expect((await venue.ask('/v1/api/balances', { token })).status).toBe(200)
      }
    },
  ),
  card(
    'X30',
    'Other tokens are 401: expired, of an unknown key, not ES256, with the key in the header, tampered with.',
    async () => {
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
    },
  ),
  card(
    'X31',
    'An RFQ is answered by firm orders across from it, seen in the book of the same legs; it never executes itself.',
    async () => {
      // Separate legs, so that no other card's request is answered.
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
      const sizes = rows(json, 'positions_response', 'positions').map(
        position => [position['symbol'], position['size']] as const,
      )
      expect(new Map(sizes)).toEqual(
        new Map(calls.map((call, index) => [call['symbol'], index === 0 ? '0.1' : '-0.2'])),
      )
    },
  ),
  card('X32', 'A package may have a negative price, and sells as well as it buys.', async () => {
    expect((await placed(spread({ price: '-100000' }))).answer['price']).toBe('-100000')
    expect((await placed(spread({ side: 'sell', price: '100000' }))).answer['price']).toBe('100000')
  }),
  card(
    'X33',
    'The same order again gets its first answer; its client_order_id with another body is refused.',
    async () => {
      const token = await venue.signIn()
      const order = limit()
      const first = await venue.place(token, order)
      expect(await venue.place(token, order)).toEqual(first)
      expect(await venue.reason(token, { ...order, quantity: '0.2' })).toBe('invalid_fields')
      expect(await venue.openOrders(token)).toHaveLength(1)
    },
  ),
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
  card(
    'X40',
    'The market summary moves with clients’ orders and trades: best prices, last, volume, extremes, open interest.',
    async () => {
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
      // One step inside the makers' spread, and beyond the day's extremes.
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
      // A trade with oneself leaves open interest unchanged; buying from the makers raises it.
      expect(traded['open_interest']).toBe(before['open_interest'])
      await venue.place(token, marketOrder({ symbol, quantity: '2.0' }))
      expect((await row())['open_interest']).toBeCloseTo((before['open_interest'] ?? 0) + 2, 6)
    },
  ),
  card('X35', 'The book of a mirror image is the package’s own, sides changed and prices negated.', async () => {
    const mirrored = calls.map((call, index) => `${String(call['symbol'])}@${index === 0 ? -1 : 1}`).join('/')
    const { book, mirror } = await atOneMoment(
      () => venue.book(joined()),
      () => venue.book(mirrored),
    )
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
    expect(
      (await venue.ask('/v1/api/order', { method: 'POST', body: { new_order: limit() }, token, headers })).status,
    ).toBe(415)
  }),
]
