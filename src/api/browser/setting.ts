/** A setting that is stored: it begins with what web storage has under its key, and each change is written there. */
import { type Store, createStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

export interface Setting<Value> extends Omit<Store<Value>, 'set'> {
  /** False when the browser would not store it: then it holds in this tab until it is closed. */
  set(next: Value): boolean
}

/** `parse` makes a value of whatever is stored, undefined where nothing is; `local` outlives the tab. */
export function createSetting<Value>(kind: 'local' | 'tab', key: string, parse: (stored: unknown) => Value): Setting<Value> {
  const { get, set, subscribe } = createStore(parse(readStored(kind, key)))
  return {
    get,
    subscribe,
    set(next) {
      set(next)
      return writeStored(kind, key, next)
    },
  }
}
