/**
 * Intents in the browser's database, shared by all tabs. A transaction is the lock between tabs: `begin` writes only
 * if no tab has sent the intent, this tab knows all orders of its RFQ, and the limits hold including other tabs'
 * orders. `save` never overwrites a more advanced state.
 */
import type { IDBPObjectStore } from 'idb'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import { parseOrderContext } from '../../../core/domain/order-context.ts'
import { type Schema, abortQuietly, database, faultText, isFull, timely } from '../browser/db.ts'
import { freeRoom } from '../samples/free-room.ts'
import { type Intent, belongsTo, isUnresolved, knowsAsMuch } from '../../../core/domain/intent.ts'

/** `taken`: another tab has sent or settled it. `overtaken`: another tab stored something that forbids it. */
export type Begun = 'stored' | 'taken' | 'overtaken'

export interface IntentStore {
  all(): Promise<readonly Intent[]>
  get(id: ClientOrderId): Promise<Intent | undefined>
  /**
   * Durable once it resolves to `stored`. Rejects if it cannot be stored. `known`: ids of the intents that this tab
   * knows. `isBeyond` checks limits against all stored intents; if true, the result is `overtaken`.
   */
  begin(intent: Intent, known: ReadonlySet<string>, isBeyond?: (stored: readonly Intent[]) => boolean): Promise<Begun>
  save(intent: Intent): Promise<void>
  remove(id: ClientOrderId): Promise<void>
}

export const errorText = (error: unknown): string =>
  isFull(error) ? faultText(error) : (error instanceof Error && error.message) || 'The browser would not keep it.'

const isOfRfq = ({ client_order_id: id, context }: Intent, rfq: string | undefined): boolean =>
  rfq !== undefined && (id === rfq || context.rfq === rfq)

export function begun(
  intent: Intent,
  stored: readonly Intent[],
  known: ReadonlySet<string>,
  isBeyond: (stored: readonly Intent[]) => boolean = () => false,
): Begun {
  const { client_order_id: id, context, sends } = intent
  const own = stored.find(each => each.client_order_id === id)
  if (own !== undefined && (own.sends !== sends - 1 || !isUnresolved(own))) return 'taken'
  const isUnknown = (each: Intent): boolean =>
    isOfRfq(each, context.rfq) &&
    each.client_order_id !== id &&
    !known.has(each.client_order_id) &&
    belongsTo(each, intent)
  return sends === 1 && (stored.some(isUnknown) || isBeyond(stored)) ? 'overtaken' : 'stored'
}

/** The context may come from another version of the app. */
const readable = (stored: Intent): Intent => ({ ...stored, context: parseOrderContext(stored.context) })

/** Each operation ends within seconds: a slower transaction is aborted, so that it cannot write later. */
export const intentStore: IntentStore = {
  all: () => timely(database().then(db => db.getAll('intents'))).then(stored => stored.map(readable)),
  get: id =>
    timely(database().then(db => db.get('intents', id))).then(stored =>
      stored === undefined ? undefined : readable(stored),
    ),
  begin: (intent, known, isBeyond) =>
    written('strict', async store => {
      const outcome = begun(intent, (await store.getAll()).map(readable), known, isBeyond)
      if (outcome === 'stored') await store.put(intent)
      return outcome
    }),
  save: intent =>
    written('default', async store => {
      const stored = await store.get(intent.client_order_id)
      if (stored === undefined || knowsAsMuch(intent, stored)) await store.put(intent)
    }),
  remove: id => timely(database().then(db => db.delete('intents', id))),
}

type IntentWriter = IDBPObjectStore<Schema, ['intents'], 'intents', 'readwrite'>

async function written<Value>(
  durability: IDBTransactionDurability,
  run: (store: IntentWriter) => Promise<Value>,
): Promise<Value> {
  try {
    return await writtenOnce(durability, run)
  } catch (error) {
    if (!isFull(error) || (await freeRoom()) === 0) throw error
    return await writtenOnce(durability, run)
  }
}

async function writtenOnce<Value>(
  durability: IDBTransactionDurability,
  run: (store: IntentWriter) => Promise<Value>,
): Promise<Value> {
  const transaction = (await database()).transaction('intents', 'readwrite', { durability })
  const work = async (): Promise<Value> => {
    const value = await run(transaction.store)
    await transaction.done
    return value
  }
  try {
    return await timely(work())
  } catch (error) {
    throw abortQuietly(transaction, error)
  }
}
