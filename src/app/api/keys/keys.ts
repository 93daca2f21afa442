/**
 * The trader's named keys on the current venue: add, use, remove; sign-out forgets all. A key not marked to be saved
 * exists in this page only. The private half is in no message, setting, export or address: only ids are shared.
 */
import { createTabChannel } from '../browser/tabs.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { faultText } from '../browser/db.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { readCapabilities } from '../venue/capabilities.ts'
import { call } from '../venue/client.ts'
import { serverClock, serverNowMs } from '../venue/clock.ts'
import {
  beginSession,
  endKeySession,
  explainRefusal,
  hadSession,
  onSignOut,
  readRememberedKey,
  readSession,
  subscribeSession,
} from '../venue/session.ts'
import { servedVenue } from '../venue/served-venue.ts'
import { onVenueChange, readVenue } from '../venue/venue.ts'
import { nextNonce } from './nonce.ts'
import { clockFault } from '../../../core/client/server-clock.ts'
import { importSigningKey, signToken } from '../../../core/client/signing-key.ts'
import { createTokenMaker, type TokenSettings } from '../../../core/client/token-maker.ts'
import { createTurns, type Locks } from '../../../core/client/turns.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * Keys saved in a separate database, which journal reads, exports and restores never see. The private half is
 * non-extractable.
 */
interface NamedKey extends TokenSettings {
  readonly id: string
  readonly venueKey: string
  readonly name: string
  readonly privateKey: CryptoKey
  /** Time of the last sign-in, ms; 0 after the venue refused it, so that no reload tries it again. */
  readonly usedAtMs: number
}

interface Schema extends DBSchema {
  keys: { key: string; value: NamedKey }
}

const databaseName = 'legwork-keys'

/** Opened per operation: an open connection would block other tabs from deleting the database. */
async function within<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const db = await openDB<Schema>(databaseName, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('keys', { keyPath: 'id' })
    },
  })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Every function rejects if the browser does not allow storage. */
export const keyStore = {
  all: (venueKey: string): Promise<readonly NamedKey[]> =>
    within(async db => (await db.getAll('keys')).filter(each => each.venueKey === venueKey)),
  put: (key: NamedKey): Promise<void> => within(async db => void (await db.put('keys', key))),
  remove: (id: string): Promise<void> => within(db => db.delete('keys', id)),
  removeAll: (venueKey: string): Promise<void> =>
    within(async db => {
      const transaction = db.transaction('keys', 'readwrite')
      const all = await transaction.store.getAll()
      const own = all.filter(each => each.venueKey === venueKey)
      await Promise.all([...own.map(each => transaction.store.delete(each.id)), transaction.done])
    }),
}

export { type MadePair, canSign, cannotSign, makePair } from '../../../core/client/signing-key.ts'
export { longestLifeSeconds, shortestLifeSeconds, usualLifeSeconds } from '../../../core/client/token-maker.ts'

export interface KnownKey extends NamedKey {
  readonly isSaved: boolean
}

export interface KeysState {
  readonly keys: readonly KnownKey[]
  readonly fault: string | undefined
}

export interface NewKey extends TokenSettings {
  readonly name: string
  readonly isSaved: boolean
  readonly privateKey: string | CryptoKey
}

export type KeyAdded =
  | { readonly ok: true }
  | { readonly ok: false; readonly field: 'name' | 'privateKey'; readonly message: string }

const state: Store<KeysState> = createStore<KeysState>({ keys: [], fault: undefined })

export const useKeys = (): KeysState => useStore(state)

const setKeys = (keys: readonly KnownKey[]): void =>
  state.set({ ...state.get(), keys: keys.toSorted((a, b) => (a.name < b.name ? -1 : 1)) })
const replace = (key: KnownKey): void => setKeys(state.get().keys.map(each => (each.id === key.id ? key : each)))
const failed = (error: unknown): void => state.set({ ...state.get(), fault: faultText(error) })

const tabs = createTabChannel<'changed'>('legwork.keys', data => (data === 'changed' ? data : undefined))
const changedHere = (): void => tabs.post('changed')

export async function addKey(fresh: NewKey): Promise<KeyAdded> {
  const venueKey = readVenue().key
  const { isSaved, privateKey, ...settings } = fresh
  if (state.get().keys.some(each => each.name === fresh.name)) {
    return {
      ok: false,
      field: 'name',
      message: 'There is a key of this name: choose another name, or remove that key first.',
    }
  }
  const imported =
    typeof privateKey === 'string' ? await importSigningKey(privateKey) : ({ ok: true, key: privateKey } as const)
  if (!imported.ok) return { ok: false, field: 'privateKey', message: imported.message }
  if (readVenue().key !== venueKey)
    return { ok: false, field: 'name', message: 'The venue was changed meanwhile. Add the key again.' }
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0')).join('')
  const key: KnownKey = { ...settings, id, venueKey, privateKey: imported.key, isSaved: false, usedAtMs: 0 }
  setKeys([...state.get().keys, key])
  await begin(key, isSaved)
  return { ok: true }
}

export async function switchToKey(id: string): Promise<void> {
  const key = state.get().keys.find(each => each.id === id)
  if (key !== undefined) await begin(key, key.isSaved)
}

export async function editKey(id: string, settings: Pick<TokenSettings, 'lifeSeconds' | 'perAddress'>): Promise<void> {
  const key = state.get().keys.find(each => each.id === id)
  if (key === undefined) return
  const edited = { ...key, ...settings }
  replace(edited)
  const session = readSession()
  if (session.status === 'signed_in' && session.keyId === id) await begin(edited, key.isSaved)
  else if (key.isSaved) await save(edited)
}

export async function removeKey(id: string): Promise<void> {
  setKeys(state.get().keys.filter(each => each.id !== id))
  endKeySession(id)
  await erase(() => keyStore.remove(id))
}

/** Web locks; plain-http pages have none. */
const browserLocks = (): Locks | undefined =>
  typeof navigator === 'undefined'
    ? undefined
    : ((navigator as { readonly locks?: LockManager | null }).locks ?? undefined)

async function erase(run: () => Promise<void>): Promise<void> {
  try {
    await run()
    changedHere()
  } catch (error) {
    failed(error)
  }
}

/** Starts the session immediately; whether the browser saved the key is reported separately. */
async function begin(key: KnownKey, isToSave: boolean): Promise<void> {
  const used: KnownKey = { ...key, usedAtMs: systemTimers.wallMs() }
  replace(used)
  const tokens = createTokenMaker(key, {
    sign: claims => signToken(key.privateKey, claims),
    clockKnown,
    // The earliest possible time: a venue refuses a token from its future.
    nowMs: () => serverNowMs() - serverClock.errorMs(),
    monotonicMs: systemTimers.monotonicMs,
    nextNonce: () => nextNonce(systemTimers.wallMs(), systemTimers.random),
    takeTurn: createTurns(browserLocks(), systemTimers),
  })
  beginSession({
    method: 'key',
    account: key.apiKey,
    keyId: key.id,
    isRemembered: isToSave,
    answered: tokens.answered,
    tokenFor: address => tokens.tokenFor(venueUri(address, location.href, servedVenue())),
    leastLeftMs: tokens.leastLeftMs,
    renew() {
      tokens.forget()
      void clockFault(serverClock, askTime).then(fault => fault !== undefined && explainRefusal(fault))
    },
  })
  if (isToSave) await save(used)
}

async function save({ isSaved: _isSaved, ...key }: KnownKey): Promise<void> {
  try {
    await keyStore.put(key)
    const now = state.get().keys.find(each => each.id === key.id)
    if (now !== undefined) {
      replace({ ...now, isSaved: true })
      // The venue refused it during the write.
      if (now.usedAtMs !== key.usedAtMs) return await save({ ...now, isSaved: true })
    } else if (readVenue().key === key.venueKey) await keyStore.remove(key.id)
    changedHere()
  } catch (error) {
    failed(error)
  }
}

/** Bypasses the poll queue, where every request may be waiting for a token. */
async function askTime(): Promise<void> {
  if (readCapabilities().time !== 'absent') await call('time', { lane: 'submit' })
}

/** Requests the venue's time if it is unknown, because tokens are signed with it. */
async function clockKnown(): Promise<void> {
  if (serverClock.offsetMs() === undefined) await askTime()
}

async function readSaved(): Promise<void> {
  const venueKey = readVenue().key
  try {
    const saved = await keyStore.all(venueKey)
    if (readVenue().key !== venueKey) return
    const own = state.get().keys.filter(each => each.venueKey === venueKey && !each.isSaved)
    const ids = new Set(saved.map(each => each.id))
    setKeys([...own.filter(each => !ids.has(each.id)), ...saved.map(each => ({ ...each, isSaved: true }))])
  } catch (error) {
    failed(error)
  }
}

/** A tab resumes its own key; a new tab uses the last used one. */
async function restore(): Promise<void> {
  await readSaved()
  const session = readSession()
  if (session.status === 'signed_in' || session.needsSignIn !== undefined) return
  const remembered = readRememberedKey(readVenue().key)
  const saved = state.get().keys.filter(each => each.isSaved && each.usedAtMs > 0)
  const latest = hadSession() ? undefined : saved.toSorted((a, b) => b.usedAtMs - a.usedAtMs)[0]
  const key = saved.find(each => each.id === remembered) ?? latest
  if (key !== undefined) await begin(key, key.isSaved)
}

async function changedElsewhere(): Promise<void> {
  const before = state.get().keys.filter(each => each.isSaved)
  await readSaved()
  const after = new Set(state.get().keys.map(each => each.id))
  for (const { id } of before) if (!after.has(id)) endKeySession(id)
}

function watchRefusals(): () => void {
  let inUse: string | undefined
  return subscribeSession(() => {
    const session = readSession()
    const refused = session.status === 'signed_out' && session.needsSignIn === 'key_refused' ? inUse : undefined
    inUse = session.status === 'signed_in' ? session.keyId : undefined
    const key = state.get().keys.find(each => each.id === refused)
    if (key === undefined) return
    const unused = { ...key, usedAtMs: 0 }
    replace(unused)
    if (key.isSaved) void save(unused)
  })
}

export function startKeys(): () => void {
  const ends = [
    tabs.open(() => void changedElsewhere()),
    watchRefusals(),
    onVenueChange(() => {
      setKeys([])
      void readSaved()
    }),
    onSignOut(() => {
      const venueKey = readVenue().key
      setKeys([])
      void erase(() => keyStore.removeAll(venueKey))
    }),
  ]
  void restore()
  return () => {
    for (const end of ends) end()
    state.set({ keys: [], fault: undefined })
  }
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)

/**
 * Address of an endpoint as its venue knows it, for a token's `uri`; without the query. `served`: host of the venue
 * behind this page's server, or `sandbox` for its built-in exchange.
 */
export function venueUri(address: string, pageUrl: string, served: string): string {
  const page = new URL(pageUrl)
  const { protocol, host, pathname } = new URL(address, page)
  if (host !== page.host || served === 'sandbox') return `${protocol}//${host}${pathname}`
  const isSocket = protocol.startsWith('ws')
  const scheme = `${isSocket ? 'ws' : 'http'}${isLoopback(served) ? '' : 's'}`
  return `${scheme}://${served}${pathname}`
}
