/** Blocks sending from this tab while locked or during replay. The lock survives reloads of the tab. */
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'
import { endReplay, isPastShown, useReplay } from '../replay/replay.ts'

const locked = createSetting('tab', 'legwork.locked', stored => stored !== undefined && stored !== false)

export const isTradingLocked = (): boolean => locked.get() || isPastShown()

export function setTradingLock(next: boolean): void {
  locked.set(next)
  if (!next) endReplay()
}

export function useTradingLock(): { readonly locked: boolean; readonly setLocked: (locked: boolean) => void } {
  const isLocked = useStore(locked)
  const isPast = useReplay() !== undefined
  return { locked: isLocked || isPast, setLocked: setTradingLock }
}
