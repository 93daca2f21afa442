/** Notes and tags on orders and rows: the only part of the journal that may be rewritten. */
import { createStore } from '../browser/store.ts'
import { database } from '../browser/db.ts'
import { ownerTexts } from '../venue/owner.ts'
import type { Owner, OwnerKey } from '../../domain/owner.ts'
import type { JournalNote } from '../../domain/journal-row.ts'

export async function readNotes(owner: OwnerKey): Promise<ReadonlyMap<string, JournalNote>> {
  const notes = await (await database()).getAll('journalNotes', ownerTexts(owner))
  return new Map(notes.map(note => [note.subject, note]))
}

/** Replaces; a note without text and tags is removed. Rejects when the database would not take it. */
export async function writeNote(note: JournalNote & { readonly owner: OwnerKey }): Promise<void> {
  const db = await database()
  if (note.text === '' && note.tags.length === 0) await db.delete('journalNotes', [note.owner, note.subject])
  else await db.put('journalNotes', note)
}

/** What a search finds a noted row by. */
export const noteText = (note: Pick<JournalNote, 'text' | 'tags'>): string =>
  [note.text, ...note.tags, ...note.tags.map(tag => `#${tag}`)].join('\n')

/** Notes that all readers of an account share: each is sent to the recorder before it is stored here. */
export interface SharedNotes {
  readonly owner: Owner
  /** `seenAtMs`: time of the note that was on the screen. Returns why the note was refused; undefined where it was stored. */
  write(note: Omit<JournalNote, 'owner'>, seenAtMs: number | undefined): Promise<string | undefined>
}

/** Undefined where notes are stored in this browser only. */
export const sharedNotes = createStore<SharedNotes | undefined>(undefined)
