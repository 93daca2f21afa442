/**
 * Where the guided round stands: shared by the screens that offer it, the strip that shows it, and those that say what a trader has done. It is
 * offered until somebody signs in from the card that offers it, and never again by itself; a reload of the tab goes on with a round that is under way.
 */
import { useSyncExternalStore } from 'react'
import { createSignal } from '../../domain/store.ts'
import { readStored, writeStored } from '../stored.ts'

export interface Tour {
  readonly step: number
  /** Server time, ms: what was done before counts for nothing. */
  readonly startedAtMs: number
  /** An explanation of a total was opened and closed again since. */
  readonly hasReadExplanation: boolean
}

const offeredKey = 'legwork.tour-offered'
const runningKey = 'legwork.tour'
const { listen, emit } = createSignal()
let tour: Tour | undefined | 'unread' = 'unread'
/** Whether the round was asked for on this page, which is then what the reader wants to hear. */
let isFresh = false

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

function read(): Tour | undefined {
  if (tour === 'unread') tour = readRunning()
  return tour
}

function set(next: Tour | undefined): void {
  tour = next
  try {
    if (next === undefined) sessionStorage.removeItem(runningKey)
    else sessionStorage.setItem(runningKey, JSON.stringify(next))
  } catch {
    // A reload ends the round then.
  }
  emit()
}

/** undefined while there is none. */
export const useTour = (): Tour | undefined => useSyncExternalStore(listen, read, () => undefined)

/** `atMs`: server time. */
export function startTour(atMs: number): void {
  closeOffer()
  isFresh = true
  set({ step: 0, startedAtMs: atMs, hasReadExplanation: false })
}

export const endTour = (): void => set(undefined)

export function toStep(step: number): void {
  const now = read()
  if (now !== undefined && now.step !== step) set({ ...now, step })
}

/** Told by the screen that explains a total, when the explanation is closed. */
export function noteExplanationRead(): void {
  const now = read()
  if (now !== undefined && !now.hasReadExplanation) set({ ...now, hasReadExplanation: true })
}

/** True once after `startTour`: its strip takes the focus, which the press that asked for it had. */
export function takeFreshness(): boolean {
  const was = isFresh
  isFresh = false
  return was
}

export const isTourOffered = (): boolean => readStored(offeredKey) === undefined

/** Anyone who signs in without it does not want it. */
export function closeOffer(): void {
  writeStored(offeredKey, true)
}
