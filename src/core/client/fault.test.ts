import { describe, expect, test } from 'vitest'
import {
  driftFault,
  loginFault,
  parseRetryAfter,
  refusedFault,
  statusFault,
  timeoutFault,
  unexpectedFault,
} from './fault.ts'

const nowMs = Date.UTC(2026, 10, 22, 12)

describe('a status that is no answer', () => {
  test.each([
    // Status, is an extension, expected fault.
    [401, false, 'unauthorised'],
    [401, true, 'unauthorised'],
    [429, false, 'rate_limited'],
    [429, true, 'rate_limited'],
    [404, true, 'not_supported'],
    [405, true, 'not_supported'],
    [501, true, 'not_supported'],
    [404, false, 'http'],
    [405, false, 'http'],
    [501, false, 'http'],
    [403, true, 'http'],
    [500, true, 'http'],
    [304, false, 'http'],
  ] as const)('%s (of an extension: %s) is %s', (status, isExtension, kind) => {
    const fault = statusFault(status, isExtension, undefined, undefined)
    expect([fault.kind, fault.status]).toEqual([kind, status])
    expect(fault.message).toMatch(/^[A-Z].*\.$/)
  })
  test('keeps the venue’s words and how long it asks to wait', () => {
    expect(statusFault(429, false, 3_000, 'slower')).toMatchObject({ retryAfterMs: 3_000, reason: 'slower' })
    expect(statusFault(418, false, undefined, undefined).message).toBe('The venue answered with status 418.')
  })
})

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['7', 7_000],
    ['Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
    // A date in the past means no wait. No wait exceeds two minutes.
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['86400', 120_000],
    ['Mon, 23 Nov 2026 12:00:00 GMT', 120_000],
  ])('“%s” is a wait of %s ms', (header, ms) => expect(parseRetryAfter(header, nowMs)).toBe(ms))
  test.each([undefined, '', 'soon'])('%s says nothing', header => {
    expect(parseRetryAfter(header, nowMs)).toBeUndefined()
  })
})

describe('a fault', () => {
  test('of this program names the kind of error and never its text, which may quote anything', () => {
    const fault = unexpectedFault(new TypeError('token eyJhbGciOi leaked'))
    expect([fault.kind, fault.message.includes('TypeError'), JSON.stringify(fault).includes('eyJ')]).toEqual([
      'unexpected',
      true,
      false,
    ])
    expect(unexpectedFault('eyJ thrown as text').message).not.toContain('eyJ')
  })
  test('of a drift names the field, and of the whole answer none', () => {
    expect(driftFault('positions.0.size', 'not a decimal').message).toBe(
      "The venue's answer does not match the contract (at positions.0.size): not a decimal.",
    )
    expect(driftFault('', 'not JSON').message).toBe("The venue's answer does not match the contract: not JSON.")
  })
  test('of a login has the venue’s words where it said any, and else says what may drop the header', () => {
    expect(loginFault(200, 'Unauthorized')).toMatchObject({ kind: 'unauthorised', status: 200, reason: 'Unauthorized' })
    expect(loginFault(401, undefined).message).toContain('credentials_secret')
    expect(refusedFault(200, 'closed').message).toBe('The venue refused the request: closed')
    expect(timeoutFault(4_000).message).toBe('The venue did not answer within 4 s.')
  })
})
