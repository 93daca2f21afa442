import type { Owner, OwnerKey } from '../../../core/domain/owner.ts'
import { credentials, readSession, subscribeSession } from './session.ts'
import { readVenue } from './venue.ts'

/** The account of this tab's session on the current venue; undefined if signed out. */
export function presentOwner(): Owner | undefined {
  const current = credentials()
  return current === undefined ? undefined : { venueKey: current.venueKey, account: current.account }
}

export const ownerRange = (
  owner: OwnerKey,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): IDBKeyRange => IDBKeyRange.bound([owner, from], [owner, to])

export const ownerTexts = (owner: OwnerKey): IDBKeyRange => IDBKeyRange.bound([owner, ''], [owner, []])

/**
 * Calls `begin` with the owner of each sign-in, and the returned `end` after sign-out or a change of account or venue.
 * An expired token does not end it: `resumed` is called with the next token. Returns a stop function.
 */
export function eachSignIn(
  begin: (owner: Owner) => { readonly resumed: () => void; readonly end: () => void },
): () => void {
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

export function eachSession(begin: (owner: Owner, serial: number) => () => void): () => void {
  let serial: number | undefined
  let end: (() => void) | undefined
  const changed = (): void => {
    const current = credentials()
    if (current?.serial === serial) return
    end?.()
    serial = current?.serial
    end =
      current === undefined
        ? undefined
        : begin({ venueKey: current.venueKey, account: current.account }, current.serial)
  }
  changed()
  const stop = subscribeSession(changed)
  return () => {
    stop()
    end?.()
  }
}
