/** An order desk's surroundings for tests, which replace the parts that they are about. */
import { begun, type IntentStore } from '../../app/api/order-desk/intent-store.ts'
import type { DeskParts } from '../../app/api/order-desk/desk-parts.ts'
import type { ClientOrderId } from '../../core/domain/ids.ts'
import type { Intent } from '../../core/domain/intent.ts'
import { type Random, timersOf, type VirtualTime } from './virtual-time.sim.ts'

export const memoryStore = (disk: Map<ClientOrderId, Intent>): IntentStore => ({
  all: async () => [...disk.values()],
  get: async id => disk.get(id),
  async begin(intent, known, isBeyond) {
    const outcome = begun(intent, [...disk.values()], known, isBeyond)
    if (outcome === 'stored') disk.set(intent.client_order_id, intent)
    return outcome
  },
  save: async intent => void disk.set(intent.client_order_id, intent),
  remove: async id => void disk.delete(id),
})

/** No other tab, no lock, no limit and no approval. */
export const deskParts = (time: VirtualTime, random: Random, isAlive: () => boolean) =>
  ({
    timers: timersOf(time, random, isAlive),
    serverNowMs: time.nowMs,
    whenTimeKnown: run => run(),
    locked: () => false,
    isBeyondLimits: () => false,
    approvals: () => undefined,
    encode: order => JSON.stringify(order),
    exclusively: (_, run) => run(),
    outcome: () => undefined,
    announce: () => undefined,
    afterOtherTabs: () => undefined,
    leftUncommitted: () => [],
    noteUncommitted: () => undefined,
  }) satisfies Partial<DeskParts>
