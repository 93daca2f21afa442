/** Holds the thresholds of the session's account against live figures, and tells crossings. Mounted while there are any. */
import { type ReactNode, useEffect } from 'react'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { OwnerKey } from '../../api/venue/owner-key.ts'
import { type Crossing, judgeThresholds } from '../../api/alerts/thresholds.ts'
import type { Threshold } from '../../domain/threshold.ts'
import { type Figure, type FigureInputs, figureOf } from './figures.ts'
import { needsAccount, needsQuotes, useAccountFigures, useHeldFigures } from './use-figures.ts'

interface ThresholdWatchProps {
  readonly owner: OwnerKey
  readonly thresholds: readonly Threshold[]
  /** Stable. */
  readonly tell: (crossing: Crossing) => void
}

/** Balances are asked only where an alert hangs on them. */
export function ThresholdWatch(props: ThresholdWatchProps): ReactNode {
  return props.thresholds.some(needsAccount) ? <AccountWatch {...props} /> : <HeldWatch {...props} />
}

function AccountWatch(props: ThresholdWatchProps): null {
  useJudged(props, useAccountFigures())
  return null
}

function HeldWatch(props: ThresholdWatchProps): null {
  useJudged(props, useHeldFigures(props.thresholds.some(needsQuotes)))
  return null
}

function useJudged({ owner, thresholds, tell }: ThresholdWatchProps, inputs: FigureInputs): void {
  useEffect(() => {
    const known = new Map<string, Figure>()
    const valueOf = (each: Threshold) => {
      const key = `${each.kind} ${each.subject}`
      const figure = known.get(key) ?? figureOf(each, inputs)
      known.set(key, figure)
      return 'value' in figure ? figure.value : undefined
    }
    const judge = async (): Promise<void> => {
      for (const crossing of await judgeThresholds(owner, valueOf, serverNowMs())) tell(crossing)
    }
    void judge()
  }, [owner, inputs, thresholds, tell])
}
