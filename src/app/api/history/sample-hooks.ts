import { useMemo } from 'react'
import type { Sample } from '../../../core/domain/sample.ts'
import { everySampleForMs } from '../../../core/domain/thinning.ts'
import { serverNowMs } from '../venue/clock.ts'
import { createStore, useStore } from '../browser/store.ts'
import { useOwnerKey } from '../journal/journal-hooks.ts'
import { type Loadable, useSaved } from '../polling/saved.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { firstPositions, savePositions, minuteOf, readFullSamples, readSamples } from '../samples/sample-store.ts'
import type { FirstPositions, SavedSample } from '../../../core/domain/sample.ts'
import { type FineSamples, samplesElsewhere } from './samples-elsewhere.ts'

/** Why the last sample is missing. */
export const sampleFault = createStore<string | undefined>(undefined)
export const useSampleFault = (): string | undefined => useStore(sampleFault)

const noneSaved: readonly SavedSample[] = []

/** All samples by rising time, including new ones. Thinning limits them to a few thousand. */
export function useSamples(): Loadable<readonly SavedSample[]> {
  const owner = useOwnerKey()
  return useSaved(['samples', owner], () => (owner === undefined ? Promise.resolve(noneSaved) : readSamples(owner)))
}

const noSamples: readonly Sample[] = []

export function useFullSamples(timesMs: readonly number[]): Loadable<readonly Sample[]> {
  const owner = useOwnerKey()
  return useSaved(['full samples', owner, timesMs], () =>
    owner === undefined ? Promise.resolve(noSamples) : fullSamples(owner, timesMs),
  )
}

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

export interface SpanSamples {
  readonly samples: readonly SavedSample[]
  /** Contains every existing minute: a missing one is a gap, however old. */
  readonly isWhole: boolean
  readonly isSearching: boolean
}

/**
 * The finest known samples of a time span, by rising time. Those of `own` (all that this browser stores) come
 * immediately; minutes of an old day follow once a recorder delivers them.
 */
export function useSpanSamples(own: readonly SavedSample[], fromMs: number, toMs: number): SpanSamples {
  const owner = useOwnerKey()
  const within = useMemo(() => own.filter(sample => sample.atMs >= fromMs && sample.atMs <= toMs), [own, fromMs, toMs])
  const loaded = useSaved(['fine samples', owner, fromMs, toMs], async () => ({
    fromMs,
    toMs,
    fine: await fineSamples(owner, fromMs, toMs),
  }))
  // While another span loads, the previous result is useless.
  const read =
    loaded.status === 'ready' && loaded.value.fromMs === fromMs && loaded.value.toMs === toMs ? loaded.value : undefined
  const fine = read?.fine
  const samples = useMemo(() => (fine === undefined ? within : mergedByMinute(within, fine.samples)), [within, fine])
  return { samples, isWhole: fine?.isWhole === true, isSearching: read === undefined && loaded.status !== 'failed' }
}

async function fineSamples(
  owner: OwnerKey | undefined,
  fromMs: number,
  toMs: number,
): Promise<FineSamples | undefined> {
  const elsewhere = samplesElsewhere.get()
  const isKeptWhole = serverNowMs() - fromMs <= everySampleForMs
  if (owner === undefined || elsewhere?.owner !== owner || isKeptWhole || toMs <= fromMs) return undefined
  return elsewhere.readWithin(fromMs, toMs)
}

/** Merges samples, one per minute; `own` wins. */
export function mergedByMinute(own: readonly SavedSample[], other: readonly SavedSample[]): readonly SavedSample[] {
  const byMinute = new Map([...other, ...own].map(sample => [minuteOf(sample.atMs), sample]))
  return [...byMinute.values()].sort((a, b) => a.atMs - b.atMs)
}

export function useFirstSeen(): FirstPositions | undefined {
  const owner = useOwnerKey()
  const loaded = useSaved(['first positions', owner], async () =>
    owner === undefined ? null : ((await firstPositions(owner)) ?? null),
  )
  return loaded.status === 'ready' && loaded.value !== null ? loaded.value : undefined
}
