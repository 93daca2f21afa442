/**
 * The most that each account lost since its day began, stored for all tabs of this browser: a limit that was reached holds until the day ends, across
 * reloads, even where the market brings the loss back.
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
/** Why this tab cannot compute it now, by owner. */
const unknown = new Map<OwnerKey, string>()

/** What was lost by now, zero for a gain; `untilMs` is the end of that day. Answers the most of the day, and what it was before. */
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

/** Of the account that is signed in. */
export function presentDayLoss(nowMs: number): DayLoss {
  const present = presentOwner()
  if (present === undefined) return { known: undefined, why: 'no account is signed in' }
  const owner = ownerKey(present)
  const stored = losses.reread()[owner]
  const known = stored !== undefined && stored.sinceMs <= nowMs && nowMs < stored.untilMs ? stored : undefined
  return { known, why: unknown.get(owner) ?? (known === undefined ? 'equity was not read yet' : undefined) }
}
