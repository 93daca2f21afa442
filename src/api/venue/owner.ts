/** The owner of what this tab keeps. */
import type { Owner } from './client-types.ts'
import type { OwnerKey } from './owner-key.ts'
import { credentials, subscribeSession } from './session.ts'

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
