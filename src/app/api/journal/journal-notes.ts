/** Notes and tags on orders and rows: the only mutable part of the journal. */
import { createStore } from '../browser/store.ts'
import { database } from '../browser/db.ts'
import { ownerTexts } from '../venue/owner.ts'
import type { Owner, OwnerKey } from '../../../core/domain/owner.ts'
import type { JournalNote } from '../../../core/domain/journal-row.ts'

export async function readNotes(owner: OwnerKey): Promise<ReadonlyMap<string, JournalNote>> {
  const notes = await (await database()).getAll('journalNotes', ownerTexts(owner))
  return new Map(notes.map(note => [note.subject, note]))
}

export async function writeNote(note: JournalNote & { readonly owner: OwnerKey }): Promise<void> {
  const db = await database()
  if (note.text === '' && note.tags.length === 0) await db.delete('journalNotes', [note.owner, note.subject])
  else await db.put('journalNotes', note)
}

export const noteText = (note: Pick<JournalNote, 'text' | 'tags'>): string =>
  [note.text, ...note.tags, ...note.tags.map(tag => `#${tag}`)].join('\n')

/** Notes shared by all readers of an account: sent to the recorder before they are stored here. */
export interface SharedNotes {
  readonly owner: Owner
  /** `seenAtMs`: time of the displayed note. Returns why the note was refused; undefined if it was stored. */
  write(note: Omit<JournalNote, 'owner'>, seenAtMs: number | undefined): Promise<string | undefined>
}

/** Undefined if notes are stored in this browser only. */
export const sharedNotes = createStore<SharedNotes | undefined>(undefined)
