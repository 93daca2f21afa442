import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { testVenue } from '../../../testing/test-venue.ts'
import { firmAtMarket } from '../../../testing/order.fixture.ts'
import { createRateLimiter } from './rate-limit.ts'

describe('requests of an account', () => {
  it('come in bursts, and then as they refill', () => {
    let nowMs = 0
    const limiter = createRateLimiter({ perSecond: 2, burst: 3 }, () => nowMs)
    const take = (count: number): number[] => Array.from({ length: count }, () => limiter.take('ann'))
    expect(take(4)).toEqual([0, 0, 0, 1])
    expect(limiter.take('bob')).toBe(0)
    nowMs = 500
    expect(take(2)).toEqual([0, 1])
    nowMs = 60_000
    expect(take(4)).toEqual([0, 0, 0, 1])
  })

  it('may be a basket larger than a burst, paid back afterwards', () => {
    let nowMs = 0
    const limiter = createRateLimiter({ perSecond: 2, burst: 3 }, () => nowMs)
    expect(limiter.take('ann', 7)).toBe(0)
    expect(limiter.take('ann')).toBe(3)
    nowMs = 2_500
    expect(limiter.take('ann')).toBe(0)
  })

  it('beyond the limit are 429 with the seconds to wait, and not carried out', async () => {
    let nowMs = 0
    const venue = await testVenue({ rateLimiter: createRateLimiter({ perSecond: 1, burst: 2 }, () => nowMs) })
    const token = await venue.signIn('ann')
    const order = { ...firmAtMarket, symbol: 'BTC-USD-PERPETUAL', side: 'buy', quantity: '0.01' }
    const send = (id: string) =>
      venue.ask(endpoints.placeOrder.path, {
        method: 'POST',
        token,
        body: JSON.stringify({ new_order: { ...order, client_order_id: id } }),
      })
    expect((await send('1')).status).toBe(200)
    expect((await send('2')).status).toBe(200)
    const third = await send('3')
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1'])
    expect(third.json).toEqual({ error: expect.stringContaining('not carried out') })
    expect((await venue.ask(endpoints.exchangeInfo.path)).status).toBe(200)
    nowMs = 1_000
    const details = await venue.ask(`${endpoints.orderDetails.path}?client_order_id=3`, { token })
    expect(details.json).toMatchObject({ query_order_response: { error: 'failed' } })
  })
})
