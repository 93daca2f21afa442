// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { fetchVenueFile, parseVenueFile, policyProblem, sourcesOf } from './venue-file.ts'
import { readVenue, speakTo } from './venue.ts'

const venue = { exchange: 'https://api.venue.example' }
const policyFor = (sources: readonly string[]): string =>
  `default-src 'none'; connect-src 'self' ${sources.join(' ')}; base-uri 'none'`
const policy = policyFor(sourcesOf(venue))

describe('the file beside a page', () => {
  test.each([
    { exchange: 'https://api.venue.example' },
    { exchange: 'https://api.venue.example:8443/exchange/a.b' },
    { exchange: 'http://127.0.0.1:8787', feed: 'ws://localhost:9/v1/feed' },
    { exchange: 'https://a.example', marketSummary: 'https://b.example', feed: 'wss://c.example/v1/feed' },
  ])('is taken as it is written: %o', file => {
    expect(parseVenueFile(JSON.stringify(file))).toEqual({ ok: true, venue: file })
  })

  test.each([
    ['nothing that is JSON', '{exchange', 'not JSON'],
    ['no address', '{}', '"exchange"'],
    ['an address that is no text', '{"exchange": 1}', '"exchange"'],
    ['another field', '{"exchange":"https://a.example","token":"x"}', 'token'],
    ['a list', '["https://a.example"]', 'venue.json is wrong'],
  ])('with %s is refused in words that name it', (_, text, part) => {
    const read = parseVenueFile(text)
    expect(read.ok ? '' : read.problem).toContain(part)
  })

  test.each([
    'http://api.venue.example',
    'ftp://api.venue.example',
    'javascript:alert(1)',
    '//api.venue.example',
    'https://name:secret@api.venue.example',
    'https://api.venue.example@evil.example',
    'https://api.venue.example/..',
    'https://api.venue.example/a/../b',
    'https://api.venue.example/%2e%2e/b',
    'https://api.venue.example//b',
    'https://api.venue.example\\b',
    'https://api.venue.example/b/',
    'https://api.venue.example/?v=1',
    'https://api.venue.example/#v',
    'https://API.venue.example',
    'https://api.venue.example:443',
    ' https://api.venue.example',
    'https://api.venue.example; script-src *',
    'https://*.venue.example',
    'http://127.0.0.1.evil.example',
  ])('does not take %s for a venue', exchange => {
    const read = parseVenueFile(JSON.stringify({ exchange }))
    expect(read.ok ? '' : read.problem).toContain('"exchange" ')
  })

  test('must name the venue that the policy of the page admits, and no other', () => {
    expect(policyProblem(policy, venue)).toBeUndefined()
    expect(policyProblem(policy, { exchange: 'https://evil.example' })).toContain('different venues')
    expect(policyProblem(policy, { ...venue, feed: 'wss://elsewhere.example/v1/feed' })).toMatch(
      /only the file wss:\/\/elsewhere\.example\/v1\/feed, only/,
    )
    expect(policyProblem(policyFor([...sourcesOf(venue), 'https://evil.example/v1/']), venue)).toContain(
      'different venues',
    )
    expect(policyProblem(policyFor(['https:']), venue)).toContain('different venues')
    expect(policyProblem("default-src 'none'", venue)).toContain('the policy none')
  })

  test('is asked for beside the page, without following anybody elsewhere', async () => {
    document.head.innerHTML = `<base href="https://host.example/desk/"><meta http-equiv="content-security-policy">`
    document.querySelector('meta')?.setAttribute('content', policy)
    const asked: [string, RequestInit][] = []
    const answer = (response: Response) => async (input: URL, init: RequestInit) => {
      asked.push([input.href, init])
      return response
    }
    expect(await fetchVenueFile(document, answer(Response.json(venue)))).toEqual({ ok: true, venue })
    expect(asked[0]?.[0]).toBe('https://host.example/desk/venue.json')
    expect(asked[0]?.[1]).toMatchObject({ redirect: 'error' })
    expect(await fetchVenueFile(document, answer(new Response('gone', { status: 404 })))).toMatchObject({
      problem: expect.stringContaining('answered 404') as string,
    })
    expect(await fetchVenueFile(document, answer(Response.json({ exchange: 'https://evil.example' })))).toMatchObject({
      problem: expect.stringContaining('different venues') as string,
    })
    expect(await fetchVenueFile(document, async () => Promise.reject(new TypeError('no network')))).toMatchObject({
      ok: false,
    })
  })
})

test('the venue of the file overrides an address set in this browser', () => {
  localStorage.setItem('legwork.venue', JSON.stringify({ baseUrl: 'https://evil.example', legKeys: 'long' }))
  speakTo(venue)
  expect(readVenue()).toMatchObject({ key: venue.exchange, baseUrl: venue.exchange, kind: 'venue', legKeys: 'long' })
})
