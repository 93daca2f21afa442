/** Faults injected between client and exchange: the exchange's state stays correct, only the answers are affected. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitOrder } from '../../../testing/outside-orders.ts'
import { openSpoilt, type Spoilt } from '../../../testing/stored-exchange.fixture.ts'
import { type Drift, driftValue } from './answer-faults.ts'

type Json = Record<string, unknown>

async function begin(options?: Parameters<typeof openSpoilt>[0]) {
  const spoilt = await openSpoilt(options)
  const token = await spoilt.signIn('ann')
  return {
    ...spoilt,
    token,
    place: (id: string, more: Json = {}) =>
      spoilt.send('POST', '/v1/api/order', { new_order: limitOrder(id, more) }, token),
  }
}
async function fault(spoilt: Spoilt, body: Json): Promise<void> {
  const answer = await spoilt.send('POST', '/sandbox/control/faults', { account: 'ann', ...body })
  if (answer.status !== 200) throw new Error(await answer.text())
}
const json = async (answer: Response | Promise<Response>): Promise<Json> => (await (await answer).json()) as Json
const open = async ({ send, token }: Awaited<ReturnType<typeof begin>>): Promise<readonly Json[]> =>
  (
    (await json(send('GET', '/v1/api/openOrders', undefined, token)))['query_open_orders_response'] as {
      readonly open_orders: Json[]
    }
  ).open_orders
const idsOpen = async (venue: Awaited<ReturnType<typeof begin>>): Promise<unknown[]> =>
  (await open(venue)).map(each => each['client_order_id'])
const settle = () => new Promise(resolve => setTimeout(resolve))

describe('a request without an answer', () => {
  it('times out: it is carried out, its connection is held as long as asked, and then cut', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'timeout', hold_ms: 5_000 })
    const answer = venue.place('a')
    await expect.poll(() => venue.waits.map(wait => wait.ms)).toEqual([5_000])
    expect([await idsOpen(venue), venue.cuts.count]).toEqual([['a'], 0])
    venue.waits[0]?.end()
    await answer
    expect(venue.cuts.count).toBe(1)
  })

  it.each([
    [true, ['a']],
    [false, []],
  ])('is cut at once; carried out: %s', async (executes, ids) => {
    const venue = await begin()
    await fault(venue, { fault: 'reset', executes })
    await venue.place('a')
    expect([await idsOpen(venue), venue.cuts.count]).toEqual([ids, 1])
  })

  it.each(['timeout', 'reset'])(
    'is refused where the host has no connections to cut, and does nothing: %s',
    async name => {
      const venue = await begin({ hasConnections: false })
      await fault(venue, { fault: name })
      expect((await venue.place('a')).status).toBe(501)
      expect(await idsOpen(venue)).toEqual([])
    },
  )
})

describe('an answer', () => {
  it('to what came twice is the same, and there is one order', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'duplicate' })
    const first = await json(venue.place('a'))
    expect(first).toEqual(await json(venue.place('a')))
    expect(await idsOpen(venue)).toEqual(['a'])
  })

  it('says that the order was rejected, for the reason asked for, and there is none', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'reject', reason: 'account_suspended' })
    expect(await json(venue.place('a'))).toMatchObject({
      order_rejected: { client_order_id: 'a', reason: 'account_suspended' },
    })
    expect(await idsOpen(venue)).toEqual([])
    expect(await json(venue.place('b'))).toHaveProperty('order_accepted')
  })

  it('is refused before or after the order was carried out, as asked', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'refuse', error_code: '14', message: 'not now' })
    await fault(venue, { fault: 'refuse', status: 503, executes: true })
    const [first, second] = [await venue.place('a'), await venue.place('b')]
    expect([first.status, await json(first)]).toEqual([200, { error: { error_code: '14', message: 'not now' } }])
    expect(second.status).toBe(503)
    expect(await idsOpen(venue)).toEqual(['b'])
  })

  it('without a body has none', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'refuse', status: 204 })
    const answer = await venue.place('a')
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  it('comes late, and says then what was true', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'slow', delay_ms: 3_000 })
    let answered: Json | undefined
    const answer = json(venue.place('a')).then(value => (answered = value))
    await expect.poll(() => venue.waits.length).toBe(1)
    await settle()
    expect([answered, await idsOpen(venue)]).toEqual([undefined, ['a']])
    venue.waits[0]?.end()
    expect(await answer).toHaveProperty('order_accepted')
  })

  it('says to come again later, and when', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'too_many_requests', retry_after: 7 })
    const answer = await venue.place('a')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await idsOpen(venue)).toEqual([])
  })

  it('has a field under another name, and the exchange the order all the same', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'drift', field: 'client_order_id' })
    const { order_accepted } = (await json(venue.place('a'))) as { order_accepted: Json }
    expect(order_accepted).not.toHaveProperty('client_order_id')
    expect(order_accepted).toMatchObject({ client_order_id_v2: 'a' })
    expect(await idsOpen(venue)).toEqual(['a'])
  })

  it('of a list that the client has already is whole, so that it can drift', async () => {
    const venue = await begin()
    const before = await venue.send('GET', '/v1/api/exchangeInfo')
    await fault(venue, { fault: 'drift', on: 'exchangeInfo', field: 'symbols', change: 'missing' })
    const request = new Request('http://venue.invalid/v1/api/exchangeInfo', {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    })
    const answer = await venue.answers.fetch(request)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('"symbols"')
  })
})

describe('whose requests are spoilt', () => {
  it('those of the account alone, known by its token', async () => {
    const venue = await begin()
    const bob = await venue.signIn('bob')
    await fault(venue, { fault: 'refuse', on: 'balances' })
    const balances = (token?: string) => json(venue.send('GET', '/v1/api/balances', undefined, token))
    expect(await balances(bob)).toHaveProperty('balance_response')
    expect(await balances('nonsense')).not.toEqual({ error: { error_code: '16', message: 'invalid parameters' } })
    expect(await balances(venue.token)).toEqual({ error: { error_code: '16', message: 'invalid parameters' } })
    expect(await balances(venue.token)).toHaveProperty('balance_response')
  })

  it('an order that fills in part fills that much and no more', async () => {
    const venue = await begin()
    await fault(venue, { fault: 'partial_fill', fraction: '0.5' })
    await venue.place('a', { price: '200000', quantity: '0.2' })
    expect(await open(venue)).toMatchObject([{ client_order_id: 'a', order_state: 'partial_fill' }])
  })
})

describe('a field that drifts', () => {
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }),
    record: fc.dictionary(fc.constantFrom('price', 'size', 'rows'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
  })).any
  const drift = (change: Drift['change']): Drift => ({
    account: 'ann',
    count: 1,
    on: 'placeOrder',
    fault: 'drift',
    field: 'price',
    change,
  })
  const namesIn = (json: unknown): string[] =>
    Array.isArray(json)
      ? json.flatMap(namesIn)
      : typeof json === 'object' && json !== null
        ? Object.entries(json).flatMap(([name, each]) => [name, ...namesIn(each)])
        : []

  it('is gone wherever it was, and nothing else is', () => {
    fc.assert(
      fc.property(value, json => {
        const drifted = driftValue(json, drift('missing'))
        expect(namesIn(drifted)).not.toContain('price')
        if (!namesIn(json).includes('price')) expect(drifted).toEqual(json)
      }),
    )
  })
  it('keeps its value under another name, so that renaming it back gives what was', () => {
    const back = (json: unknown): unknown => JSON.parse(JSON.stringify(json).replaceAll('"price_v2":', '"price":'))
    const flat = fc.dictionary(fc.constantFrom('price', 'size'), fc.integer(), { noNullPrototype: true })
    fc.assert(
      fc.property(fc.array(flat), rows => {
        expect(back(driftValue(rows, drift('renamed')))).toEqual(rows)
        for (const [index, row] of (driftValue(rows, drift('retyped')) as Json[]).entries())
          expect(row['price']).toEqual(
            rows[index]?.['price'] === undefined ? undefined : { value: rows[index]['price'] },
          )
      }),
    )
  })
})
