import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { createStore, useStore } from '../browser/store.ts'

/** Value before the journal of a session was read. */
export const unreadOrders: readonly JournalOrder[] = []

export const openShown = createStore(unreadOrders)

export const useOpenJournalOrders = (): readonly JournalOrder[] => useStore(openShown)
