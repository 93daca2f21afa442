/**
 * Thins samples when the browser's database is full, so that orders get their record. Uses the lightest thinning that
 * removes any, over all accounts: as if by age, then hourly, then daily.
 */
import { everySampleForMs, hourlySamplesForMs } from '../../../core/domain/thinning.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { database, timely } from '../browser/db.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { thinSamples } from './sample-store.ts'

const thinned: Store<number> = createStore(0)

export const useThinnedForRoom = (): number => useStore(thinned)

/** Additional age of samples, one step after the other. */
const steps = [0, everySampleForMs, hourlySamplesForMs] as const
/** A confirmed order waits for it. */
const thinWithinMs = 3_000

/** Returns the number of removed samples; 0 if the database fails or is too slow. */
export async function makeRoom(): Promise<number> {
  try {
    return await timely(thinAll(), thinWithinMs)
  } catch {
    // The caller reports what could not be stored.
    return 0
  }
}

async function thinAll(): Promise<number> {
  const newest = new Map<OwnerKey, number>()
  // By rising time. Ages are relative to each account's own clock, since venues may be years apart.
  for (const [owner, atMs] of await (await database()).getAllKeys('samples')) newest.set(owner, atMs)
  for (const olderMs of steps) {
    let gone = 0
    for (const [owner, newestMs] of newest) gone += await thinSamples(owner, newestMs + olderMs)
    if (gone === 0) continue
    thinned.set(thinned.get() + gone)
    return gone
  }
  return 0
}
