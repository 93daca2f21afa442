/** Kept samples of the session's account, for screens. */
import { useEffect, useState } from 'react'
import { useCell } from '../cell.ts'
import type { Sample } from '../../domain/sample.ts'
import { faultWords } from '../journal/journal-writer.ts'
import { type Loadable, useOwnerKey } from '../journal/journal-hooks.ts'
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
      setState(now => (now.face === 'ready' && (now.value.at(-1)?.atMs ?? 0) < sample.atMs ? { ...now, value: [...now.value, sample] } : now))
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

/** Samples of these times with their positions; `timesMs` should keep its identity while it says the same. */
export function useFullSamples(timesMs: readonly number[]): Loadable<readonly Sample[]> {
  const owner = useOwnerKey()
  const [state, setState] = useState<Loadable<readonly Sample[]>>({ face: 'waiting' })
  useEffect(() => {
    if (owner === undefined) return undefined
    let isOver = false
    readFullSamples(owner, timesMs).then(
      value => {
        if (!isOver) setState({ face: 'ready', value, isSearching: false })
      },
      (error: unknown) => {
        if (!isOver) setState({ face: 'failed', message: faultWords(error) })
      },
    )
    return () => {
      isOver = true
    }
  }, [owner, timesMs])
  return state
}

export type FirstSeen = NonNullable<Awaited<ReturnType<typeof firstPositions>>>

/** What was held when the account was first seen; undefined until read, null when it never was. */
export function useFirstSeen(): FirstSeen | null | undefined {
  const owner = useOwnerKey()
  const [first, setFirst] = useState<FirstSeen | null>()
  useEffect(() => {
    if (owner === undefined) return undefined
    let isOver = false
    const read = (): void => {
      firstPositions(owner).then(
        found => {
          if (!isOver) setFirst(found ?? null)
        },
        () => undefined,
      )
    }
    read()
    const end = onSample(() => read())
    return () => {
      isOver = true
      end()
    }
  }, [owner])
  return first
}
