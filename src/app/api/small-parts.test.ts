import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrival, freshnessOf } from './polling/arrivals.ts'
import { parseRetryAfter } from '../../core/client/fault.ts'
import { shareRows } from './polling/share-rows.ts'
import { backOffMs, jittered } from '../../core/client/timers.ts'
import { parseToken } from '../../core/client/token.ts'
import { parseAddress } from './venue/venue.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('waits', () => {
  it('are the interval ± 20 %', () => {
    fc.assert(
      fc.property(random, share => {
        expect(jittered(2_000, share)).toBeGreaterThanOrEqual(1_600)
        expect(jittered(2_000, share)).toBeLessThanOrEqual(2_400.001)
      }),
    )
  })

  it('back off with full jitter to 30 s at the most', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 1, max: 100 }), (share, failures) => {
        const wait = backOffMs(2_000, failures, share)
        expect(wait).toBeGreaterThanOrEqual(1_000)
        expect(wait).toBeLessThanOrEqual(30_000)
      }),
    )
    expect(backOffMs(2_000, 10, 0.99)).toBeCloseTo(29_700)
  })

  it('follow Retry-After in seconds or as a date', () => {
    const now = Date.UTC(2026, 10, 21, 9)
    expect(parseRetryAfter('3', now)).toBe(3_000)
    expect(parseRetryAfter('Sat, 21 Nov 2026 09:00:30 GMT', now)).toBe(30_000)
    expect(parseRetryAfter('soon', now)).toBeUndefined()
    expect(parseRetryAfter(undefined, now)).toBeUndefined()
  })
})

describe('freshness', () => {
  const arrival = (more: Partial<Arrival>): Arrival => ({
    unread: 0,
    wholeMs: undefined,
    mustBeWhole: false,
    name: 'x',
    intervalMs: 2_000,
    receivedMs: 0,
    isDoubtful: false,
    fault: undefined,
    faultMs: undefined,
    failures: 0,
    watchers: 1,
    ...more,
  })

  it('goes from live over delayed and stale to unknown with age', () => {
    expect([0, 4_000, 4_001, 15_000, 15_001, 60_000, 60_001].map(now => freshnessOf(arrival({}), now))).toEqual([
      'live',
      'live',
      'delayed',
      'delayed',
      'stale',
      'stale',
      'unknown',
    ])
  })

  it('is unknown before the first arrival and stale after a sleep', () => {
    expect(freshnessOf(undefined, 0)).toBe('unknown')
    expect(freshnessOf(arrival({ receivedMs: undefined }), 0)).toBe('unknown')
    expect(freshnessOf(arrival({ isDoubtful: true }), 1)).toBe('stale')
  })
})

describe('shared rows', () => {
  const rows = fc.uniqueArray(
    fc.record({ key: fc.stringMatching(/^[a-d]$/), value: fc.nat(2), deep: fc.array(fc.nat(1), { maxLength: 2 }) }),
    {
      selector: row => row.key,
    },
  )

  it('are equal to the fresh ones, and the old objects where nothing changed', () => {
    fc.assert(
      fc.property(rows, rows, (old, fresh) => {
        const shared = shareRows(old, fresh, ['key'])
        expect(shared).toEqual(fresh)
        for (const row of shared) {
          const before = old.find(each => each.key === row.key)
          if (before !== undefined && JSON.stringify(before) === JSON.stringify(row)) expect(row).toBe(before)
        }
        expect(shareRows(old, structuredClone(old), ['key'])).toBe(old)
      }),
    )
  })
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
  ])('is refused without the shape of one: %s', text => {
    expect(parseToken(text)).toBeUndefined()
  })
})

describe('address of a venue', () => {
  it.each([
    ['', ''],
    [' https://venue.example/ ', 'https://venue.example'],
    ['https://venue.example/base/', 'https://venue.example/base'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('takes %s', (text, address) => {
    expect(parseAddress(text, 'http')).toBe(address)
  })

  it.each([
    'http://venue.example',
    'javascript:alert(1)',
    'https://user:secret@venue.example',
    'https://venue.example/?token=x',
    'venue',
    'wss://venue.example',
  ])('refuses %s', text => {
    expect(parseAddress(text, 'http')).toBeUndefined()
  })
})
