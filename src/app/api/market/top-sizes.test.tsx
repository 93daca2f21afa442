// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { startPage } from '../../../testing/mount-page.tsx'
import { call } from '../venue/client.ts'
import { useTopSizes } from './top-sizes.ts'

const page = startPage({ starts: 'signed_out' })

const listed = ['BTC-USD', 'BTC-USD-PERPETUAL', 'ETH-USD', 'ETH-USD-PERPETUAL', 'SOL-USD', 'AVAX-USD']
const booksAsked = (): number => page.sandbox.asked.filter(each => each === 'GET /v1/api/orderbook').length
async function bestOf(symbol: string) {
  const answered = await call('orderBook', { query: { symbol, depth: 1 } })
  if (!answered.ok) throw new Error(answered.fault.message)
  const { buy, sell } = answered.answer.orderbook_response
  return { bid: buy[0]?.quantity, ask: sell[0]?.quantity }
}

describe('quantities at the best prices', () => {
  it('are those of each book; instruments that are no longer visible are dropped and not requested', async () => {
    const { result, rerender } = renderHook((symbols: readonly string[]) => useTopSizes(symbols), {
      initialProps: listed,
    })
    await waitFor(() => expect([...result.current.keys()]).toEqual(listed))
    for (const symbol of listed) expect(result.current.get(symbol)).toEqual(await bestOf(symbol))
    expect(result.current.get('BTC-USD')?.bid).toMatch(/^\d/)
    rerender(['ETH-USD'])
    await waitFor(() => expect([...result.current.keys()]).toEqual(['ETH-USD']))
    rerender([])
    expect(result.current.size).toBe(0)
  })

  it('of a venue that lacks order books are unknown, and it is asked once', async () => {
    page.sandbox.instead = request =>
      new URL(request.url).pathname === '/v1/api/orderbook' ? new Response('Not Found', { status: 404 }) : undefined
    const { result } = renderHook(() => useTopSizes(listed))
    await waitFor(() => expect(booksAsked()).toBe(1))
    // Another call of the page meanwhile.
    expect((await call('time')).ok).toBe(true)
    expect([result.current.size, booksAsked()]).toEqual([0, 1])
  })

  it('one book without an answer affects no other', async () => {
    page.sandbox.instead = request =>
      new URL(request.url).searchParams.get('symbol') === 'SOL-USD' ? new Response('{}', { status: 503 }) : undefined
    const { result } = renderHook(() => useTopSizes(['BTC-USD', 'ETH-USD', 'SOL-USD']))
    await waitFor(() => expect([...result.current.keys()]).toEqual(['BTC-USD', 'ETH-USD']))
  })
})
