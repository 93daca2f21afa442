/**
 * The largest loss of each account since its day began, shared by all tabs: a reached limit holds until the day ends, across reloads, even
 * if the market recovers.
 */
import { type Decimal, isDecimal, max } from '../../domain/decimal.ts'
import type { DayLoss, DayLossKnown } from '../../domain/own-limits.ts'
import { type OwnerKey, ownerKey } from '../../domain/owner.ts'
import { z } from '../../domain/zod.ts'
import { createSharedSetting } from '../browser/setting.ts'
import { presentOwner } from '../venue/owner.ts'

const schema = z.record(z.string(), z.object({ most: z.custom<Decimal>(isDecimal), sinceMs: z.number(), untilMs: z.number() }))
type Losses = Readonly<Record<string, DayLossKnown>>

const losses = createSharedSetting<Losses>('legwork.day-loss', stored => schema.safeParse(stored).data ?? {})
const unknown = new Map<OwnerKey, string>()

/** `untilMs`: end of the day. Records the current loss, zero for a gain; returns the day's largest, and the previous one. */
export function noteDayLoss(
  owner: OwnerKey,
  seen: DayLossKnown,
  nowMs: number,
): { readonly most: Decimal; readonly before: Decimal | undefined } {
  unknown.delete(owner)
  const all = losses.reread()
  const before = all[owner]
  const running = before !== undefined && nowMs < before.untilMs ? before : undefined
  const next = running === undefined ? seen : { ...running, most: max(running.most, seen.most) }
  if (running === undefined || next.most !== running.most) losses.set({ ...all, [owner]: next })
  return { most: next.most, before: running?.most }
}

export const noteDayUnknown = (owner: OwnerKey, why: string): void => void unknown.set(owner, why)

export function presentDayLoss(nowMs: number): DayLoss {
  const present = presentOwner()
  if (present === undefined) return { known: undefined, why: 'no account is signed in' }
  const owner = ownerKey(present)
  const stored = losses.reread()[owner]
  const known = stored !== undefined && stored.sinceMs <= nowMs && nowMs < stored.untilMs ? stored : undefined
  return { known, why: unknown.get(owner) ?? (known === undefined ? 'equity was not read yet' : undefined) }
}
