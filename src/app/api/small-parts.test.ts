import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOffMs } from '../../core/client/timers.ts'
import { parseToken } from '../../core/client/token.ts'
import { parseAddress } from './venue/venue.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it('waits back off with full jitter to 30 s at the most', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 1, max: 100 }), (share, failures) => {
      const wait = backOffMs(2_000, failures, share)
      expect(wait).toBeGreaterThanOrEqual(1_000)
      expect(wait).toBeLessThanOrEqual(30_000)
    }),
  )
  expect(backOffMs(2_000, 10, 0.99)).toBeCloseTo(29_700)
})

describe('token', () => {
  const encode = (value: unknown): string =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const token = (payload: unknown): string => `${encode({ alg: 'ES256' })}.${encode(payload)}.c2ln`

  it('is read for whom it is of and when it ends', () => {
    expect(parseToken(token({ sub: 'alice', exp: 1_800_000_000 }))).toEqual({
      account: 'alice',
      expiresAtMs: 1_800_000_000_000,
    })
    expect(parseToken(token({}))).toEqual({ account: 'account', expiresAtMs: undefined })
  })

  it.each([
    '',
    'a.b',
    'a.b.c',
    'not a token',
    `${token({})}.x`,
    token({ exp: 'tomorrow' }),
    `${encode({})}..sig`,
    `Bearer ${token({})}`,
  ])('is refused without the shape of one: %s', text => expect(parseToken(text)).toBeUndefined())
})

describe('address of a venue', () => {
  it.each([
    ['', ''],
    [' https://venue.example/ ', 'https://venue.example'],
    ['https://venue.example/base/', 'https://venue.example/base'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('takes %s', (text, address) => expect(parseAddress(text, 'http')).toBe(address))

  it.each([
    'http://venue.example',
    'javascript:alert(1)',
    'https://user:secret@venue.example',
    'https://venue.example/?token=x',
    'venue',
    'wss://venue.example',
  ])('refuses %s', text => expect(parseAddress(text, 'http')).toBeUndefined())
})
