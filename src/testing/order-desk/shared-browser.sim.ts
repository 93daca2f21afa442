/** Shared by the tabs of one simulated browser: a slow and failing database, locks, and messages. */
import type { ClientOrderId } from '../../core/domain/ids.ts'
import { type Intent, knowsAsMuch } from '../../core/domain/intent.ts'
import { type IntentStore, begun } from '../../app/api/order-desk/intent-store.ts'
import type { Random, VirtualTime } from './virtual-time.sim.ts'

export interface SharedBrowser {
  store(isAlive: () => boolean): IntentStore
  exclusively(isAlive: () => boolean): (id: ClientOrderId, run: () => Promise<void>) => Promise<void>
  stored(id: ClientOrderId): Intent | undefined
  heal(): void
}

export function createSharedBrowser(time: VirtualTime, random: Random): SharedBrowser {
  const disk = new Map<ClientOrderId, Intent>()
  const locks = new Map<ClientOrderId, () => boolean>()
  const hasLocks = random() < 0.5
  let isBad = true

  const transaction = <Result>(isAlive: () => boolean, work: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (isBad && random() < 0.04) {
        time.after(random() * 20, () => {
          if (isAlive()) reject(new Error('QuotaExceededError'))
        })
        return
      }
      time.after(random() * (isBad ? 40 : 5), () => {
        // A dying tab's transaction is lost, or had just completed.
        if (!isAlive() && random() < 0.5) return
        const result = work()
        if (isAlive()) resolve(result)
      })
    })

  return {
    store: isAlive => ({
      all: () => transaction(isAlive, () => [...disk.values()]),
      get: id => transaction(isAlive, () => disk.get(id)),
      begin: (intent, known) =>
        transaction(isAlive, () => {
          const outcome = begun(intent, [...disk.values()], known)
          if (outcome === 'stored') disk.set(intent.client_order_id, intent)
          return outcome
        }),
      save: intent =>
        transaction(isAlive, () => {
          const stored = disk.get(intent.client_order_id)
          if (stored === undefined || knowsAsMuch(intent, stored)) disk.set(intent.client_order_id, intent)
        }),
      remove: id => transaction(isAlive, () => void disk.delete(id)),
    }),
    exclusively: isAlive => async (id, run) => {
      if (hasLocks && locks.get(id)?.() === true) return
      locks.set(id, isAlive)
      try {
        await run()
      } finally {
        locks.delete(id)
      }
    },
    stored: id => disk.get(id),
    heal() {
      isBad = false
    },
  }
}
