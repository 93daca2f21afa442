/**
 * Alerts of an account on a venue, stored in this browser and shared by its tabs. One tab takes each crossing: under a
 * lock if available, and after reading the stored alerts again, so that a crossing is not reported twice.
 */
import { type Alert, type AlertCrossing, type ValueOf, isSameAlerts, stepAlerts } from '../../../core/domain/alert.ts'
import { randomId } from '../browser/random-id.ts'
import { createStore, useStore } from '../browser/store.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { serverNowMs } from '../venue/clock.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { alertSchema, mostAlerts } from '../../../core/domain/alert-schema.ts'

const storageKey = 'legwork.thresholds'

type SavedAlerts = Readonly<Record<string, readonly Alert[]>>

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

/** As stored by any tab; this tab's own list if the browser stores nothing. */
const savedOf = (owner: OwnerKey): readonly Alert[] =>
  parseAlerts(readStored('local', storageKey))[owner] ?? alertsOf(owner)

function change(owner: OwnerKey, next: readonly Alert[]): void {
  const all = { ...parseAlerts(readStored('local', storageKey)), [owner]: next }
  writeStored('local', storageKey, all)
  saved.set(all)
}

export const onAlerts = saved.subscribe
export const alertsOf = (owner: OwnerKey): readonly Alert[] => saved.get()[owner] ?? none

export function useAlerts(owner: OwnerKey | undefined): readonly Alert[] {
  const all = useStore(saved)
  return owner === undefined ? none : (all[owner] ?? none)
}

export function addAlert(owner: OwnerKey, alert: Omit<Alert, 'id' | 'isArmed' | 'reportedMs' | 'setMs'>): boolean {
  const list = savedOf(owner)
  if (list.length >= mostAlerts) return false
  change(owner, [...list, { ...alert, id: randomId(), setMs: serverNowMs() }])
  return true
}

export const removeAlert = (owner: OwnerKey, id: string): void =>
  change(
    owner,
    savedOf(owner).filter(each => each.id !== id),
  )

export function startAlerts(): () => void {
  const stored = (event: StorageEvent): void => {
    if (event.key === storageKey) saved.set(parseAlerts(readStored('local', storageKey)))
  }
  window.addEventListener('storage', stored)
  return () => window.removeEventListener('storage', stored)
}

/** Checks the alerts against the figures. Returns the crossings that this tab must report. */
export async function judgeAlerts(owner: OwnerKey, valueOf: ValueOf, nowMs: number): Promise<readonly AlertCrossing[]> {
  const before = alertsOf(owner)
  if (isSameAlerts(before, stepAlerts(before, valueOf, nowMs).next)) return []
  return exclusively(() => {
    const list = savedOf(owner)
    const { next, crossed } = stepAlerts(list, valueOf, nowMs)
    if (!isSameAlerts(list, next)) change(owner, next)
    return crossed
  })
}

async function exclusively<Value>(run: () => Value): Promise<Value> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks
  if (locks === undefined || locks === null) return run()
  return (await locks.request(storageKey, run)) as Value
}
