/** Nothing is sent from this tab while it is locked. The tab remembers it. */
import { createSetting } from '../browser/setting.ts'
import { useStore } from '../browser/store.ts'

const locked = createSetting('tab', 'legwork.locked', stored => stored === true)

export const isTradingLocked = (): boolean => locked.get()
export const setTradingLock = (next: boolean): void => void locked.set(next)

export const useTradingLock = (): { readonly locked: boolean; readonly setLocked: (locked: boolean) => void } => ({
  locked: useStore(locked),
  setLocked: setTradingLock,
})
