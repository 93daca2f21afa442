/**
 * Orders that were confirmed and that the browser has not yet a record of: they are sent only after it. The tab notes them, at once and
 * without waiting, so that its next start can say that they never left; and while there is one the browser asks before it leaves the page.
 */
import { z } from '../../domain/zod.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import type { Intent } from '../../domain/intent.ts'

const uncommitted = z.object({
  client_order_id: z.string(),
  venueKey: z.string(),
  account: z.string(),
  title: z.string(),
  /** Server time, ms. */
  createdAtMs: z.number(),
  /** It waited for a second person's approval. */
  awaited: z.optional(z.boolean()),
})
const noted = z.array(uncommitted)
export type Uncommitted = z.output<typeof uncommitted>

const storageKey = 'legwork.uncommitted'

export const noteOf = ({ client_order_id, venueKey, account, context, createdAtMs, state }: Intent): Uncommitted => ({
  client_order_id,
  venueKey,
  account,
  title: context.title,
  createdAtMs,
  ...(state.kind === 'awaiting' ? { awaited: true } : {}),
})

/** What the page before this one noted in this tab and did not take back. */
export function readUncommitted(): readonly Uncommitted[] {
  const read = noted.safeParse(readStored('tab', storageKey))
  return read.success ? read.data : []
}

/** Those there are now. */
export function noteUncommitted(all: readonly Uncommitted[]): void {
  writeStored('tab', storageKey, all.length === 0 ? undefined : all)
  if (typeof addEventListener === 'undefined') return
  if (all.length === 0) removeEventListener('beforeunload', askBeforeLeaving)
  else addEventListener('beforeunload', askBeforeLeaving)
}

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()
