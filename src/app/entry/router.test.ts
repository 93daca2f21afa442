// @vitest-environment happy-dom
import { expect, test } from 'vitest'

test('an address without a screen opens Portfolio and keeps what it asks for over it', async () => {
  history.replaceState(null, '', '/?alert=price:BTC-USD-PERPETUAL')
  const { router } = await import('./router.tsx')
  const { pathname, search } = router.location
  expect(pathname).toBe('/portfolio')
  expect(search).toEqual({ alert: 'price:BTC-USD-PERPETUAL' })
})

test('an address of an earlier version leads to where its screen has gone, with its parameters', async () => {
  const { router } = await import('./router.tsx')
  for (const [before, after] of [
    ['/flow?order=7', '/orders?order=7&view=everybody'],
    ['/volatility?base=ETH', '/markets?base=ETH&view=volatility'],
    ['/quality', '/journal?view=quality'],
    ['/Settings?section=look', '/settings?section=look'],
  ] as const) {
    history.pushState(null, '', before)
    dispatchEvent(new PopStateEvent('popstate'))
    expect(`${location.pathname}${location.search}`).toBe(after)
    expect(router.location.pathname).toBe(location.pathname)
  }
})
