/**
 * The session. Tokens are exposed only by `credentials()`, for one request header. A session belongs to one venue and
 * has a serial number; account data is keyed by it, so that no data of an old session appears in a new one. The token
 * was given by the trader or the sandbox, or is made by a key per request.
 */
import type { Credentials } from '../../../core/client/client-types.ts'
import { backOffMs, systemTimers } from '../../../core/client/timers.ts'
import { parseToken } from '../../../core/client/token.ts'
import type { EndpointName } from '../../../core/contract/endpoints.ts'
import { createSignal } from '../../../core/domain/store.ts'
import { z } from '../../../core/domain/zod.ts'
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { onVenueChange, readVenue } from './venue.ts'

export type SignInReason = 'expired' | 'refused' | 'key_refused' | 'venue_changed'

interface SignedIn {
  readonly status: 'signed_in'
  readonly account: string
  readonly method: 'sandbox' | 'token' | 'key'
  readonly keyId?: string | undefined
  readonly expiresAtMs: number | undefined
  readonly serial: number
  /** The token has expired without a successor: nothing is requested or sent, and loaded data stays visible. */
  readonly isLapsed?: true | undefined
  /** The venue refuses a key that it accepted before, with this text; the key is retried until an answer succeeds. */
  readonly keyRefusal?: { readonly text: string | undefined } | undefined
}

export type Session =
  | {
      readonly status: 'signed_out'
      readonly needsSignIn?: SignInReason | undefined
      readonly text?: string | undefined
    }
  | SignedIn

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
  readonly isRemembered: boolean
  readonly tokenFor: Credentials['tokenFor']
  readonly leastLeftMs: number
  readonly answered: (token: string) => void
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
/** Set once the tab had a session: it then never starts another one by itself. */
const usedKey = 'legwork.session-had'

const session = createStore<Session>({ status: 'signed_out' })
let lastSerial = 0
interface KeyInUse {
  readonly renew: () => void
  hasWorked: boolean
  /** Number of pauses in a row, each soon after the previous one. */
  refusals: number
  refusedAtMs: number
  /** The endpoint that refused the key last, and whether others have accepted it since. */
  refusedBy: EndpointName | undefined
  isAcceptedSince: boolean
  cancelRetry: () => void
}
/** Of the session, also while it is lapsed. */
let current: { readonly credentials: Credentials; readonly key?: KeyInUse } | undefined

export const readSession = (): Session => session.get()
export const useSession = (): Session => useStore(session)
export const subscribeSession = session.subscribe

/** Credentials of an account request; undefined if signed out, lapsed or signed in to another venue. */
export function credentials(): Credentials | undefined {
  const now = session.get()
  const isValid = now.status === 'signed_in' && !now.isLapsed && current?.credentials.venueKey === readVenue().key
  return isValid ? current?.credentials : undefined
}

export function beginSession(fresh: NewSession): void {
  const venueKey = readVenue().key
  const { account, method } = fresh
  lastSerial += 1
  const serial = lastSerial
  current?.key?.cancelRetry()
  writeStored('tab', usedKey, true)
  if (fresh.method === 'key') {
    const { keyId, tokenFor, leastLeftMs, answered, renew } = fresh
    current = {
      credentials: { account, venueKey, serial, tokenFor, leastLeftMs, answered },
      key: {
        renew,
        hasWorked: false,
        refusals: 0,
        refusedAtMs: 0,
        refusedBy: undefined,
        isAcceptedSince: false,
        cancelRetry: () => undefined,
      },
    }
    writeStored('tab', storageKey, fresh.isRemembered ? { venueKey, keyId } : undefined)
    session.set({ status: 'signed_in', account, method, keyId, expiresAtMs: undefined, serial })
    return
  }
  const { token, expiresAtMs } = fresh
  current = { credentials: { account, venueKey, serial, tokenFor: () => token } }
  writeStored('tab', storageKey, fresh.keep === 'tab' ? { venueKey, token, account, method } : undefined)
  session.set({ status: 'signed_in', account, method, expiresAtMs, serial })
}

/**
 * Replaces the session's token, also after it lapsed. Returns false if the token is of another account, or the session
 * makes its own.
 */
export function renewSession({
  token,
  account,
  expiresAtMs,
}: Pick<GivenToken, 'token' | 'account' | 'expiresAtMs'>): boolean {
  const now = session.get()
  if (now.status !== 'signed_in' || now.method === 'key' || now.account !== account) return false
  const venueKey = readVenue().key
  const { method, serial } = now
  current = { credentials: { account, venueKey, serial, tokenFor: () => token } }
  if (readStored('tab', storageKey) !== undefined) writeStored('tab', storageKey, { venueKey, token, account, method })
  session.set({ status: 'signed_in', account, method, expiresAtMs, serial })
  return true
}

export const isSavedByTab = (): boolean => readStored('tab', storageKey) !== undefined

const signedOut = createSignal<[account: string | undefined, sandboxToken: string | undefined]>()

export const onSignOut = signedOut.listen

export function signOut(): void {
  const now = session.get()
  const token = now.status === 'signed_in' && now.method === 'sandbox' ? credentials()?.tokenFor('') : undefined
  end(undefined)
  signedOut.emit(now.status === 'signed_in' ? now.account : undefined, typeof token === 'string' ? token : undefined)
}

export const endSharedSession = (): void => end(undefined)

export function endKeySession(keyId: string): void {
  const now = session.get()
  if (now.status === 'signed_in' && now.keyId === keyId) end(undefined)
}

function end(needsSignIn: SignInReason | undefined, text?: string): void {
  current?.key?.cancelRetry()
  current = undefined
  writeStored('tab', usedKey, true)
  writeStored('tab', storageKey, undefined)
  session.set(
    needsSignIn === undefined
      ? { status: 'signed_out' }
      : { status: 'signed_out', needsSignIn, ...(text === undefined ? {} : { text }) },
  )
}

/** Handles the venue's refusal of session `serial`'s token; later sessions are unaffected. */
export function refuseSession(serial: number, nowMs: number, text?: string, by?: EndpointName): void {
  const now = session.get()
  if (now.status !== 'signed_in' || now.serial !== serial || now.isLapsed) return
  if (current?.key !== undefined) refuseKey(now, current.key, text, by)
  else if (now.expiresAtMs !== undefined && now.expiresAtMs <= nowMs) lapse(now)
  else end('refused', text)
}

export function acceptSession(serial: number): void {
  const now = session.get()
  const key = current?.key
  if (key === undefined || now.status !== 'signed_in' || now.serial !== serial || now.isLapsed) return
  key.hasWorked = true
  key.isAcceptedSince = true
  if (now.keyRefusal !== undefined) session.set({ ...now, keyRefusal: undefined })
}

/** The token expired: loaded data stays until a new token arrives. A reload cannot resume. */
const lapse = (now: SignedIn): void => session.set({ ...now, isLapsed: true })

const retryMs = 1_000
const soonMs = 60_000

/**
 * A key that never worked ends its session immediately. One that worked may meet a clock jump or a failing login
 * server: the session pauses and retries with new tokens by the venue's clock, later after each refusal. If one
 * endpoint refuses what others accept, only that call fails.
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

export function retryKey(): void {
  const now = session.get()
  const key = current?.key
  if (key === undefined || now.status !== 'signed_in' || !now.isLapsed) return
  key.cancelRetry()
  key.renew()
  session.set({ ...now, isLapsed: undefined })
}

export function explainRefusal(text: string): void {
  const now = session.get()
  if (now.status === 'signed_in' && now.keyRefusal !== undefined) session.set({ ...now, keyRefusal: { text } })
}

export const hadSession = (): boolean => readStored('tab', usedKey) === true

export function readRememberedKey(venueKey: string): string | undefined {
  const stored = storedKey.safeParse(readStored('tab', storageKey))
  return stored.success && stored.data.venueKey === venueKey ? stored.data.keyId : undefined
}

export interface VenueTime {
  /** Returns this machine's time until the venue's is known. */
  nowMs(): number
  whenSettled(run: (isKnown: boolean) => void): () => void
}

/**
 * Restores the tab's saved session unless it has expired. Only the venue's clock decides that: until it is known, a
 * session that seems expired waits, and any other continues. Returns a function that ends the binding to the venue.
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
      // Without the venue's time its own answer decides.
      if (isKnown && isOver(expiresAtMs)) end('expired')
      else begin()
    })
  }
  begin()
  const serial = lastSerial
  return time.whenSettled(isKnown => {
    const now = session.get()
    if (isKnown && now.status === 'signed_in' && now.serial === serial && !now.isLapsed && isOver(now.expiresAtMs))
      end('expired')
  })
}
