/** Where notes are everybody's who may see the account: told of each before it is kept here. */
import { createStore } from '../browser/store.ts'
import type { Owner } from '../../domain/owner.ts'
import type { JournalNote } from '../../domain/journal-row.ts'

export interface SharedNotes {
  readonly owner: Owner
  /** `seenAtMs`: the note that was on the screen. Why it was not taken; undefined when it was. */
  write(note: Omit<JournalNote, 'owner'>, seenAtMs: number | undefined): Promise<string | undefined>
}

/** Undefined where notes are kept in this browser alone. */
export const sharedNotes = createStore<SharedNotes | undefined>(undefined)
