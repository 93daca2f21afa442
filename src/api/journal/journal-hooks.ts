/** What screens read of the journal of the session's account. */
import { useEffect, useMemo, useReducer } from 'react'
import { useCell } from '../cell.ts'
import { serverNowMs } from '../clock.ts'
import { faultWords } from '../db.ts'
import { type Loadable, useLoaded } from '../loadable.ts'
import { type OwnerKey, ownerKey } from '../owner.ts'
import { useSession } from '../session.ts'
import { browserTimers } from '../timers.ts'
import { useVenue } from '../venue.ts'
import type { JournalOrder } from './journal-order.ts'
import { noteWords, readNotes, writeNote } from './journal-notes.ts'
import { type JournalFilter, type JournalPage, readJournal } from './journal-reader.ts'
import type { JournalNote } from './journal-row.ts'
import { filledJournalOrders } from './journal-store.ts'
import { type JournalNews, onJournalNews } from './journal-tabs.ts'
import type { JournalFault } from './journal-writer.ts'
import { journalWriter } from './journal.ts'

/** Whose history this tab shows; undefined when signed out. */
export function useOwnerKey(): OwnerKey | undefined {
  const session = useSession()
  const venueKey = useVenue().key
  const account = session.status === 'signed_in' ? session.account : undefined
  return useMemo(() => (account === undefined ? undefined : ownerKey({ venueKey, account })), [account, venueKey])
}

/** That the journal cannot be kept, or has gaps; undefined while all is well. */
export const useJournalFault = (): JournalFault | undefined => useCell(journalWriter.fault)

/** Calls for news of the session's account, from any tab. */
export function useJournalNews(listener: (news: JournalNews) => void): void {
  const owner = useOwnerKey()
  useEffect(() => onJournalNews(news => news.owner === owner && listener(news)), [owner, listener])
}

/** At most once in so long, and once more after the last of a burst. */
const redrawMs = 400

/** A number that grows when the journal does, or when `again` is called. */
function useJournalVersion(owner: OwnerKey | undefined): readonly [version: number, again: () => void] {
  const [version, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let cancel: (() => void) | undefined
    const end = onJournalNews(news => {
      if (news.owner !== owner || cancel !== undefined) return
      cancel = browserTimers.after(redrawMs, () => {
        cancel = undefined
        again()
      })
    })
    return () => {
      end()
      cancel?.()
    }
  }, [owner])
  return [version, again]
}

const nothing: JournalPage = { rows: [], hasMore: false, total: 0 }

/** The newest `limit` rows that pass; `filter` should keep its identity while it says the same. */
export function useJournalPage(filter: JournalFilter, limit: number): Loadable<JournalPage> & { readonly again: () => void } {
  const owner = useOwnerKey()
  const [version, again] = useJournalVersion(owner)
  const loaded = useLoaded(
    signal => (owner === undefined ? Promise.resolve(nothing) : readJournal(owner, filter, limit, signal)),
    [owner, filter, limit, version],
  )
  return { ...loaded, again }
}

const noNotes: ReadonlyMap<string, JournalNote> = new Map()

export interface Notes {
  /** By subject. */
  readonly notes: ReadonlyMap<string, JournalNote>
  /** What a search finds them by. */
  readonly words: ReadonlyMap<string, string>
  /** Why it could not be kept; undefined when it was. */
  readonly write: (subject: string, text: string, tags: readonly string[]) => Promise<string | undefined>
  readonly again: () => void
}

export function useJournalNotes(): Notes {
  const owner = useOwnerKey()
  const [version, again] = useReducer((count: number) => count + 1, 0)
  const loaded = useLoaded(() => (owner === undefined ? Promise.resolve(noNotes) : readNotes(owner)), [owner, version])
  const notes = loaded.face === 'ready' ? loaded.value : noNotes
  const words = useMemo(() => new Map([...notes].map(([subject, note]) => [subject, noteWords(note)])), [notes])
  return {
    notes,
    words,
    again,
    async write(subject, text, tags) {
      if (owner === undefined) return 'You are signed out.'
      try {
        await writeNote({ owner, subject, text, tags, atMs: serverNowMs() })
        again()
        return undefined
      } catch (error) {
        return faultWords(error)
      }
    },
  }
}

const noOrders: readonly JournalOrder[] = []

/** Orders with at least one fill, by their first; read anew as the journal grows. */
export function useFilledOrders(): readonly JournalOrder[] | undefined {
  const owner = useOwnerKey()
  const [version] = useJournalVersion(owner)
  const loaded = useLoaded(() => (owner === undefined ? Promise.resolve(noOrders) : filledJournalOrders(owner)), [owner, version])
  return loaded.face === 'ready' ? loaded.value : undefined
}
