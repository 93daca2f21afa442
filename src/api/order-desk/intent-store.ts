/**
 * Intents in the browser's database, shared by all tabs. A transaction is the lock between tabs: `begin` writes only if nobody has sent
 * the intent since, and `save` never replaces what knows more.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import { database } from '../browser/db.ts'
import { type Intent, isUnresolved, knowsAsMuch } from './intent.ts'

export interface IntentStore {
  /** Rejects when the browser keeps nothing. */
  all(): Promise<readonly Intent[]>
  get(id: ClientOrderId): Promise<Intent | undefined>
  /** Durable when it resolves to `stored`; `taken` when another tab has sent or settled it. Rejects when it cannot be stored. */
  begin(intent: Intent): Promise<'stored' | 'taken'>
  save(intent: Intent): Promise<void>
  remove(id: ClientOrderId): Promise<void>
}

/** May `intent` be sent, given what is stored of it? */
export function maySend(intent: Intent, stored: Intent | undefined): boolean {
  if (stored === undefined) return true
  return stored.sends === intent.sends - 1 && isUnresolved(stored)
}

export const intentStore: IntentStore = {
  async all() {
    return (await database()).getAll('intents')
  },
  async get(id) {
    return (await database()).get('intents', id)
  },
  async begin(intent) {
    const transaction = (await database()).transaction('intents', 'readwrite', { durability: 'strict' })
    const stored = await transaction.store.get(intent.client_order_id)
    const may = maySend(intent, stored)
    if (may) await transaction.store.put(intent)
    await transaction.done
    return may ? 'stored' : 'taken'
  },
  async save(intent) {
    const transaction = (await database()).transaction('intents', 'readwrite')
    const stored = await transaction.store.get(intent.client_order_id)
    if (stored === undefined || knowsAsMuch(intent, stored)) await transaction.store.put(intent)
    await transaction.done
  },
  async remove(id) {
    await (await database()).delete('intents', id)
  },
}
