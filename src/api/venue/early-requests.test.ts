// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { credentialsHeader, venueHeader } from '../../contract/header-names.ts'
import { askEarly, takeEarly } from './early-requests.ts'

const path = '/v1/api/positions'
const own = { accept: 'application/json', [venueHeader]: 'sandbox', [credentialsHeader]: 'token-1' }
const request = (headers: Readonly<Record<string, string>>) =>
  ({ method: 'GET', url: path, headers, signal: new AbortController().signal }) as const
let sent: string[] = []

beforeEach(() => {
  sent = []
  document.head.innerHTML = '<meta name="legwork-venue" content="sandbox">'
  sessionStorage.setItem('legwork.session', JSON.stringify({ venueKey: 'sandbox', token: 'token-1', account: 'a', method: 'sandbox' }))
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return new Response('{}')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  void takeEarly(request(own))
})

test('the program takes the answer of the very same request, once, with the times at which it went out and came back', async () => {
  askEarly([path], [])
  const answer = await takeEarly(request(own))
  expect(answer).toMatchObject({ status: 200, text: '{}' })
  expect(answer?.early?.receivedMs).toBeGreaterThanOrEqual(answer?.early?.sentMs ?? Number.POSITIVE_INFINITY)
  expect(takeEarly(request(own)) === undefined).toBe(true)
  expect(sent).toEqual([path])
})

test('an answer for another token, or with another header, is not taken', () => {
  askEarly([path], [])
  expect(takeEarly(request({ ...own, [credentialsHeader]: 'token-2' }))).toBeUndefined()
  askEarly([path], [])
  expect(takeEarly(request({ ...own, 'if-none-match': '"1"' }))).toBeUndefined()
})

test('without a token of this venue nothing private is asked', () => {
  sessionStorage.setItem('legwork.session', JSON.stringify({ venueKey: 'other.example', token: 'token-1' }))
  askEarly([path], ['/v1/public'])
  expect(sent).toEqual(['/v1/public'])
})

test('where another address was set nothing is asked', () => {
  localStorage.setItem('legwork.venue', JSON.stringify({ baseUrl: 'https://venue.example' }))
  askEarly([path], ['/v1/public'])
  expect(sent).toEqual([])
})

test('what came too long ago is asked anew', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  askEarly([path], [])
  vi.advanceTimersByTime(10_000)
  expect(takeEarly(request(own)) === undefined).toBe(true)
  vi.useRealTimers()
})
