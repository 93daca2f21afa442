/**
 * Intents in the browser's database, shared by all tabs. A transaction is the lock between tabs: `begin` writes only if nobody has sent
 * the intent since, and `save` never replaces what knows more.
 */
import type { IDBPObjectStore } from 'idb'
import type { ClientOrderId } from '../../domain/ids.ts'
import { parseOrderContext } from '../../domain/order-context.ts'
import { type Schema, abortQuietly, database, timely } from '../browser/db.ts'
import { type Intent, isUnresolved, knowsAsMuch } from '../../domain/intent.ts'

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

/** What another version of the app kept beside an order may be anything. */
const readable = (stored: Intent): Intent => ({ ...stored, context: parseOrderContext(stored.context) })

/** Each ends within seconds: a transaction that does not end by then is given up, so that nothing of it turns up later. */
export const intentStore: IntentStore = {
  all: () => timely(database().then(db => db.getAll('intents'))).then(stored => stored.map(readable)),
  get: id => timely(database().then(db => db.get('intents', id))).then(stored => (stored === undefined ? undefined : readable(stored))),
  begin: intent =>
    written('strict', async store => {
      const stored = await store.get(intent.client_order_id)
      const may = maySend(intent, stored)
      if (may) await store.put(intent)
      return may ? 'stored' : 'taken'
    }),
  save: intent =>
    written('default', async store => {
      const stored = await store.get(intent.client_order_id)
      if (stored === undefined || knowsAsMuch(intent, stored)) await store.put(intent)
    }),
  remove: id => timely(database().then(db => db.delete('intents', id))),
}

type IntentWriter = IDBPObjectStore<Schema, ['intents'], 'intents', 'readwrite'>

async function written<Value>(durability: IDBTransactionDurability, run: (store: IntentWriter) => Promise<Value>): Promise<Value> {
  const transaction = (await database()).transaction('intents', 'readwrite', { durability })
  const work = async (): Promise<Value> => {
    const value = await run(transaction.store)
    await transaction.done
    return value
  }
  try {
    return await timely(work())
  } catch (error) {
    abortQuietly(transaction)
    throw error
  }
}
