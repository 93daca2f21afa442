// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentialsHeader, venueHeader } from '../../../core/contract/header-names.ts'
import { askEarly, isWholeOnItsWay, takeEarly, writeListingTag } from './early-requests.ts'

const path = '/v1/api/positions'
const own = { accept: 'application/json', [venueHeader]: 'sandbox', [credentialsHeader]: 'token-1' }
const request = (headers: Readonly<Record<string, string>>) =>
  ({ method: 'GET', url: path, headers, signal: new AbortController().signal }) as const
let sent: string[] = []

beforeEach(() => {
  sent = []
  document.head.innerHTML = '<meta name="legwork-venue" content="sandbox">'
  sessionStorage.setItem(
    'legwork.session',
    JSON.stringify({ venueKey: 'sandbox', token: 'token-1', account: 'a', method: 'sandbox' }),
  )
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
  askEarly({ private: [path] })
  const answer = await takeEarly(request(own))
  expect(answer).toMatchObject({ status: 200, text: '{}' })
  expect(answer?.early?.receivedMs).toBeGreaterThanOrEqual(answer?.early?.sentMs ?? Number.POSITIVE_INFINITY)
  expect(takeEarly(request(own)) === undefined).toBe(true)
  expect(sent).toEqual([path])
})

test('an answer for another token, or with another header, is not taken', () => {
  askEarly({ private: [path] })
  expect(takeEarly(request({ ...own, [credentialsHeader]: 'token-2' }))).toBeUndefined()
  askEarly({ private: [path] })
  expect(takeEarly(request({ ...own, 'if-none-match': '"1"' }))).toBeUndefined()
})

test('without a token of this venue nothing private is asked', () => {
  sessionStorage.setItem('legwork.session', JSON.stringify({ venueKey: 'other.example', token: 'token-1' }))
  askEarly({ private: [path], public: ['/v1/public'] })
  expect(sent).toEqual(['/v1/public'])
})

test('where another address was set nothing is asked', () => {
  localStorage.setItem('legwork.venue', JSON.stringify({ baseUrl: 'https://venue.example' }))
  askEarly({ private: [path], public: ['/v1/public'] })
  expect(sent).toEqual([])
})

test('what came too long ago is asked again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  askEarly({ private: [path] })
  vi.advanceTimersByTime(10_000)
  expect(takeEarly(request(own)) === undefined).toBe(true)
  vi.useRealTimers()
})

describe('the listing', () => {
  const listing = '/v1/api/exchangeInfo'
  const { [credentialsHeader]: _, ...plain } = own
  const listed = (headers: Readonly<Record<string, string>>) => ({ ...request(headers), url: listing })
  afterEach(() => void takeEarly(listed(plain)))

  test('is asked for whole where this browser keeps none, and by its tag alone where it keeps that of this venue', async () => {
    askEarly({ listing })
    expect(isWholeOnItsWay(listing)).toBe(true)
    expect(await takeEarly(listed(plain))).toBeDefined()
    expect(isWholeOnItsWay(listing)).toBe(false)
    writeListingTag('sandbox', '"7"')
    askEarly({ listing })
    expect(isWholeOnItsWay(listing)).toBe(false)
    expect(await takeEarly(listed({ ...plain, 'if-none-match': '"7"' }))).toBeDefined()
  })

  test('kept of another venue, or not kept any more, is asked for whole', () => {
    writeListingTag('other.example', '"7"')
    askEarly({ listing })
    expect(isWholeOnItsWay(listing)).toBe(true)
    writeListingTag('sandbox', undefined)
    askEarly({ listing })
    expect(isWholeOnItsWay(listing)).toBe(true)
  })

  test('that was asked for by a tag which the program has not got is not taken', () => {
    writeListingTag('sandbox', '"7"')
    askEarly({ listing })
    expect(takeEarly(listed(plain))).toBeUndefined()
  })
})
