/** Holds the alerts of the session's account against live figures, and tells crossings. Mounted while there are any. */
import { type ReactNode, useEffect } from 'react'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import { judgeAlerts } from '../../api/alerts/alerts.ts'
import type { Alert, Crossing } from '../../domain/alert.ts'
import { type FigureInputs, needsAccount, needsQuotes, valuesOf } from '../../account/alerts/figures.ts'
import { useAccountFigures, useHeldFigures } from './use-figures.ts'

interface AlertWatchProps {
  readonly owner: OwnerKey
  readonly alerts: readonly Alert[]
  /** Stable. */
  readonly report: (crossing: Crossing) => void
}

/** Balances are asked only where an alert hangs on them. */
export function AlertWatch(props: AlertWatchProps): ReactNode {
  return props.alerts.some(needsAccount) ? <AccountWatch {...props} /> : <HeldWatch {...props} />
}

function AccountWatch(props: AlertWatchProps): null {
  useJudged(props, useAccountFigures())
  return null
}

function HeldWatch(props: AlertWatchProps): null {
  useJudged(props, useHeldFigures(props.alerts.some(needsQuotes)))
  return null
}

function useJudged({ owner, alerts, report }: AlertWatchProps, inputs: FigureInputs): void {
  useEffect(() => {
    const valueOf = valuesOf(inputs)
    const judge = async (): Promise<void> => {
      for (const crossing of await judgeAlerts(owner, valueOf, serverNowMs())) report(crossing)
    }
    void judge()
  }, [owner, inputs, alerts, report])
}
