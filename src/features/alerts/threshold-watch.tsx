/** Holds the thresholds of the session's account against live figures, and tells crossings. Mounted while there are any. */
import { useEffect } from 'react'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { OwnerKey } from '../../api/venue/owner-key.ts'
import { type Crossing, judgeThresholds } from '../../api/alerts/thresholds.ts'
import type { Threshold } from '../../domain/threshold.ts'
import { figureOf } from './figures.ts'
import { useFigureInputs } from './use-figures.ts'

interface ThresholdWatchProps {
  readonly owner: OwnerKey
  readonly thresholds: readonly Threshold[]
  /** Stable. */
  readonly tell: (crossing: Crossing) => void
}

export function ThresholdWatch({ owner, thresholds, tell }: ThresholdWatchProps): null {
  const inputs = useFigureInputs(thresholds.some(each => each.kind !== 'upnl'))
  useEffect(() => {
    const known = new Map<string, ReturnType<typeof figureOf>>()
    const valueOf = (each: Threshold) => {
      const key = `${each.kind} ${each.subject}`
      if (!known.has(key)) known.set(key, figureOf(each, inputs))
      return known.get(key)?.value
    }
    const judge = async (): Promise<void> => {
      for (const crossing of await judgeThresholds(owner, valueOf, serverNowMs())) tell(crossing)
    }
    void judge()
  }, [owner, inputs, thresholds, tell])
  return null
}
