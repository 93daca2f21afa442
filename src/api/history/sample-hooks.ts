/** Kept samples of the session's account, for screens. */
import { useEffect, useReducer, useState } from 'react'
import { useCell } from '../cell.ts'
import type { Sample } from '../../domain/sample.ts'
import { faultWords } from '../db.ts'
import { useOwnerKey } from '../journal/journal-hooks.ts'
import { type Loadable, useLoaded } from '../loadable.ts'
import { onSample, sampleFault } from './sample-recorder.ts'
import { type KeptSample, firstPositions, readFullSamples, readSamples } from './sample-store.ts'

/** Why samples cannot be kept; undefined while all is well. */
export const useSampleFault = (): string | undefined => useCell(sampleFault)

/** All of them, by rising time, growing as they are taken. A few thousand at most: thinning sees to it. */
export function useSamples(): Loadable<readonly KeptSample[]> {
  const owner = useOwnerKey()
  const [state, setState] = useState<Loadable<readonly KeptSample[]>>({ face: 'waiting' })
  useEffect(() => {
    if (owner === undefined) return undefined
    let isOver = false
    setState({ face: 'waiting' })
    const end = onSample((of, sample) => {
      if (of !== owner) return
      setState(now =>
        now.face === 'ready' && (now.value.at(-1)?.atMs ?? 0) < sample.atMs ? { ...now, value: [...now.value, sample] } : now,
      )
    })
    readSamples(owner).then(
      value => {
        if (!isOver) setState({ face: 'ready', value, isSearching: false })
      },
      (error: unknown) => {
        if (!isOver) setState({ face: 'failed', message: faultWords(error) })
      },
    )
    return () => {
      isOver = true
      end()
    }
  }, [owner])
  return state
}

const noSamples: readonly Sample[] = []

/** Samples of these times with their positions; `timesMs` should keep its identity while it says the same. */
export function useFullSamples(timesMs: readonly number[]): Loadable<readonly Sample[]> {
  const owner = useOwnerKey()
  return useLoaded(() => (owner === undefined ? Promise.resolve(noSamples) : readFullSamples(owner, timesMs)), [owner, timesMs])
}

export type FirstSeen = NonNullable<Awaited<ReturnType<typeof firstPositions>>>

/** What was held when the account was first seen; undefined until that is known. */
export function useFirstSeen(): FirstSeen | undefined {
  const owner = useOwnerKey()
  const [samples, sampled] = useReducer((count: number) => count + 1, 0)
  const loaded = useLoaded(() => (owner === undefined ? Promise.resolve(undefined) : firstPositions(owner)), [owner, samples])
  const first = loaded.face === 'ready' ? loaded.value : undefined
  const isKnown = first !== undefined
  useEffect(() => (isKnown ? undefined : onSample(sampled)), [isKnown])
  return first
}
