/** A stored setting: initialised from web storage, and written on each change. */
import { type Store, createStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

export interface Setting<Value> extends Omit<Store<Value>, 'set'> {
  /** False if the browser did not store it; it then holds in this tab only. */
  set(next: Value): boolean
}

/** A text that is not JSON is passed to `parse` unchanged, since it is not an unset setting. */
const read = (kind: 'local' | 'tab', key: string): unknown => readStored(kind, key, text => text)

/** `parse` gets the stored value, or undefined; `local` outlives the tab. */
export function createSetting<Value>(
  kind: 'local' | 'tab',
  key: string,
  parse: (stored: unknown) => Value,
): Setting<Value> {
  const { get, set, subscribe } = createStore(parse(read(kind, key)))
  return {
    get,
    subscribe,
    set(next) {
      set(next)
      return writeStored(kind, key, next)
    },
  }
}

/** A setting shared by all tabs. Another tab's write is read on its storage event and on each `get`. */
export function createSharedSetting<Value>(
  key: string,
  parse: (stored: unknown) => Value,
): Setting<Value> & { readonly reread: () => Value } {
  const setting = createSetting('local', key, parse)
  let text = JSON.stringify(read('local', key))
  const reread = (): Value => {
    const stored = read('local', key)
    const now = JSON.stringify(stored)
    // If the browser stores nothing, this tab's value counts.
    if (stored !== undefined && now !== text) {
      text = now
      setting.set(parse(stored))
    }
    return setting.get()
  }
  return {
    ...setting,
    reread,
    subscribe(listener) {
      const stop = setting.subscribe(listener)
      const heard = (event: StorageEvent): void => void (event.key === key && reread())
      window.addEventListener('storage', heard)
      return () => {
        stop()
        window.removeEventListener('storage', heard)
      }
    },
  }
}
