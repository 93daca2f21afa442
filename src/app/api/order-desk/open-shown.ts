import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { createStore, useStore } from '../browser/store.ts'

export const openShown = createStore<readonly JournalOrder[]>([])

export const useOpenJournalOrders = (): readonly JournalOrder[] => useStore(openShown)
