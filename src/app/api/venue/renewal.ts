/**
 * Renews sessions so that they do not end during work: a sandbox session gets a new token before the old one ends, or
 * once the page is back. A trader with a pasted token is asked for the next one (see the frame's banner); keys make
 * their own.
 */
import { systemTimers } from '../../../core/client/timers.ts'
import { minuteMs, secondMs } from '../../../core/domain/time.ts'
import { subscribeBeat } from '../browser/heartbeat.ts'
import { serverNowMs } from './clock.ts'
import { readSession, refuseSession } from './session.ts'
import { renewAtSandbox } from './sign-in.ts'
import { isVenueTimeKnown } from './venue-time.ts'

export const renewAheadMs = 10 * minuteMs
const retryMs = 30 * secondMs

export function startRenewal(): () => void {
  let isAsking = false
  let askedMs = Number.NEGATIVE_INFINITY
  const renew = async (): Promise<void> => {
    const nowMs = systemTimers.monotonicMs()
    if (isAsking || nowMs - askedMs < retryMs) return
    isAsking = true
    askedMs = nowMs
    await renewAtSandbox()
    isAsking = false
  }
  return subscribeBeat(() => {
    const session = readSession()
    if (session.status !== 'signed_in' || session.expiresAtMs === undefined) return
    const leftMs = session.expiresAtMs - serverNowMs()
    // This machine's clock alone ends nothing.
    if (leftMs <= 0 && isVenueTimeKnown()) refuseSession(session.serial, serverNowMs())
    if (session.method === 'sandbox' && leftMs <= renewAheadMs) void renew()
  })
}
