import { type ApiFault, driftFault } from '../../../core/client/fault.ts'
import { parseToken } from '../../../core/client/token.ts'
import { msFromMicros } from '../../../core/domain/time.ts'
import { call } from './client.ts'
import { serverNowMs } from './clock.ts'
import { beginSession, readSession, renewSession } from './session.ts'
import { readVenue } from './venue.ts'

export async function signInToSandbox(
  account?: string,
  keep: 'memory' | 'tab' = 'tab',
): Promise<{ readonly ok: true } | { readonly ok: false; readonly fault: ApiFault }> {
  const venueKey = readVenue().key
  const answered = await call('sandboxSession', { body: account === undefined ? {} : { account } })
  if (!answered.ok) return answered
  const { credentials_secret: token, account: name, expires_at } = answered.answer
  if (parseToken(token) === undefined) return { ok: false, fault: driftFault('credentials_secret', 'not a token') }
  if (readVenue().key !== venueKey)
    return { ok: false, fault: { kind: 'aborted', message: 'The venue was changed meanwhile.' } }
  beginSession({ token, account: name, method: 'sandbox', expiresAtMs: msFromMicros(expires_at), keep })
  return { ok: true }
}

export async function renewAtSandbox(): Promise<boolean> {
  const before = readSession()
  if (before.status !== 'signed_in') return false
  const answered = await call('sandboxSession', { body: { account: before.account } })
  const now = readSession()
  if (!answered.ok || now.status !== 'signed_in' || now.serial !== before.serial) return false
  const { credentials_secret: token, account, expires_at } = answered.answer
  return parseToken(token) !== undefined && renewSession({ token, account, expiresAtMs: msFromMicros(expires_at) })
}

/**
 * Signs in with a given token, or renews the current account's session. Checks form and expiry; the venue decides the
 * rest.
 */
export function signInWithToken(
  text: string,
  keep: 'memory' | 'tab',
): { readonly ok: true } | { readonly ok: false; readonly message: string } {
  const token = text.trim()
  const claims = parseToken(token)
  if (claims === undefined)
    return { ok: false, message: 'This is not a signed token: a token has three parts separated by dots.' }
  if (claims.expiresAtMs !== undefined && claims.expiresAtMs <= serverNowMs())
    return { ok: false, message: 'This token has expired; make a new one.' }
  const { account, expiresAtMs } = claims
  if (!renewSession({ token, account, expiresAtMs }))
    beginSession({ token, account, method: 'token', expiresAtMs, keep })
  return { ok: true }
}
