/**
 * Sessions do not end in the middle of work: one of the sandbox gets a new token ahead of the end of the old one, or as soon as the page is back.
 * Anyone who pasted a token is asked for the next one in time (see the frame's banner); keys make their own.
 */
import { systemTimers } from '../../client/timers.ts'
import { minuteMs, secondMs } from '../../domain/time.ts'
import { subscribeBeat } from '../browser/heartbeat.ts'
import { serverNowMs } from './clock.ts'
import { readSession, refuseSession } from './session.ts'
import { renewAtSandbox } from './sign-in.ts'
import { isVenueTimeKnown } from './venue-time.ts'

/** How long before its end a token is replaced, or asked for. */
export const renewAheadMs = 10 * minuteMs
const retryMs = 30 * secondMs

/** The answer stops it. */
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
