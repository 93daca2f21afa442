/** Which past moment the screens of this tab show, if any. While one is shown nothing is sent from this tab (`order-desk/trading-lock.ts`). */
import { createStore, useStore } from '../browser/store.ts'

export interface Replay {
  /** Server time; undefined until a day with samples was found. */
  readonly atMs: number | undefined
  readonly isPlaying: boolean
}

const replay = createStore<Replay | undefined>(undefined)

export const isPastShown = (): boolean => replay.get() !== undefined
export const useReplay = (): Replay | undefined => useStore(replay)

/** From here on the past is shown: the newest stored minute, until another is chosen. */
export const startReplay = (): void => void (isPastShown() || replay.set({ atMs: undefined, isPlaying: false }))
export const endReplay = (): void => replay.set(undefined)

/** Changes nothing while now is shown. */
export function moveReplay(change: Partial<Replay>): void {
  const now = replay.get()
  if (now !== undefined) replay.set({ ...now, ...change })
}
