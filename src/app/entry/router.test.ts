// @vitest-environment happy-dom
import { expect, test } from 'vitest'

test('an address without a screen opens Portfolio and keeps what it asks for over it', async () => {
  history.replaceState(null, '', '/?alert=price:BTC-USD-PERPETUAL')
  const { router } = await import('./router.tsx')
  const { pathname, search } = router.location
  expect(pathname).toBe('/portfolio')
  expect(search).toEqual({ alert: 'price:BTC-USD-PERPETUAL' })
})
