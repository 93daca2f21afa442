/**
 * State of the guided tour, shared by screens that offer it, its strip, and those that report actions. It is offered
 * until the first sign-in, then never again by itself. A reload continues a running tour.
 */
import { useSyncExternalStore } from 'react'
import { createStore } from '../../../core/domain/store.ts'
import { readStored, writeStored } from '../stored.ts'

export interface Tour {
  readonly step: number
  /** Server time, ms: earlier actions do not count. */
  readonly startedAtMs: number
  readonly hasReadExplanation: boolean
  /** False after a reload. */
  readonly isNew?: boolean
}

const offeredKey = 'legwork.tour-offered'
const runningKey = 'legwork.tour'
const tour = createStore(readRunning())

function readRunning(): Tour | undefined {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(runningKey) ?? 'null')
    if (typeof saved !== 'object' || saved === null) return undefined
    const { step, startedAtMs, hasReadExplanation } = saved as Readonly<Record<string, unknown>>
    return Number.isSafeInteger(step) && typeof startedAtMs === 'number'
      ? { step: step as number, startedAtMs, hasReadExplanation: hasReadExplanation === true }
      : undefined
  } catch {
    return undefined
  }
}

function set(next: Tour | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(runningKey)
    else sessionStorage.setItem(runningKey, JSON.stringify(next))
  } catch {
    // A reload then ends the tour.
  }
  tour.set(next)
}

export const useTour = (): Tour | undefined => useSyncExternalStore(tour.subscribe, tour.get, () => undefined)

export function startTour(atMs: number): void {
  closeOffer()
  set({ step: 0, startedAtMs: atMs, hasReadExplanation: false, isNew: true })
}

export const endTour = (): void => set(undefined)

export function toStep(step: number): void {
  const now = tour.get()
  if (now !== undefined && now.step !== step) set({ ...now, step })
}

export function noteExplanationRead(): void {
  const now = tour.get()
  if (now !== undefined && !now.hasReadExplanation) set({ ...now, hasReadExplanation: true })
}

export const isTourOffered = (): boolean => readStored(offeredKey) === undefined

export function closeOffer(): void {
  writeStored(offeredKey, true)
}
