/**
 * Confirmed orders that the browser has not recorded yet; they are sent only after that. The tab notes them
 * synchronously, so that its next start can report them as never sent. While one exists, the browser asks before
 * leaving the page.
 */
import { z } from '../../../core/domain/zod.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import type { Intent } from '../../../core/domain/intent.ts'

const uncommitted = z.object({
  client_order_id: z.string(),
  venueKey: z.string(),
  account: z.string(),
  title: z.string(),
  createdAtMs: z.number(),
  awaited: z.optional(z.boolean()),
})
const noted = z.array(uncommitted)
export type UncommittedIntent = z.output<typeof uncommitted>

const storageKey = 'legwork.uncommitted'

export const noteOf = ({
  client_order_id,
  venueKey,
  account,
  context,
  createdAtMs,
  state,
}: Intent): UncommittedIntent => ({
  client_order_id,
  venueKey,
  account,
  title: context.title,
  createdAtMs,
  ...(state.kind === 'awaiting' ? { awaited: true } : {}),
})

export function readUncommitted(): readonly UncommittedIntent[] {
  const read = noted.safeParse(readStored('tab', storageKey))
  return read.success ? read.data : []
}

export function noteUncommitted(all: readonly UncommittedIntent[]): void {
  writeStored('tab', storageKey, all.length === 0 ? undefined : all)
  if (typeof addEventListener === 'undefined') return
  if (all.length === 0) removeEventListener('beforeunload', askBeforeLeaving)
  else addEventListener('beforeunload', askBeforeLeaving)
}

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()
