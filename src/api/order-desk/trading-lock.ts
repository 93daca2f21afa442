/** Nothing is sent from this tab while it is locked. The tab remembers it. */
import { createStore, useStore } from '../browser/store.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const storageKey = 'legwork.locked'
const locked = createStore(readStored('tab', storageKey) === true)

export const isTradingLocked = (): boolean => locked.get()

export function setTradingLock(next: boolean): void {
  writeStored('tab', storageKey, next ? true : undefined)
  locked.set(next)
}

export const useTradingLock = (): { readonly locked: boolean; readonly setLocked: (locked: boolean) => void } => ({
  locked: useStore(locked),
  setLocked: setTradingLock,
})
