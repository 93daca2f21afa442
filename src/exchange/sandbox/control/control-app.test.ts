import { describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { rfqMarket } from '../../../core/domain/order.ts'
import { hourMs, microsFromMs, secondMs } from '../../../core/domain/time.ts'
import { limitOrder } from '../../../testing/outside-orders.ts'
import { openSpoilt } from '../../../testing/stored-exchange.fixture.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { controlPath, createControlApp } from './control-app.ts'
import { createFaults } from './faults.ts'
import { createVenueClock } from './venue-clock.ts'

const startMs = Date.UTC(2026, 11, 1, 12)

test('prices that are set leave those alone that the exchange has seen, also where the clock of the host went back', async () => {
  const market = createMarket({ seed: 'control', mode: 'live', instruments: 100 })
  const exchange = createExchange({ market })
  const clock = createVenueClock(() => startMs)
  exchange.apply({ kind: 'open_account', account: 'ann' }, microsFromMs(startMs + hourMs))
  const seen = market.indexPrice('BTC', startMs + hourMs)
  const app = createControlApp({ exchange, market, clock, faults: createFaults(), changed: () => undefined })
  const body = JSON.stringify({ BTC: '50000' })
  const answer = await app.request(`${controlPath}/prices`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(200)
  expect([market.indexPrice('BTC', startMs + hourMs), market.indexPrice('BTC', startMs + hourMs + secondMs)]).toEqual([
    seen,
    dec('50000'),
  ])
})

describe('the control desk', () => {
  interface State {
    readonly now: string
    readonly frozen: boolean
    readonly ahead_ms: string
    readonly faults: readonly unknown[]
    readonly prices_set: Readonly<Record<string, { readonly from: string }>>
    readonly error?: string
  }
  async function begin() {
    const venue = await openSpoilt()
    const ask = async (path: string, body?: unknown, method = 'POST') => {
      const answer = await venue.send(method, `${controlPath}${path}`, body)
      return { status: answer.status, state: (await answer.json()) as State }
    }
    return { venue, ask, nowMs: () => venue.saved.clock.now() / 1_000 }
  }

  test('says the time, what is set and what is to come', async () => {
    const { venue, ask } = await begin()
    await ask('/faults', { account: 'ann', fault: 'duplicate' })
    const { status, state } = await ask('', undefined, 'GET')
    expect(status).toBe(200)
    expect(state).toMatchObject({ now: String(venue.saved.clock.now()), frozen: false, ahead_ms: '0', prices_set: {} })
    expect(state.faults).toMatchObject([{ account: 'ann', fault: 'duplicate', count: 1 }])
    expect((await ask('/faults/clear', { account: 'bob' })).state.faults).toHaveLength(1)
    expect((await ask('/faults/clear')).state.faults).toEqual([])
  })

  test('lets time stand still, jump and go on, and what is due happens at the jump', async () => {
    const { venue, ask, nowMs } = await begin()
    const from = nowMs()
    expect((await ask('/freeze')).state.frozen).toBe(true)
    venue.clocks.pass(60_000)
    expect(nowMs()).toBe(from)
    expect((await ask('/advance', { ms: '600000' })).status).toBe(200)
    expect(nowMs()).toBe(from + 600_000)
    expect((await ask('/unfreeze')).state.frozen).toBe(false)
    venue.clocks.pass(1_000)
    expect(nowMs()).toBe(from + 601_000)
  })

  test('a jump ends an RFQ that would have timed out meanwhile', async () => {
    const { venue, ask } = await begin()
    const token = await venue.signIn('ann')
    const open = async () => await (await venue.send('GET', '/v1/api/openOrders', undefined, token)).text()
    await venue.send('POST', '/v1/api/order', { new_order: limitOrder('asked', { market_id: rfqMarket }) }, token)
    await ask('/advance', { ms: 1_700_000 })
    expect(await open()).toContain('"asked"')
    await ask('/advance', { ms: 200_000 })
    expect(await open()).not.toContain('"asked"')
  })

  test('sets prices from the next second on, all or none of them', async () => {
    const { venue, ask } = await begin()
    await ask('/freeze')
    const { market, clock } = venue.saved
    const before = market.indexPrice('BTC', clock.now() / 1_000)
    const both = await ask('/prices', { BTC: '50000', XYZ: '1' })
    expect([both.status, both.state.error]).toEqual([400, 'There is no underlying XYZ.'])
    expect(market.indexPrice('BTC', clock.now() / 1_000)).toBe(before)
    const { state } = await ask('/prices', { BTC: '50000' })
    expect(Object.keys(state.prices_set)).toEqual(['BTC'])
    expect(market.indexPrice('BTC', clock.now() / 1_000)).toBe(dec('50000'))
    expect(String(clock.now())).toBe(state.prices_set['BTC']?.from)
  })

  test.each([
    ['/advance', {}, /ms/],
    ['/advance', { ms: 0 }, /ms/],
    ['/advance', { ms: 400 * 86_400_000 + 1 }, /ms/],
    ['/advance', { ms: 1, more: 2 }, /more/],
    ['/freeze', { ms: 1 }, /ms/],
    ['/prices', {}, /Name a base and its price/],
    ['/prices', { BTC: '0' }, /a price above zero/],
    ['/prices', { BTC: '1000000000001' }, /a price above zero/],
    ['/faults', { account: 'ann' }, /fault/],
    ['/faults', [], /body/],
  ])('refuses %s of %j, says why, and changes nothing', async (path, body, why) => {
    const { ask } = await begin()
    const before = (await ask('', undefined, 'GET')).state
    const { status, state } = await ask(path, body)
    expect(status).toBe(400)
    expect(state.error).toMatch(why)
    expect((await ask('', undefined, 'GET')).state).toEqual(before)
  })

  test('takes JSON alone, of a length that a person would write', async () => {
    const { venue } = await begin()
    const post = (path: string, body: string, type: string) =>
      venue.desk?.fetch(
        new Request(`http://venue.invalid${controlPath}${path}`, {
          method: 'POST',
          body,
          headers: { 'content-type': type },
        }),
      )
    expect((await post('/advance', 'ms=5', 'application/x-www-form-urlencoded'))?.status).toBe(400)
    expect((await post('/advance', '{"ms":', 'application/json'))?.status).toBe(400)
    expect((await post('/prices', JSON.stringify({ BTC: '1'.repeat(17_000) }), 'application/json'))?.status).toBe(413)
    expect((await post('/nothing', '{}', 'application/json'))?.status).toBe(404)
    expect((await post('/freeze', '', 'text/plain'))?.headers.get('cache-control')).toBe('no-store')
  })
})
