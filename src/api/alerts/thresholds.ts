/**
 * Thresholds of an account on a venue, kept in this browser and shared by its tabs. A crossing is taken by one tab alone: under a lock where
 * the browser has locks, and what is kept is read again before it is judged, so that several tabs do not tell the same crossing.
 */
import { z } from '../../domain/zod.ts'
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import { type Threshold, stepThreshold, thresholdKinds } from '../../domain/threshold.ts'
import { createCell, useCell } from '../browser/cell.ts'
import type { OwnerKey } from '../venue/owner-key.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const storageKey = 'legwork.thresholds'
const mostOfAnAccount = 100

const thresholdSchema = z.object({
  id: z.string().min(1),
  kind: z.enum(thresholdKinds),
  subject: z.string().min(1),
  direction: z.enum(['above', 'below']),
  level: z.custom<Decimal>(isDecimal),
  isArmed: z.boolean().optional(),
  toldMs: z.number().optional(),
})

type Kept = Readonly<Record<string, readonly Threshold[]>>

/** What is kept; a threshold that cannot be read is left out, the others stay. */
export function parseThresholds(stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return {}
  const owners = Object.entries(stored).map(([owner, list]) => {
    const read = Array.isArray(list) ? list.map(each => thresholdSchema.safeParse(each)) : []
    return [owner, read.flatMap(each => (each.success ? [each.data] : []))] as const
  })
  return Object.fromEntries(owners)
}

const kept = createCell<Kept>(parseThresholds(readStored('local', storageKey)))
const none: readonly Threshold[] = []

function change(owner: OwnerKey, next: readonly Threshold[]): void {
  const all = { ...parseThresholds(readStored('local', storageKey)), [owner]: next }
  writeStored('local', storageKey, all)
  kept.set(all)
}

const listOf = (owner: OwnerKey): readonly Threshold[] => kept.get()[owner] ?? none

export function useThresholds(owner: OwnerKey | undefined): readonly Threshold[] {
  const all = useCell(kept)
  return owner === undefined ? none : (all[owner] ?? none)
}

/** False where the account has too many already. */
export function addThreshold(owner: OwnerKey, threshold: Omit<Threshold, 'id' | 'isArmed' | 'toldMs'>): boolean {
  const list = listOf(owner)
  if (list.length >= mostOfAnAccount) return false
  change(owner, [...list, { ...threshold, id: crypto.randomUUID() }])
  return true
}

export const removeThreshold = (owner: OwnerKey, id: string): void =>
  change(
    owner,
    listOf(owner).filter(each => each.id !== id),
  )

/** Follows what other tabs keep; the answer stops it. */
export function startThresholds(): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === storageKey) kept.set(parseThresholds(readStored('local', storageKey)))
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

export interface Crossing {
  readonly threshold: Threshold
  readonly value: Decimal
}

type ValueOf = (threshold: Threshold) => Decimal | undefined

function judge(list: readonly Threshold[], valueOf: ValueOf, nowMs: number): { readonly next: readonly Threshold[]; told: Crossing[] } {
  const told: Crossing[] = []
  const next = list.map(threshold => {
    const value = valueOf(threshold)
    if (value === undefined) return threshold
    const stepped = stepThreshold(threshold, value, nowMs)
    if (stepped.isTold) told.push({ threshold: stepped.next, value })
    return stepped.next
  })
  return { next, told }
}

const isSame = (a: readonly Threshold[], b: readonly Threshold[]): boolean => a.every((each, index) => each === b[index])

/** Holds the figures against the thresholds; answers the crossings that are this tab's to tell. */
export async function judgeThresholds(owner: OwnerKey, valueOf: ValueOf, nowMs: number): Promise<readonly Crossing[]> {
  const before = listOf(owner)
  if (isSame(before, judge(before, valueOf, nowMs).next)) return []
  return exclusively(() => {
    const list = parseThresholds(readStored('local', storageKey))[owner] ?? listOf(owner)
    const { next, told } = judge(list, valueOf, nowMs)
    if (!isSame(list, next)) change(owner, next)
    return told
  })
}

async function exclusively<Value>(run: () => Value): Promise<Value> {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks
  if (locks === undefined || locks === null) return run()
  return (await locks.request(storageKey, run)) as Value
}
