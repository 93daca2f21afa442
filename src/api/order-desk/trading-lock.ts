/** Nothing is sent from this tab while it is locked, or while it shows the past. The tab remembers that it is locked. */
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'
import { endReplay, isPastShown, useReplay } from '../replay/replay.ts'

const locked = createSetting('tab', 'legwork.locked', stored => stored !== undefined && stored !== false)

export const isTradingLocked = (): boolean => locked.get() || isPastShown()

/** To unlock is to return to now as well. */
export function setTradingLock(next: boolean): void {
  locked.set(next)
  if (!next) endReplay()
}

export function useTradingLock(): { readonly locked: boolean; readonly setLocked: (locked: boolean) => void } {
  const isLocked = useStore(locked)
  const isPast = useReplay() !== undefined
  return { locked: isLocked || isPast, setLocked: setTradingLock }
}
