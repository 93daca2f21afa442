export interface Signal<Args extends readonly unknown[] = []> {
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

export interface Store<Value> {
  get(): Value
  /** Notifies listeners only if the value changed. */
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
