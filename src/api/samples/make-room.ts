/**
 * A browser's database that is full: samples are worth least of what is in it, so they are thinned before an order goes without its record.
 * The lightest thinning that lets any sample go is taken, of every account: as their age has it, then one an hour, then one a day.
 */
import { everySampleForMs, hourlySamplesForMs } from '../../domain/thinning.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import { database, timely } from '../browser/db.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { thinSamples } from './sample-store.ts'

const thinned: Store<number> = createStore(0)

/** How many samples went since the page began, so that more important records have room. */
export const useThinnedForRoom = (): number => useStore(thinned)

/** By so much samples are taken to be older than they are. */
const steps = [0, everySampleForMs, hourlySamplesForMs] as const
/** A confirmed order waits for it. */
const thinWithinMs = 3_000

/** Answers how many samples went: none where the database refuses that as well, or does not end it in time. */
export async function makeRoom(): Promise<number> {
  try {
    return await timely(thinAll(), thinWithinMs)
  } catch {
    // Anyone who asked says what could not be stored.
    return 0
  }
}

async function thinAll(): Promise<number> {
  const newest = new Map<OwnerKey, number>()
  // By rising time. Ages are of an account's own clock: venues differ, and one may be years ahead.
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
