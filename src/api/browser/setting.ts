/** A setting that is stored: it begins with what web storage has under its key, and each change is written there. */
import { type Store, createStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

export interface Setting<Value> extends Omit<Store<Value>, 'set'> {
  /** False when the browser would not store it: then it holds in this tab until it is closed. */
  set(next: Value): boolean
}

/** A text that is not JSON is no setting that was never made: `parse` gets it as it is. */
const read = (kind: 'local' | 'tab', key: string): unknown => readStored(kind, key, text => text)

/** `parse` makes a value of whatever is stored, undefined where nothing is; `local` outlives the tab. */
export function createSetting<Value>(kind: 'local' | 'tab', key: string, parse: (stored: unknown) => Value): Setting<Value> {
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

/** One that all tabs of the browser share: what another of them stored is taken over when it is reported, and whenever it is read again. */
export function createSharedSetting<Value>(
  key: string,
  parse: (stored: unknown) => Value,
): Setting<Value> & { readonly reread: () => Value } {
  const setting = createSetting('local', key, parse)
  let text = JSON.stringify(read('local', key))
  const reread = (): Value => {
    const stored = read('local', key)
    const now = JSON.stringify(stored)
    // Nothing is stored where the browser does not store: then this tab knows best.
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
