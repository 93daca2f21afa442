/**
 * Alerts of an account on a venue, kept in this browser and shared by its tabs. A crossing is taken by one tab alone: under a lock where
 * the browser has locks, and what is kept is read again before it is judged, so that several tabs do not tell the same crossing.
 */
import { z } from '../../domain/zod.ts'
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import { type Alert, stepAlert, alertKinds } from '../../domain/alert.ts'
import { createStore, useStore } from '../browser/store.ts'
import type { OwnerKey } from '../venue/owner-key.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const storageKey = 'legwork.thresholds'
const mostOfAnAccount = 100

const alertSchema = z
  .object({
    id: z.string().min(1),
    kind: z.enum(alertKinds),
    subject: z.string().min(1),
    direction: z.enum(['above', 'below']),
    level: z.custom<Decimal>(isDecimal),
    isArmed: z.boolean().optional(),
    reportedMs: z.number().optional(),
    /** What `reportedMs` was called in lists stored by earlier versions. */
    toldMs: z.number().optional(),
  })
  .transform(({ toldMs, reportedMs = toldMs, ...alert }): Alert => (reportedMs === undefined ? alert : { ...alert, reportedMs }))

type SavedAlerts = Readonly<Record<string, readonly Alert[]>>

/** What is kept; an alert that cannot be read is left out, the others stay. */
export function parseAlerts(stored: unknown): SavedAlerts {
  if (typeof stored !== 'object' || stored === null) return {}
  const owners = Object.entries(stored).map(([owner, list]) => {
    const read = Array.isArray(list) ? list.map(each => alertSchema.safeParse(each)) : []
    return [owner, read.flatMap(each => (each.success ? [each.data] : []))] as const
  })
  return Object.fromEntries(owners)
}

const saved = createStore<SavedAlerts>(parseAlerts(readStored('local', storageKey)))
const none: readonly Alert[] = []

function change(owner: OwnerKey, next: readonly Alert[]): void {
  const all = { ...parseAlerts(readStored('local', storageKey)), [owner]: next }
  writeStored('local', storageKey, all)
  saved.set(all)
}

const listOf = (owner: OwnerKey): readonly Alert[] => saved.get()[owner] ?? none

export function useAlerts(owner: OwnerKey | undefined): readonly Alert[] {
  const all = useStore(saved)
  return owner === undefined ? none : (all[owner] ?? none)
}

/** False where the account has too many already. */
export function addAlert(owner: OwnerKey, alert: Omit<Alert, 'id' | 'isArmed' | 'reportedMs'>): boolean {
  const list = listOf(owner)
  if (list.length >= mostOfAnAccount) return false
  change(owner, [...list, { ...alert, id: crypto.randomUUID() }])
  return true
}

export const removeAlert = (owner: OwnerKey, id: string): void =>
  change(
    owner,
    listOf(owner).filter(each => each.id !== id),
  )

/** Follows what other tabs keep; the answer stops it. */
export function startAlerts(): () => void {
  const stored = (event: StorageEvent): void => {
    if (event.key === storageKey) saved.set(parseAlerts(readStored('local', storageKey)))
  }
  window.addEventListener('storage', stored)
  return () => window.removeEventListener('storage', stored)
}

export interface Crossing {
  readonly alert: Alert
  readonly value: Decimal
}

type ValueOf = (alert: Alert) => Decimal | undefined

function judge(list: readonly Alert[], valueOf: ValueOf, nowMs: number): { readonly next: readonly Alert[]; crossed: Crossing[] } {
  const crossed: Crossing[] = []
  const next = list.map(alert => {
    const value = valueOf(alert)
    if (value === undefined) return alert
    const stepped = stepAlert(alert, value, nowMs)
    if (stepped.isReported) crossed.push({ alert: stepped.next, value })
    return stepped.next
  })
  return { next, crossed }
}

const isSame = (a: readonly Alert[], b: readonly Alert[]): boolean => a.every((each, index) => each === b[index])

/** Holds the figures against the alerts; answers the crossings that are this tab's to tell. */
export async function judgeAlerts(owner: OwnerKey, valueOf: ValueOf, nowMs: number): Promise<readonly Crossing[]> {
  const before = listOf(owner)
  if (isSame(before, judge(before, valueOf, nowMs).next)) return []
  return exclusively(() => {
    const list = parseAlerts(readStored('local', storageKey))[owner] ?? listOf(owner)
    const { next, crossed } = judge(list, valueOf, nowMs)
    if (!isSame(list, next)) change(owner, next)
    return crossed
  })
}

async function exclusively<Value>(run: () => Value): Promise<Value> {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks
  if (locks === undefined || locks === null) return run()
  return (await locks.request(storageKey, run)) as Value
}
