// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type VenueTime, beginSession, readSession, restoreSession, signOut } from './session.ts'
import { readVenue } from './venue.ts'

const endsAtMs = Date.UTC(2026, 10, 22, 12)
const hourMs = 3_600_000
const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '')
const tokenOf = (sub: string): string => `${encode({ alg: 'ES256' })}.${encode({ sub, exp: endsAtMs / 1_000 })}.c2ln`
const remember = (token = tokenOf('desk')): void =>
  sessionStorage.setItem(
    'legwork.session',
    JSON.stringify({ venueKey: readVenue().key, token, account: 'desk', method: 'token' }),
  )

function clockOf(machineMs: number) {
  let nowMs = machineMs
  let waiting: ((isKnown: boolean) => void) | undefined
  const time: VenueTime = {
    nowMs: () => nowMs,
    whenSettled(run) {
      waiting = run
      return () => (waiting = undefined)
    },
  }
  return {
    time,
    venueSays(ms: number) {
      nowMs = ms
      waiting?.(true)
    },
    venueTellsNone: () => waiting?.(false),
  }
}

let stop = (): void => undefined
const restore = (time: VenueTime): void => {
  stop = restoreSession(time)
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  stop()
  signOut()
})

const signedIn = { status: 'signed_in', account: 'desk', expiresAtMs: endsAtMs }

describe('a session that a tab remembers', () => {
  it('is not ended by a clock of this machine that is ahead: it goes on once the venue says what time it is', () => {
    remember()
    const clock = clockOf(endsAtMs + 5 * hourMs)
    restore(clock.time)
    expect(readSession()).toEqual({ status: 'signed_out' })
    expect(sessionStorage.getItem('legwork.session')).not.toBeNull()
    clock.venueSays(endsAtMs - hourMs)
    expect(readSession()).toMatchObject(signedIn)
  })

  it('is over, and says why, once the venue says so', () => {
    remember()
    const clock = clockOf(endsAtMs + hourMs)
    restore(clock.time)
    clock.venueSays(endsAtMs)
    expect(readSession()).toEqual({ status: 'signed_out', needsSignIn: 'expired' })
    expect(sessionStorage.getItem('legwork.session')).toBeNull()
  })

  it('goes on at once by a clock that is behind, and ends by the venue’s', () => {
    remember()
    const clock = clockOf(endsAtMs - hourMs)
    restore(clock.time)
    expect(readSession()).toMatchObject(signedIn)
    clock.venueSays(endsAtMs + 1)
    expect(readSession()).toEqual({ status: 'signed_out', needsSignIn: 'expired' })
  })

  it('stays the same one where both clocks say that it lives', () => {
    remember()
    const clock = clockOf(endsAtMs - hourMs)
    restore(clock.time)
    const before = readSession()
    clock.venueSays(endsAtMs - 1)
    expect(readSession()).toBe(before)
  })

  it('continues if the venue has no time: its own answer shows whether the token is valid', () => {
    remember()
    const clock = clockOf(endsAtMs + hourMs)
    restore(clock.time)
    clock.venueTellsNone()
    expect(readSession()).toMatchObject(signedIn)
  })

  it('does not replace one that started meanwhile', () => {
    remember()
    const clock = clockOf(endsAtMs + hourMs)
    restore(clock.time)
    beginSession({ method: 'token', account: 'other', token: tokenOf('other'), expiresAtMs: undefined, keep: 'memory' })
    clock.venueSays(endsAtMs - hourMs)
    expect(readSession()).toMatchObject({ status: 'signed_in', account: 'other' })
  })

  it('with an invalid token ends immediately', () => {
    remember('nonsense')
    restore(clockOf(0).time)
    expect(readSession()).toEqual({ status: 'signed_out', needsSignIn: 'expired' })
  })
})
