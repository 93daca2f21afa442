// @vitest-environment happy-dom
/** Quotes of legs over the in-process exchange without a market summary. */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../../api/polling/query-client.ts'
import { startApi } from '../../api/start-api.ts'
import { netOf } from '../../../core/pricing/portfolio/package-guard.ts'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { usePackageMarket } from './use-package-market.ts'
import { legsOf } from '../../../testing/legs-of.ts'

let stop: (() => void) | undefined
afterEach(async () => {
  cleanup()
  stop?.()
  await queryClient.cancelQueries()
  queryClient.clear()
})

it('legs are quoted by their order books where the venue has no market summary, ten at most', async () => {
  const sandbox = await createSandboxFixture()
  const asked: string[] = []
  sandbox.instead = request => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/orderbook')) asked.push(searchParams.get('symbol') ?? '')
    return pathname.endsWith('/summary') ? Response.json({ message: 'not found' }, { status: 404 }) : undefined
  }
  stop = startApi({ fetch: sandbox.fetch })
  const legs = legsOf({ 'BTC-USD-PERPETUAL': 1, 'ETH-USD-PERPETUAL': -1 })
  const { result, rerender } = renderHook(({ of }) => usePackageMarket(of), { initialProps: { of: legs } })
  await waitFor(() => {
    const { mid, buyNatural } = netOf(legs, result.current.quotes)
    expect([mid, buyNatural]).toEqual([{ price: expect.any(String), source: '2 mids' }, expect.anything()])
  })
  expect(new Set(asked)).toEqual(new Set(legs.map(leg => leg.symbol)))
  const many = Array.from({ length: 30 }, (_, at) => ({ symbol: `BTC-20261225-${at + 1}000C`, ratio: 1 }))
  await act(async () => rerender({ of: many }))
  await waitFor(() => expect(new Set(asked).size).toBe(12))
})
