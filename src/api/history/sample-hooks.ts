/** Kept samples of the session's account, for screens. */
import type { Sample } from '../../domain/sample.ts'
import { useStore } from '../browser/store.ts'
import { useOwnerKey } from '../journal/journal-hooks.ts'
import { type Loadable, useSaved } from '../browser/saved.ts'
import { sampleFault } from './sample-recorder.ts'
import type { OwnerKey } from '../venue/owner-key.ts'
import {
  type FirstPositions,
  type SavedSample,
  firstPositions,
  savePositions,
  minuteOf,
  readFullSamples,
  readSamples,
} from './sample-store.ts'
import { samplesElsewhere } from './samples-elsewhere.ts'

/** Why samples cannot be kept; undefined while all is well. */
export const useSampleFault = (): string | undefined => useStore(sampleFault)

const noneSaved: readonly SavedSample[] = []

/** All of them, by rising time, growing as they are taken. A few thousand at most: thinning sees to it. */
export function useSamples(): Loadable<readonly SavedSample[]> {
  const owner = useOwnerKey()
  return useSaved(['samples', owner], () => (owner === undefined ? Promise.resolve(noneSaved) : readSamples(owner)))
}

const noSamples: readonly Sample[] = []

/** Samples of these times with their positions, where those are kept. */
export function useFullSamples(timesMs: readonly number[]): Loadable<readonly Sample[]> {
  const owner = useOwnerKey()
  return useSaved(['full samples', owner, timesMs], () => (owner === undefined ? Promise.resolve(noSamples) : fullSamples(owner, timesMs)))
}

/** What this browser has not kept is asked for where it may be known, and kept then. */
async function fullSamples(owner: OwnerKey, timesMs: readonly number[]): Promise<readonly Sample[]> {
  const own = await readFullSamples(owner, timesMs)
  const elsewhere = samplesElsewhere.get()
  if (elsewhere?.owner !== owner) return own
  const whole = new Set(own.filter(sample => sample.positions !== undefined).map(sample => minuteOf(sample.atMs)))
  const missing = timesMs.filter(atMs => !whole.has(minuteOf(atMs)))
  if (missing.length === 0) return own
  await savePositions(owner, await elsewhere.read(missing))
  return await readFullSamples(owner, timesMs)
}

/** What was held when the account was first seen; undefined until that is known. */
export function useFirstSeen(): FirstPositions | undefined {
  const owner = useOwnerKey()
  const loaded = useSaved(['first positions', owner], async () => (owner === undefined ? null : ((await firstPositions(owner)) ?? null)))
  return loaded.status === 'ready' && loaded.value !== null ? loaded.value : undefined
}
