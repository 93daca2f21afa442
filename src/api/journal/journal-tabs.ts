/** Word between the tabs of this browser of what was taken down: rows only, which hold no secret. Each tab hears its own word as well. */
import type { OwnerKey } from '../../domain/owner.ts'
import { z } from '../../domain/zod.ts'
import { rowSchema } from '../../history/backup-schema.ts'
import type { JournalRow } from '../../domain/journal-row.ts'

export interface JournalNews {
  readonly owner: OwnerKey
  readonly rows: readonly JournalRow[]
  /** Taken down by this very tab. */
  readonly isOwn: boolean
}

const listeners = new Set<(news: JournalNews) => void>()
let channel: BroadcastChannel | undefined

/** Calls for each set of new rows, whichever tab took them down; the answer stops it. */
export function onJournalNews(listener: (news: JournalNews) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const report = (news: JournalNews): void => {
  for (const listener of listeners) listener(news)
}

export function announceRows(owner: OwnerKey, rows: readonly JournalRow[]): void {
  channel?.postMessage({ owner, rows })
  report({ owner, rows, isOwn: true })
}

/** Any script of this origin may write to the channel, an older version of the page too: what is not news of rows is no news. */
const news = z.object({ owner: z.string().check(z.minLength(1), z.maxLength(1_000)), rows: z.array(rowSchema).check(z.maxLength(10_000)) })

export function listenToJournalTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const own = new BroadcastChannel('legwork.journal')
  own.onmessage = (event: MessageEvent<unknown>) => {
    const read = news.safeParse(event.data)
    if (read.success) report({ owner: read.data.owner as OwnerKey, rows: read.data.rows, isOwn: false })
  }
  channel = own
  return () => {
    own.close()
    if (channel === own) channel = undefined
  }
}
