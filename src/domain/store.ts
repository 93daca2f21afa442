/** Values and events that others listen to. */

export interface Signal<Args extends readonly unknown[] = []> {
  /** Returns a stop function. */
  listen(listener: (...args: Args) => void): () => void
  emit(...args: Args): void
}

export function createSignal<Args extends readonly unknown[] = []>(): Signal<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(...args) {
      for (const listener of listeners) listener(...args)
    },
  }
}

/** The smallest store that lives outside React and that React can read. */
export interface Store<Value> {
  get(): Value
  /** Listeners are called only when the value is another one. */
  set(next: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const { listen, emit } = createSignal()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe: listen,
  }
}
