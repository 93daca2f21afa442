import { useEffect, useMemo } from 'react'
import { useStore } from '../browser/store.ts'
import { serverNowMs } from '../venue/clock.ts'
import { faultText, timely } from '../browser/db.ts'
import { type Loadable, savedChanged, useSaved, readyOf } from '../polling/saved.ts'
import { type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { useSession } from '../venue/session.ts'
import { useVenue } from '../venue/venue.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { noteText, readNotes, sharedNotes, writeNote } from './journal-notes.ts'
import type { JournalFilter } from '../../../core/history/journal-matcher.ts'
import { type JournalPage, readJournal } from './journal-reader.ts'
import type { JournalNote, JournalRow } from '../../../core/domain/journal-row.ts'
import { filledJournalOrders, journalOrders, sentJournalOrders } from './journal-store.ts'
import { type JournalNews, onJournalNews } from './journal-tabs.ts'
import type { JournalFault } from './journal-writer.ts'
import { journalWriter } from './journal.ts'

export function useOwnerKey(): OwnerKey | undefined {
  const session = useSession()
  const venueKey = useVenue().key
  const account = session.status === 'signed_in' ? session.account : undefined
  return useMemo(() => (account === undefined ? undefined : ownerKey({ venueKey, account })), [account, venueKey])
}

export const useJournalFault = (): JournalFault | undefined => useStore(journalWriter.fault)

/** Calls `listener` on new rows of the account from any tab. `listener` should be stable. */
export function useJournalNews(listener: (news: JournalNews) => void): void {
  const owner = useOwnerKey()
  useEffect(
    () =>
      onJournalNews(news => {
        if (news.owner === owner) listener(news)
      }),
    [owner, listener],
  )
}

const nothing: JournalPage = { rows: [], hasMore: false, total: 0 }

export function useJournalPage(filter: JournalFilter, limit: number): Loadable<JournalPage> {
  const owner = useOwnerKey()
  return useSaved(['journal', owner, filter, limit], signal =>
    owner === undefined ? Promise.resolve(nothing) : readJournal(owner, filter, limit, signal),
  )
}

const noNotes: ReadonlyMap<string, JournalNote> = new Map()

export interface Notes {
  readonly notes: ReadonlyMap<string, JournalNote>
  readonly words: Readonly<Record<string, string>>
  /** Returns why it was not stored; undefined on success. */
  readonly write: (subject: string, text: string, tags: readonly string[]) => Promise<string | undefined>
}

export function useJournalNotes(): Notes {
  const owner = useOwnerKey()
  const loaded = useSaved(['notes', owner], () => (owner === undefined ? Promise.resolve(noNotes) : readNotes(owner)))
  const notes = loaded.status === 'ready' ? loaded.value : noNotes
  const words = useMemo(
    () => Object.fromEntries([...notes].map(([subject, note]) => [subject, noteText(note)])),
    [notes],
  )
  return {
    notes,
    words,
    async write(subject, text, tags) {
      if (owner === undefined) return 'You are signed out.'
      const note = { subject, text, tags, atMs: serverNowMs() }
      try {
        const shared = sharedNotes.get()
        const isShared = shared !== undefined && ownerKey(shared.owner) === owner
        const problem = isShared ? await shared.write(note, notes.get(subject)?.atMs) : undefined
        if (problem !== undefined) return problem
        // A shared note is stored here by `sharedNotes`.
        if (!isShared) await timely(writeNote({ owner, ...note }))
        await savedChanged(['notes', owner])
        return undefined
      } catch (error) {
        return faultText(error)
      }
    },
  }
}

const noRows: readonly JournalRow[] = []
const mostCashRows = 10_000

/** Cash movements without an order, newest first, or a read error. Updates with the journal. */
export function useLoadedCashRows(): Loadable<readonly JournalRow[]> {
  const owner = useOwnerKey()
  return useSaved(['journal', owner, 'cash'], async signal =>
    owner === undefined ? noRows : (await readJournal(owner, { kinds: ['cash'] }, mostCashRows, signal)).rows,
  )
}

export const useCashRows = (): readonly JournalRow[] | undefined => readyOf(useLoadedCashRows())

const noOrders: readonly JournalOrder[] = []

export function useLoadedFilledOrders(): Loadable<readonly JournalOrder[]> {
  const owner = useOwnerKey()
  return useSaved(['journal', owner, 'filled'], () =>
    owner === undefined ? Promise.resolve(noOrders) : filledJournalOrders(owner),
  )
}

export const useFilledOrders = (): readonly JournalOrder[] | undefined => readyOf(useLoadedFilledOrders())

export function useLoadedSentOrders(fromMs: number): Loadable<readonly JournalOrder[]> {
  const owner = useOwnerKey()
  return useSaved(['journal', owner, 'sent', fromMs], () =>
    owner === undefined ? Promise.resolve(noOrders) : sentJournalOrders(owner, fromMs),
  )
}

export const useSentOrders = (fromMs: number): readonly JournalOrder[] | undefined =>
  readyOf(useLoadedSentOrders(fromMs))

const nothingKnown: ReadonlyMap<string, JournalOrder> = new Map()

export function useJournalOrders(ids: readonly string[]): ReadonlyMap<string, JournalOrder> {
  const owner = useOwnerKey()
  const loaded = useSaved(['journal', owner, 'orders', ids], () =>
    owner === undefined || ids.length === 0 ? Promise.resolve(nothingKnown) : journalOrders(owner, ids),
  )
  return loaded.status === 'ready' ? loaded.value : nothingKnown
}
