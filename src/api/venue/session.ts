/**
 * Who is signed in. The token is kept here and leaves only through `credentials()`, into one request header. A session belongs to one venue
 * and has a serial number; what belongs to an account is keyed by that serial, so nothing of an old session can be shown in a new one.
 */
import { z } from '../../domain/zod.ts'
import { createCell, useCell } from '../browser/cell.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { parseToken } from './token.ts'
import { onVenueChange, readVenue } from './venue.ts'

export type SignInReason = 'expired' | 'refused' | 'venue_changed'

export type Session =
  | { readonly status: 'signed_out'; readonly needsSignIn?: SignInReason | undefined }
  | {
      readonly status: 'signed_in'
      readonly account: string
      readonly method: 'sandbox' | 'token'
      readonly expiresAtMs: number | undefined
      readonly serial: number
    }

export interface Credentials {
  readonly token: string
  readonly serial: number
  readonly account: string
  readonly venueKey: string
}

export interface NewSession {
  readonly token: string
  readonly account: string
  readonly method: 'sandbox' | 'token'
  readonly expiresAtMs: number | undefined
  readonly keep: 'memory' | 'tab'
}

const storedSession = z.object({
  venueKey: z.string(),
  token: z.string(),
  account: z.string(),
  method: z.enum(['sandbox', 'token']),
})
const storageKey = 'legwork.session'

const session = createCell<Session>({ status: 'signed_out' })
let held: Credentials | undefined
let lastSerial = 0

export const readSession = (): Session => session.get()
export const useSession = (): Session => useCell(session)
export const subscribeSession = session.subscribe

/** What a request that needs an account carries; undefined when signed out or bound to another venue. */
export const credentials = (): Credentials | undefined => (held?.venueKey === readVenue().key ? held : undefined)

/** Begins a session on the present venue. */
export function beginSession(fresh: NewSession): void {
  const venueKey = readVenue().key
  const { token, account, method, expiresAtMs } = fresh
  lastSerial += 1
  held = { token, account, venueKey, serial: lastSerial }
  writeStored('tab', storageKey, fresh.keep === 'tab' ? { venueKey, token, account, method } : undefined)
  session.set({ status: 'signed_in', account, method, expiresAtMs, serial: lastSerial })
}

export const signOut = (): void => end(undefined)

function end(needsSignIn: SignInReason | undefined): void {
  held = undefined
  writeStored('tab', storageKey, undefined)
  session.set(needsSignIn === undefined ? { status: 'signed_out' } : { status: 'signed_out', needsSignIn })
}

/** The venue refused the token of session `serial`; a later session is not touched. */
export function refuseSession(serial: number, nowMs: number): void {
  const now = session.get()
  if (now.status !== 'signed_in' || now.serial !== serial) return
  end(now.expiresAtMs !== undefined && now.expiresAtMs <= nowMs ? 'expired' : 'refused')
}

/** Takes up the session that this tab remembers, unless it is over; the answer stops the binding to the venue. */
export function restoreSession(nowMs: number): () => void {
  const stored = storedSession.safeParse(readStored('tab', storageKey))
  if (stored.success && held === undefined && stored.data.venueKey === readVenue().key) {
    const { token, account, method } = stored.data
    const claims = parseToken(token)
    const isOver = claims === undefined || (claims.expiresAtMs !== undefined && claims.expiresAtMs <= nowMs)
    if (isOver) end('expired')
    else beginSession({ token, account, method, expiresAtMs: claims.expiresAtMs, keep: 'tab' })
  }
  return onVenueChange(() => {
    if (held !== undefined) end('venue_changed')
  })
}
