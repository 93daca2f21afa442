import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { removeAlert, useAlerts } from '../../api/alerts/alerts.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import styles from './alerts.module.css'
import { type Subject, figureOf } from '../../../core/account/alerts/figures.ts'
import { AlertForm } from './alert-form.tsx'
import { alertText, stateText } from '../../../core/account/alerts/alert-text.ts'
import { AwaySwitch } from './away-switch.tsx'
import { shownText } from './shown-text.ts'
import { useAccountFigures } from './use-figures.ts'

export function AlertsPanel({ initialSubject }: { readonly initialSubject: Subject | undefined }) {
  useAmountsHidden()
  const owner = useOwnerKey()
  const alerts = useAlerts(owner)
  const inputs = useAccountFigures()
  const [editedId, setEditedId] = useState<string>()
  const edited = alerts.find(each => each.id === editedId)
  if (owner === undefined) return null
  return (
    <section className={styles.alerts} aria-label="Alerts">
      <h3 className={styles.heading}>Alerts</h3>
      {alerts.length > 0 && (
        <ul className={styles.ends}>
          {alerts.map(each => (
            <li key={each.id} className={styles.alert}>
              <span className={styles.endName}>
                {alertText(each, shownText)}
                <span className={styles.faint}>{stateText(each, figureOf(each, inputs), shownText)}</span>
              </span>
              <IconButton
                size="sm"
                label={`Edit alert: ${alertText(each, shownText)}`}
                icon={<Pencil size={12} />}
                onClick={() => setEditedId(each.id)}
              />
              <IconButton
                size="sm"
                label={`Remove alert: ${alertText(each, shownText)}`}
                icon={<X size={12} />}
                onClick={() => removeAlert(owner, each.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <AwaySwitch />
      <AlertForm
        key={`${edited?.id} ${initialSubject?.kind} ${initialSubject?.subject}`}
        owner={owner}
        initialSubject={initialSubject}
        edited={edited}
        leave={() => setEditedId(undefined)}
        inputs={inputs}
      />
    </section>
  )
}
