/** The owner of what this tab keeps. */
import type { Owner, OwnerKey } from '../../domain/owner.ts'
import { credentials, readSession, subscribeSession } from './session.ts'
import { readVenue } from './venue.ts'

/** The account of this tab's session on the present venue; undefined when signed out. */
export function presentOwner(): Owner | undefined {
  const current = credentials()
  return current === undefined ? undefined : { venueKey: current.venueKey, account: current.account }
}

/** Range of all keys of one owner whose second part is a number from `from` to `to`. */
export const ownerRange = (owner: OwnerKey, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): IDBKeyRange =>
  IDBKeyRange.bound([owner, from], [owner, to])

/** The same where the second part is text. */
export const ownerTexts = (owner: OwnerKey): IDBKeyRange => IDBKeyRange.bound([owner, ''], [owner, []])

/**
 * Calls `begin` with the owner of each sign-in, and what it answered when that is over: by a sign-out, another account or another venue. A session
 * whose token ran out is not over: it may go on with the next token, and `resumed` is called then. The answer stops all.
 */
export function eachSignIn(begin: (owner: Owner) => { readonly resumed: () => void; readonly end: () => void }): () => void {
  let serial: number | undefined
  let isLapsed = false
  let begun: ReturnType<typeof begin> | undefined
  const changed = (): void => {
    const session = readSession()
    const now = session.status === 'signed_in' ? session : undefined
    const wasLapsed = isLapsed
    isLapsed = now?.isLapsed === true
    if (now?.serial === serial) {
      if (wasLapsed && !isLapsed) begun?.resumed()
      return
    }
    begun?.end()
    serial = now?.serial
    begun = now === undefined ? undefined : begin({ venueKey: readVenue().key, account: now.account })
  }
  changed()
  const stop = subscribeSession(changed)
  return () => {
    stop()
    begun?.end()
  }
}

/** Calls `begin` with each session's owner and what it answered when that session ends; the answer stops all. */
export function eachSession(begin: (owner: Owner, serial: number) => () => void): () => void {
  let serial: number | undefined
  let end: (() => void) | undefined
  const changed = (): void => {
    const current = credentials()
    if (current?.serial === serial) return
    end?.()
    serial = current?.serial
    end = current === undefined ? undefined : begin({ venueKey: current.venueKey, account: current.account }, current.serial)
  }
  changed()
  const stop = subscribeSession(changed)
  return () => {
    stop()
    end?.()
  }
}
