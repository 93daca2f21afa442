/** Tabs of one browser that share their intents: a lock for sending where the browser has locks, and word of what was written. Ids only. */
import { type ClientOrderId, clientOrderId } from '../../domain/ids.ts'

/** Runs `run`, unless another tab is running one for the same id. Without locks the database's transaction is the guard. */
export async function exclusively(id: ClientOrderId, run: () => Promise<void>): Promise<void> {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks
  if (locks === undefined || locks === null) return run()
  await locks.request(`legwork.intent.${id}`, { ifAvailable: true }, async lock => {
    if (lock !== null) await run()
  })
}

let channel: BroadcastChannel | undefined

export const announceIntent = (id: ClientOrderId): void => channel?.postMessage(id)

/** Hears what other tabs announce; the answer stops it. */
export function listenToTabs(changed: (id: ClientOrderId) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const own = new BroadcastChannel('legwork.intents')
  own.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') changed(clientOrderId(event.data))
  }
  channel = own
  return () => {
    own.close()
    if (channel === own) channel = undefined
  }
}
