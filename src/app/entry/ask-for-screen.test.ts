// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askForScreen } from './ask-for-screen.ts'

const summary = '/v1/market_data/tradeable_entity/all/summary'
let sent: string[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return new Response('{}')
  })
  document.head.innerHTML = '<meta name="legwork-venue" content="sandbox">'
  sessionStorage.setItem('legwork.session', JSON.stringify({ venueKey: 'sandbox', token: 'token-1' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test.each([
  ['/portfolio', ['/v1/api/positions', '/v1/api/balances', summary]],
  ['/build?base=BTC', ['/v1/api/positions', '/v1/api/exchangeInfo', summary]],
  ['/orders', ['/v1/api/openOrders', '/v1/api/exchangeInfo']],
  ['/markets', ['/v1/api/exchangeInfo', summary]],
  ['/settings', []],
])('what %s shows first is requested with the page', (path, paths) => {
  history.replaceState(undefined, '', path)
  askForScreen()
  expect(sent).toEqual(paths)
})
