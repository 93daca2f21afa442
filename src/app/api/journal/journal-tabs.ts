/**
 * Sends new journal rows between tabs; they contain no secret. A tab also reports its own. News without rows means that
 * stored data was erased or restored.
 */
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { createSignal } from '../../../core/domain/store.ts'
import { z } from '../../../core/domain/zod.ts'
import { rowSchema } from '../../../core/history/saved-schema.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { createTabChannel } from '../browser/tabs.ts'

export interface JournalNews {
  readonly owner: OwnerKey
  /** The rows added; none if the history was erased or restored. */
  readonly rows: readonly JournalRow[]
  readonly isOwn: boolean
}

const reported = createSignal<[JournalNews]>()

export const onJournalNews = reported.listen

const news = z.object({
  owner: z.string().check(z.minLength(1), z.maxLength(1_000)),
  rows: z.array(rowSchema).check(z.maxLength(10_000)),
})
const channel = createTabChannel<z.infer<typeof news>>('legwork.journal', data => news.safeParse(data).data)

export function announceRows(owner: OwnerKey, rows: readonly JournalRow[]): void {
  channel.post({ owner, rows: [...rows] })
  reported.emit({ owner, rows, isOwn: true })
}

export const listenToJournalTabs = (): (() => void) =>
  channel.open(({ owner, rows }) => reported.emit({ owner: owner as OwnerKey, rows, isOwn: false }))
