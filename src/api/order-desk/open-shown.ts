/** Orders that live at the venue as far as the journal knows: more than this page sent, less than `openOrders` shows at once. */
import type { JournalOrder } from '../../domain/journal-order.ts'
import { createStore, useStore } from '../browser/store.ts'

export const openShown = createStore<readonly JournalOrder[]>([])

export const useOpenJournalOrders = (): readonly JournalOrder[] => useStore(openShown)
