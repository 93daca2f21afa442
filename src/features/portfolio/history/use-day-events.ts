/** The events of a day, from the journal and the alerts of this browser. */
import { useMemo } from 'react'
import { useAlerts } from '../../../api/alerts/alerts.ts'
import { useCashRows, useFilledOrders, useOwnerKey } from '../../../api/journal/journal-hooks.ts'
import type { Alert } from '../../../domain/alert.ts'
import { formatDecimal } from '../../../domain/decimal.ts'
import { shortName } from '../../../domain/instrument.ts'
import { stripHostile } from '../../../domain/safe-text.ts'
import type { TimeEvent } from '../../../ui/charts/time-marks.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { dayEvents } from './day-events.ts'

/** Prices are shown as they are, all else is an amount. */
function alertText({ kind, subject, direction, level }: Alert): string {
  const name = stripHostile(kind === 'price' ? shortName(subject) : kind, 60)
  return `${name} ${direction} ${kind === 'price' ? formatDecimal(level) : formatAmount(level)}`
}

export function useDayEvents(fromMs: number): readonly TimeEvent[] {
  const orders = useFilledOrders()
  const alerts = useAlerts(useOwnerKey())
  const cash = useCashRows()
  return useMemo(() => {
    const dated = alerts.map(alert => ({ alert, text: alertText(alert) }))
    return dayEvents(orders ?? [], dated, fromMs, cash ?? [])
  }, [orders, alerts, fromMs, cash])
}
