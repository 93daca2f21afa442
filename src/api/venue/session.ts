/**
 * Who is signed in. Tokens leave only through `credentials()`, into one request header. A session belongs to one venue and has a serial
 * number; what belongs to an account is keyed by that serial, so nothing of an old session can be shown in a new one. The token is one
 * that the trader or the sandbox gave, or short-lived ones are made by a key as requests need them.
 */
import type { Credentials } from '../../client/client-types.ts'
import { backOffMs, systemTimers } from '../../client/timers.ts'
import { parseToken } from '../../client/token.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { createSignal } from '../../domain/store.ts'
import { z } from '../../domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { onVenueChange, readVenue } from './venue.ts'

export type SignInReason = 'expired' | 'refused' | 'key_refused' | 'venue_changed'

interface SignedIn {
  readonly status: 'signed_in'
  readonly account: string
  readonly method: 'sandbox' | 'token' | 'key'
  /** Which of the trader's keys signs, where one does. */
  readonly keyId?: string | undefined
  readonly expiresAtMs: number | undefined
  readonly serial: number
  /** The token is over and there is no other yet: nothing is asked or sent, and what was read stays on the screen. */
  readonly isLapsed?: true | undefined
  /** The venue refuses a key that it accepted before, in these words: the key is tried again until an answer is good. */
  readonly keyRefusal?: { readonly text: string | undefined } | undefined
}

export type Session =
  /** `text`: the venue's own, where it ended the session. */
  { readonly status: 'signed_out'; readonly needsSignIn?: SignInReason | undefined; readonly text?: string | undefined } | SignedIn

interface GivenToken {
  readonly method: 'sandbox' | 'token'
  readonly account: string
  readonly token: string
  readonly expiresAtMs: number | undefined
  readonly keep: 'memory' | 'tab'
}

interface OwnKey {
  readonly method: 'key'
  readonly account: string
  readonly keyId: string
  /** A reload of the tab goes on with this key. */
  readonly isRemembered: boolean
  readonly tokenFor: Credentials['tokenFor']
  readonly leastLeftMs: number
  readonly answered: (token: string) => void
  /** Forgets what was made: the venue refused it. */
  readonly renew: () => void
}

export type NewSession = GivenToken | OwnKey

const storedSession = z.object({
  venueKey: z.string(),
  token: z.string(),
  account: z.string(),
  method: z.enum(['sandbox', 'token']),
})
const storedKey = z.object({ venueKey: z.string(), keyId: z.string() })
const storageKey = 'legwork.session'
/** A tab that had a session never takes up another one by itself. */
const usedKey = 'legwork.session-had'

const session = createStore<Session>({ status: 'signed_out' })
let current: Credentials | undefined
let lastSerial = 0
interface KeyInUse {
  readonly credentials: Credentials
  readonly renew: () => void
  /** The venue accepted it in this session. */
  hasWorked: boolean
  /** Pauses in a row, each soon after the one before. */
  refusals: number
  refusedAtMs: number
  /** The endpoint that refused it last, and whether others have accepted it since. */
  refusedBy: EndpointName | undefined
  isAcceptedSince: boolean
  cancelRetry: () => void
}
let ownKey: KeyInUse | undefined

export const readSession = (): Session => session.get()
export const useSession = (): Session => useStore(session)
export const subscribeSession = session.subscribe

/** What a request that needs an account carries; undefined when signed out or bound to another venue. */
export const credentials = (): Credentials | undefined => (current?.venueKey === readVenue().key ? current : undefined)

export function beginSession(fresh: NewSession): void {
  const venueKey = readVenue().key
  const { account, method } = fresh
  lastSerial += 1
  const serial = lastSerial
  ownKey?.cancelRetry()
  writeStored('tab', usedKey, true)
  if (fresh.method === 'key') {
    const { keyId, tokenFor, leastLeftMs, answered, renew } = fresh
    current = { account, venueKey, serial, tokenFor, leastLeftMs, answered }
    ownKey = {
      credentials: current,
      renew,
      hasWorked: false,
      refusals: 0,
      refusedAtMs: 0,
      refusedBy: undefined,
      isAcceptedSince: false,
      cancelRetry: () => undefined,
    }
    writeStored('tab', storageKey, fresh.isRemembered ? { venueKey, keyId } : undefined)
    session.set({ status: 'signed_in', account, method, keyId, expiresAtMs: undefined, serial })
    return
  }
  const { token, expiresAtMs } = fresh
  current = { account, venueKey, serial, tokenFor: () => token }
  ownKey = undefined
  writeStored('tab', storageKey, fresh.keep === 'tab' ? { venueKey, token, account, method } : undefined)
  session.set({ status: 'signed_in', account, method, expiresAtMs, serial })
}

/**
 * Another token for the session there is, which goes on where it stood, or where it lapsed; false where the token is not of its account, or
 * the session makes its own.
 */
export function renewSession({ token, account, expiresAtMs }: Pick<GivenToken, 'token' | 'account' | 'expiresAtMs'>): boolean {
  const now = session.get()
  if (now.status !== 'signed_in' || now.method === 'key' || now.account !== account) return false
  const venueKey = readVenue().key
  const { method, serial } = now
  current = { account, venueKey, serial, tokenFor: () => token }
  if (readStored('tab', storageKey) !== undefined) writeStored('tab', storageKey, { venueKey, token, account, method })
  session.set({ status: 'signed_in', account, method, expiresAtMs, serial })
  return true
}

/** Does a reload of this tab go on with its token? */
export const isSavedByTab = (): boolean => readStored('tab', storageKey) !== undefined

const signedOut = createSignal<[account: string | undefined, sandboxToken: string | undefined]>()

/** Calls when the trader signs out, with the account that was signed in and its token if the sandbox gave it out; the answer stops it. */
export const onSignOut = signedOut.listen

export function signOut(): void {
  const now = session.get()
  const token = now.status === 'signed_in' && now.method === 'sandbox' ? current?.tokenFor('') : undefined
  end(undefined)
  signedOut.emit(now.status === 'signed_in' ? now.account : undefined, typeof token === 'string' ? token : undefined)
}

/** The trader signed out of its account in another tab. */
export const endSharedSession = (): void => end(undefined)

/** The key is removed: a session that stands on it is over. */
export function endKeySession(keyId: string): void {
  const now = session.get()
  if (now.status === 'signed_in' && now.keyId === keyId) end(undefined)
}

function end(needsSignIn: SignInReason | undefined, text?: string): void {
  current = undefined
  ownKey?.cancelRetry()
  ownKey = undefined
  writeStored('tab', usedKey, true)
  writeStored('tab', storageKey, undefined)
  session.set(
    needsSignIn === undefined ? { status: 'signed_out' } : { status: 'signed_out', needsSignIn, ...(text === undefined ? {} : { text }) },
  )
}

/** The venue refused the token of session `serial`; a later session is not touched. */
export function refuseSession(serial: number, nowMs: number, text?: string, by?: EndpointName): void {
  const now = session.get()
  if (now.status !== 'signed_in' || now.serial !== serial || now.isLapsed) return
  if (ownKey !== undefined) refuseKey(now, ownKey, text, by)
  else if (now.expiresAtMs !== undefined && now.expiresAtMs <= nowMs) lapse(now)
  else end('refused', text)
}

/** The venue accepted the token of session `serial`. */
export function acceptSession(serial: number): void {
  const now = session.get()
  if (ownKey === undefined || now.status !== 'signed_in' || now.serial !== serial || now.isLapsed) return
  ownKey.hasWorked = true
  ownKey.isAcceptedSince = true
  if (now.keyRefusal !== undefined) session.set({ ...now, keyRefusal: undefined })
}

/** Its token ran out in the middle of work: what was read stays, and a new token goes on. A reload finds nothing to go on with. */
function lapse(now: SignedIn): void {
  current = undefined
  session.set({ ...now, isLapsed: true })
}

const retryMs = 1_000
const soonMs = 60_000

/**
 * A key that never worked ends its session at once. One that worked may meet a clock that jumped or a login server that fails: the session
 * pauses, and the key is tried again with new tokens by the venue's clock, later after each refusal.
 * Where one endpoint refuses what the others accept, only that call fails.
 */
function refuseKey(now: SignedIn, key: KeyInUse, text: string | undefined, by: EndpointName | undefined): void {
  if (!key.hasWorked) return end('key_refused', text)
  if (by !== undefined && key.refusedBy === by && key.isAcceptedSince) return
  key.refusedBy = by
  key.isAcceptedSince = false
  const nowMs = systemTimers.monotonicMs()
  key.refusals = nowMs - key.refusedAtMs < soonMs ? key.refusals + 1 : 0
  key.refusedAtMs = nowMs
  lapse({ ...now, keyRefusal: { text } })
  key.cancelRetry = systemTimers.after(backOffMs(retryMs, key.refusals, systemTimers.random()), retryKey)
}

/** Goes on with a refused key; its next answers decide. */
export function retryKey(): void {
  const now = session.get()
  if (ownKey === undefined || now.status !== 'signed_in' || !now.isLapsed) return
  ownKey.cancelRetry()
  ownKey.renew()
  current = ownKey.credentials
  session.set({ ...now, isLapsed: undefined })
}

/** Why the venue refused the key, where that was found out later. */
export function explainRefusal(text: string): void {
  const now = session.get()
  if (now.status === 'signed_in' && now.keyRefusal !== undefined) session.set({ ...now, keyRefusal: { text } })
}

/** Was this tab ever signed in, before a reload as well? */
export const hadSession = (): boolean => readStored('tab', usedKey) === true

/** The key with which this tab went on, on this venue. */
export function readRememberedKey(venueKey: string): string | undefined {
  const stored = storedKey.safeParse(readStored('tab', storageKey))
  return stored.success && stored.data.venueKey === venueKey ? stored.data.keyId : undefined
}

/** The venue's time, as far as it is known. */
export interface VenueTime {
  /** This machine's until the venue's is known. */
  nowMs(): number
  /** Calls once the venue's time is known, or it is known that the venue tells none; the answer stops it. */
  whenSettled(run: (isKnown: boolean) => void): () => void
}

/**
 * Takes up the session that this tab remembers, unless it is over; the answer stops the binding to the venue. Only the venue's clock ends it: by
 * this machine's a session that seems over waits, and one that does not goes on, until the venue's is known.
 */
export function restoreSession(time: VenueTime): () => void {
  const stop = takeUp(time)
  const unbind = onVenueChange(() => {
    if (session.get().status === 'signed_in') end('venue_changed')
  })
  return () => {
    stop()
    unbind()
  }
}

function takeUp(time: VenueTime): () => void {
  const stored = storedSession.safeParse(readStored('tab', storageKey))
  if (!stored.success || current !== undefined || stored.data.venueKey !== readVenue().key) return () => undefined
  const { venueKey, token, account, method } = stored.data
  const claims = parseToken(token)
  if (claims === undefined) {
    end('expired')
    return () => undefined
  }
  const { expiresAtMs } = claims
  const isOver = (endsAtMs: number | undefined): boolean => endsAtMs !== undefined && endsAtMs <= time.nowMs()
  const begin = (): void => beginSession({ token, account, method, expiresAtMs, keep: 'tab' })
  if (isOver(expiresAtMs)) {
    return time.whenSettled(isKnown => {
      if (current !== undefined || session.get().status === 'signed_in' || readVenue().key !== venueKey) return
      // Of a venue that tells no time its own answer decides.
      if (isKnown && isOver(expiresAtMs)) end('expired')
      else begin()
    })
  }
  begin()
  const serial = lastSerial
  return time.whenSettled(isKnown => {
    const now = session.get()
    if (isKnown && now.status === 'signed_in' && now.serial === serial && !now.isLapsed && isOver(now.expiresAtMs)) end('expired')
  })
}
