/**
 * The largest loss of each account since its day began, shared by all tabs: a reached limit holds until the day ends,
 * across reloads, even if the market recovers.
 */
import { type Decimal, isDecimal, max } from '../../../core/domain/decimal.ts'
import { isRecord } from '../../../core/domain/json.ts'
import type { DayLoss, DayLossKnown } from '../../../core/domain/own-limits.ts'
import { type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import { createSharedSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'
import { presentOwner } from '../venue/owner.ts'

const schema = z.object({ most: z.custom<Decimal>(isDecimal), sinceMs: z.number(), untilMs: z.number() })

/** Stored losses by owner. Each entry is parsed when it is used, so that a damaged one does not affect the others. */
const losses = createSharedSetting<unknown>('legwork.day-loss', stored => (stored === undefined ? {} : stored))

/** The longest day (clocks set back), ms. A day may also begin this far ahead if a clock is slow. */
const longestDayMs = dayMs + 2 * hourMs

function entryOf(all: unknown, owner: OwnerKey, nowMs: number): DayLossKnown | 'damaged' | undefined {
  if (!isRecord(all)) return 'damaged'
  if (all[owner] === undefined) return undefined
  const { data } = schema.safeParse(all[owner])
  if (data === undefined || data.untilMs <= data.sinceMs || data.untilMs - data.sinceMs > longestDayMs) return 'damaged'
  return data.sinceMs - nowMs > longestDayMs ? 'damaged' : data
}

const withEntry = (all: unknown, owner: OwnerKey, entry: DayLossKnown | undefined): unknown => ({
  ...(isRecord(all) ? all : {}),
  [owner]: entry,
})

/** Reasons why this tab cannot compute the loss now, by owner. */
const unknown = new Map<OwnerKey, string>()

/**
 * `untilMs`: end of the day. Stores the current loss, zero for a gain. Returns the day's largest loss and the previous
 * one.
 */
export function noteDayLoss(
  owner: OwnerKey,
  seen: DayLossKnown,
  nowMs: number,
): { readonly most: Decimal; readonly before: Decimal | undefined } | undefined {
  unknown.delete(owner)
  const all = losses.reread()
  const before = entryOf(all, owner, nowMs)
  if (before === 'damaged') return undefined
  const running = before !== undefined && nowMs < before.untilMs ? before : undefined
  const next = running === undefined ? seen : { ...running, most: max(running.most, seen.most) }
  if (running === undefined || next.most !== running.most) losses.set(withEntry(all, owner, next))
  return { most: next.most, before: running?.most }
}

export const noteDayUnknown = (owner: OwnerKey, why: string): void => void unknown.set(owner, why)

export function presentDayLoss(nowMs: number): DayLoss {
  const present = presentOwner()
  if (present === undefined) return { known: undefined, why: 'no account is signed in' }
  const owner = ownerKey(present)
  const stored = entryOf(losses.reread(), owner, nowMs)
  if (stored === 'damaged')
    return {
      known: undefined,
      why: 'what this browser stored of it cannot be read; have it counted again under Settings, Own limits',
    }
  const known = stored !== undefined && stored.sinceMs <= nowMs && nowMs < stored.untilMs ? stored : undefined
  return { known, why: unknown.get(owner) ?? (known === undefined ? 'equity was not read yet' : undefined) }
}

export function useDayLossDamaged(nowMs: () => number): boolean {
  const all = useStore(losses)
  const present = presentOwner()
  return present !== undefined && entryOf(all, ownerKey(present), nowMs()) === 'damaged'
}

/** Called at the trader's decision: removes the unreadable entry, and starts the day's loss from its present value. */
export function countDayLossAgain(): void {
  const present = presentOwner()
  if (present !== undefined) losses.set(withEntry(losses.reread(), ownerKey(present), undefined))
}
