import { useSyncExternalStore } from 'react'
import type { Store } from '../../../core/domain/store.ts'

export { createStore, type Store } from '../../../core/domain/store.ts'

export const useStore = <Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get)
