/** The alerts of the account, and the form for a new one. */
import { X } from 'lucide-react'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { removeAlert, useAlerts } from '../../api/alerts/alerts.ts'
import type { Alert } from '../../domain/alert.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import styles from './alerts.module.css'
import { type Figure, type Subject, figureOf } from './figures.ts'
import { AlertForm } from './alert-form.tsx'
import { figureWords, alertText } from './alert-text.ts'
import { useAccountFigures } from './use-figures.ts'

export function AlertsPanel({ asked }: { readonly asked: Subject | undefined }) {
  useAmountsHidden()
  const owner = useOwnerKey()
  const alerts = useAlerts(owner)
  const inputs = useAccountFigures()
  if (owner === undefined) return null
  return (
    <section className={styles.alerts} aria-label="Alerts">
      <h3 className={styles.heading}>Alerts</h3>
      {alerts.length > 0 && (
        <ul className={styles.ends}>
          {alerts.map(each => (
            <li key={each.id} className={styles.alert}>
              <span className={styles.endName}>
                {alertText(each)}
                <span className={styles.faint}>{stateWords(each, figureOf(each, inputs))}</span>
              </span>
              <IconButton
                size="sm"
                label={`Remove alert: ${alertText(each)}`}
                icon={<X size={12} />}
                onClick={() => removeAlert(owner, each.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <AlertForm key={`${asked?.kind} ${asked?.subject}`} owner={owner} asked={asked} inputs={inputs} />
    </section>
  )
}

/** What an alert waits for: "Armed · now 97,088", "Triggered 2026-12-25 08:07:17 UTC, re-armed", "Paused: 2 of 7 positions could not be read". */
export function stateWords(alert: Alert, figure: Figure): string {
  const { isArmed, reportedMs, direction } = alert
  if ('why' in figure) return `Paused: ${figure.why}`
  const now = ` · now ${figureWords(alert, figure.value)}`
  if (reportedMs !== undefined) return `Triggered ${formatZoned(reportedMs)}${isArmed === true ? ', re-armed' : ''}${now}`
  if (isArmed === undefined) return `Being armed${now}`
  if (isArmed) return `Armed${now}`
  return `Already ${direction} the level; arms when it ${direction === 'above' ? 'falls' : 'rises'} back${now}`
}
