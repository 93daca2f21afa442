/** Notes shared by everyone who can see the account: written to the recorder first, then stored here. */
import type { z } from '../../../core/domain/zod.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { faultText, timely } from '../browser/db.ts'
import { savedChanged } from '../polling/saved.ts'
import { readNotes, type SharedNotes, writeNote } from '../journal/journal-notes.ts'
import type { JournalNote } from '../../../core/domain/journal-row.ts'
import { type Owner, type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { askRecorder } from './ask-recorder.ts'
import type { sharedNoteSchema } from '../../../core/history/recorder-interface.ts'

type SharedNote = z.output<typeof sharedNoteSchema>

const longestQuoted = 200

export function notesOfRecorder(owner: Owner, account: string, mayWrite: boolean): SharedNotes {
  return {
    owner,
    async write({ subject, text, tags }, seenAtMs) {
      if (!mayWrite) return 'This token may read the recorder’s notes and not write them.'
      const key = ownerKey(owner)
      const reply = await askRecorder('writeNote', owner, {
        body: { account, subject, text, tags, seenAtMs: seenAtMs ?? null },
      })
      if (reply.ok) {
        await save(key, subject, reply.answer.note)
        return undefined
      }
      if (reply.conflict === undefined) return `The note was not saved: ${reply.text}`
      const theirs = reply.conflict.note
      await save(key, subject, theirs)
      await savedChanged(['notes', key])
      const said = theirs === null ? 'removed it' : `changed it to “${stripHostile(theirs.text, longestQuoted)}”`
      return `Somebody ${said} meanwhile. Save again to put yours in its place.`
    },
  }
}

async function save(owner: OwnerKey, subject: string, note: SharedNote | null): Promise<void> {
  const { text, tags, atMs } = note ?? { text: '', tags: [], atMs: 0 }
  await timely(writeNote({ owner, subject, text, tags, atMs }))
}

interface NoteSync {
  readonly owner: Owner
  readonly account: string
  readonly mayWrite: boolean
  /** Time of the last sync; undefined before the first. */
  readonly takenAtMs: number | undefined
}

/**
 * Syncs notes with the recorder. Notes written here since the last sync (or without the recorder) are sent, unless
 * someone wrote later; notes missing there were removed by someone. Returns the failure reason; undefined on success.
 */
export async function takeNotes(taking: NoteSync): Promise<string | undefined> {
  const { owner, account } = taking
  const reply = await askRecorder('notes', owner, { query: { account } })
  if (!reply.ok) return reply.text
  const key = ownerKey(owner)
  const { rows, rejected } = reply.answer.notes
  const theirs = new Map(rows.map(note => [note.subject, note]))
  try {
    const ours = await readNotes(key)
    let isChanged = false
    // An unreadable note may belong to any subject, so notes that seem missing there wait until all are readable.
    const alone = rejected.length === 0 ? ours.keys() : []
    for (const subject of new Set([...theirs.keys(), ...alone])) {
      if (await settle(taking, ours.get(subject), theirs.get(subject))) isChanged = true
    }
    if (isChanged) await savedChanged(['notes', key])
    return undefined
  } catch (error) {
    return faultText(error)
  }
}

async function settle(
  taking: NoteSync,
  ours: JournalNote | undefined,
  theirs: SharedNote | undefined,
): Promise<boolean> {
  const { owner, mayWrite, takenAtMs = Number.NEGATIVE_INFINITY } = taking
  const key = ownerKey(owner)
  if (ours === undefined) {
    if (theirs !== undefined) await save(key, theirs.subject, theirs)
    return theirs !== undefined
  }
  if (theirs !== undefined && isSame(ours, theirs)) return false
  const isOurNote = ours.atMs > takenAtMs && ours.atMs > (theirs?.atMs ?? Number.NEGATIVE_INFINITY)
  if (isOurNote) return mayWrite && (await sendNote(taking, ours, theirs))
  // Without write access, a note only here never reached the recorder.
  if (theirs === undefined && !mayWrite) return false
  await save(key, ours.subject, theirs ?? null)
  return true
}

const isSame = (a: JournalNote, b: SharedNote): boolean =>
  a.atMs === b.atMs && a.text === b.text && a.tags.join(' ') === b.tags.join(' ')

/** Sends a note. If another reader was faster, or if there is no answer, the next sync resolves it. */
async function sendNote(
  { owner, account }: NoteSync,
  { subject, text, tags }: JournalNote,
  theirs: SharedNote | undefined,
): Promise<boolean> {
  const reply = await askRecorder('writeNote', owner, {
    body: { account, subject, text, tags, seenAtMs: theirs?.atMs ?? null },
  })
  if (!reply.ok || reply.answer.note === null) return false
  await save(ownerKey(owner), subject, reply.answer.note)
  return true
}
