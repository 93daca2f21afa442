/**
 * The key with which this person approves orders of others, one per venue. The private half is non-extractable and
 * stored in a separate database, so signing out does not affect it.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { canSign, cannotSign } from '../../../core/client/signing-key.ts'
import { faultText } from '../browser/db.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { createTabChannel } from '../browser/tabs.ts'
import { onVenueChange, readVenue } from '../venue/venue.ts'

export interface PublicJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

export interface ApproverKey {
  readonly venueKey: string
  readonly name: string
  readonly privateKey: CryptoKey
  readonly publicKey: PublicJwk
}

interface Schema extends DBSchema {
  approver: { key: string; value: ApproverKey }
}

/** Opened per operation: an open connection would block other tabs from deleting the database. */
async function within<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const db = await openDB<Schema>('legwork-approver', 1, {
    upgrade(fresh) {
      fresh.createObjectStore('approver', { keyPath: 'venueKey' })
    },
  })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

export type ApproverState =
  | { readonly status: 'reading' }
  | { readonly status: 'none' }
  | { readonly status: 'there'; readonly key: ApproverKey }
  | { readonly status: 'failed'; readonly why: string }

const state: Store<ApproverState> = createStore<ApproverState>({ status: 'reading' })
const tabs = createTabChannel<'changed'>('legwork.approver', data => (data === 'changed' ? data : undefined))

export const useApproverKey = (): ApproverState => useStore(state)

async function read(): Promise<void> {
  const venueKey = readVenue().key
  try {
    const key = await within(db => db.get('approver', venueKey))
    if (readVenue().key === venueKey) state.set(key === undefined ? { status: 'none' } : { status: 'there', key })
  } catch (error) {
    state.set({ status: 'failed', why: faultText(error) })
  }
}

export function startApproverKey(): () => void {
  const ends = [tabs.open(() => void read()), onVenueChange(() => void read())]
  void read()
  return () => {
    for (const end of ends) end()
    state.set({ status: 'reading' })
  }
}

export type KeyMade = { readonly ok: true } | { readonly ok: false; readonly message: string }

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Stores a new pair, or the pair of a PEM. Available only after it is stored, since a reload would lose it. */
export async function setApproverKey(name: string, pem?: string): Promise<KeyMade> {
  if (!canSign()) return { ok: false, message: cannotSign }
  const pair = await (pem === undefined ? madePair() : pairOf(pem))
  if ('message' in pair) return { ok: false, message: pair.message }
  const key: ApproverKey = { venueKey: readVenue().key, name, ...pair }
  try {
    await within(db => db.put('approver', key))
  } catch (error) {
    return { ok: false, message: faultText(error) }
  }
  await changed()
  return { ok: true }
}

/** Cannot be undone. */
export async function removeApproverKey(): Promise<void> {
  try {
    await within(db => db.delete('approver', readVenue().key))
    await changed()
  } catch (error) {
    state.set({ status: 'failed', why: faultText(error) })
  }
}

async function changed(): Promise<void> {
  await read()
  tabs.post('changed')
}

type Pair = Pick<ApproverKey, 'privateKey' | 'publicKey'>

function publicOf({ x, y }: JsonWebKey): PublicJwk {
  if (x === undefined || y === undefined) throw new Error('A key of P-256 has two coordinates.')
  return { kty: 'EC', crv: 'P-256', x, y }
}

async function madePair(): Promise<Pair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  return { privateKey, publicKey: publicOf(await crypto.subtle.exportKey('jwk', publicKey)) }
}

async function pairOf(pem: string): Promise<Pair | { readonly message: string }> {
  const { readPem } = await import('../../../core/client/read-pem.ts')
  const given = readPem(pem)
  if (!given.ok) return given
  try {
    const readable = await crypto.subtle.importKey('pkcs8', given.pkcs8, curve, true, ['sign'])
    const publicKey = publicOf(await crypto.subtle.exportKey('jwk', readable))
    return { privateKey: await crypto.subtle.importKey('pkcs8', given.pkcs8, curve, false, ['sign']), publicKey }
  } catch {
    return { message: 'The browser rejects this key: it is damaged. Copy all of it again.' }
  } finally {
    given.pkcs8.fill(0)
  }
}
