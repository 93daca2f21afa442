/**
 * The past moment that this tab's screens show, if any. Sending is blocked meanwhile (`order-desk/trading-lock.ts`).
 */
import { createStore, useStore } from '../browser/store.ts'

export interface Replay {
  /** Server time; undefined until a day with samples is found. */
  readonly atMs: number | undefined
  readonly isPlaying: boolean
}

const replay = createStore<Replay | undefined>(undefined)

export const isPastShown = (): boolean => replay.get() !== undefined
export const useReplay = (): Replay | undefined => useStore(replay)

export const startReplay = (): void => void (isPastShown() || replay.set({ atMs: undefined, isPlaying: false }))
export const endReplay = (): void => replay.set(undefined)

export function moveReplay(change: Partial<Replay>): void {
  const now = replay.get()
  if (now !== undefined) replay.set({ ...now, ...change })
}
