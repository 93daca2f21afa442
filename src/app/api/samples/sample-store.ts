/**
 * Samples in the browser's database: at most one per minute and account. Positions are separate, since charts do not
 * read them; for accounts with very many they are stored hourly.
 */
import type { OwnerKey } from '../../../core/domain/owner.ts'
import type { FirstPositions, Sample, SavedSample } from '../../../core/domain/sample.ts'
import { mostPositionsEachMinute, thinnedOut } from '../../../core/domain/thinning.ts'
import { hourMs, minuteMs } from '../../../core/domain/time.ts'
import { abortQuietly, database } from '../browser/db.ts'
import { ownerRange } from '../venue/owner.ts'

/**
 * Returns false if that minute already has a sample. A sample with unexplained cash is replaced by one without.
 * Rejects if the database refuses the write.
 */
export async function saveSample(owner: OwnerKey, sample: Sample): Promise<boolean> {
  const minute = Math.floor(sample.atMs / minuteMs) * minuteMs
  const { positions, ...light } = sample
  const transaction = (await database()).transaction(['samples', 'samplePositions'], 'readwrite')
  const [samples, details] = [transaction.objectStore('samples'), transaction.objectStore('samplePositions')]
  const stored = await samples.get([owner, minute])
  if (stored !== undefined && (stored.cashFromMs === undefined || sample.cashFromMs !== undefined)) return false
  const hour = Math.floor(minute / hourMs) * hourMs
  const isSaved =
    positions !== undefined &&
    (positions.length <= mostPositionsEachMinute ||
      (await details.getKey(ownerRange(owner, hour, minute))) === undefined)
  try {
    await samples.put(light, [owner, minute])
    if (isSaved) await details.put(positions, [owner, minute])
    await transaction.done
  } catch (error) {
    throw abortQuietly(transaction, error)
  }
  return true
}

/** Batch size, so that reading years does not block the page. */
const readAtOnce = 800

export async function readSamples(owner: OwnerKey): Promise<readonly SavedSample[]> {
  const db = await database()
  const all: SavedSample[] = []
  let fromMs: number | undefined
  for (;;) {
    const some = await db.getAll('samples', ownerRange(owner, fromMs), readAtOnce)
    for (const sample of some) all.push(sample)
    const last = some.at(-1)
    if (last === undefined || some.length < readAtOnce) return all
    fromMs = minuteOf(last.atMs) + minuteMs
  }
}

export const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs

export async function readFullSamples(owner: OwnerKey, timesMs: readonly number[]): Promise<readonly Sample[]> {
  const transaction = (await database()).transaction(['samples', 'samplePositions'])
  const [samples, details] = [transaction.objectStore('samples'), transaction.objectStore('samplePositions')]
  const found = await Promise.all(
    timesMs.map(async atMs => {
      const [sample, positions] = await Promise.all([
        samples.get([owner, minuteOf(atMs)]),
        details.get([owner, minuteOf(atMs)]),
      ])
      return sample === undefined ? undefined : positions === undefined ? sample : { ...sample, positions }
    }),
  )
  return found.filter(sample => sample !== undefined)
}

export async function lastFullSample(owner: OwnerKey): Promise<Sample | undefined> {
  const cursor = await (await database()).transaction('samples').store.openCursor(ownerRange(owner), 'prev')
  return cursor === null ? undefined : (await readFullSamples(owner, [cursor.value.atMs]))[0]
}

/** The sample from which cash is not explained yet: the last one, or an earlier one that it names. */
export async function lastExplainedSample(owner: OwnerKey): Promise<Sample | undefined> {
  const last = await lastFullSample(owner)
  if (last?.cashFromMs === undefined) return last
  return (await readFullSamples(owner, [last.cashFromMs]))[0] ?? last
}

/** Stores positions of samples that were stored without them. Adds the sample too if its minute has none. */
export async function savePositions(owner: OwnerKey, samples: readonly Sample[]): Promise<void> {
  const transaction = (await database()).transaction(['samples', 'samplePositions'], 'readwrite')
  const [lights, details] = [transaction.objectStore('samples'), transaction.objectStore('samplePositions')]
  await Promise.all(
    samples.map(async ({ positions, ...light }) => {
      const key: [OwnerKey, number] = [owner, minuteOf(light.atMs)]
      if (positions === undefined || (await details.getKey(key)) !== undefined) return
      if ((await lights.getKey(key)) === undefined) await lights.put(light, key)
      await details.put(positions, key)
    }),
  )
  await transaction.done
}

export async function firstPositions(owner: OwnerKey): Promise<FirstPositions | undefined> {
  const transaction = (await database()).transaction(['samples', 'samplePositions'])
  const cursor = await transaction.objectStore('samplePositions').openCursor(ownerRange(owner))
  if (cursor === null) return undefined
  const sample = await transaction.objectStore('samples').get(cursor.key)
  return { atMs: sample?.atMs ?? cursor.key[1], positions: cursor.value }
}

export async function thinSamples(owner: OwnerKey, nowMs: number): Promise<number> {
  const transaction = (await database()).transaction(['samples', 'samplePositions'], 'readwrite')
  const [samples, details] = [transaction.objectStore('samples'), transaction.objectStore('samplePositions')]
  try {
    const times = (await samples.getAllKeys(ownerRange(owner))).map(key => key[1])
    const first = (await details.getKey(ownerRange(owner)))?.[1]
    const last = times.at(-1)
    const fromMs = last === undefined ? undefined : (await samples.get([owner, last]))?.cashFromMs
    // Realised P&L begins with the positions when the account was first seen; what moved cash is looked for from the
    // last sample that explained it.
    const needed = new Set([first, fromMs === undefined ? undefined : minuteOf(fromMs)])
    const gone = thinnedOut(times, nowMs).filter(atMs => !needed.has(atMs))
    await Promise.all(gone.flatMap(atMs => [samples.delete([owner, atMs]), details.delete([owner, atMs])]))
    await transaction.done
    return gone.length
  } catch (error) {
    throw abortQuietly(transaction, error)
  }
}
