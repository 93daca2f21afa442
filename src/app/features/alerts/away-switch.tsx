/** Lets the recorder watch these alerts while no page is open. Renders nothing without a recorder that sends alerts. */
import { RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AwayAlerts, useAwayAlerts } from '../../api/recorder/away-alerts.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { alertText } from '../../../core/account/alerts/alert-text.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './alerts.module.css'
import { shownText } from './shown-text.ts'

export function AwaySwitch(): ReactNode {
  const state = useAwayAlerts()
  if (state.kind === 'none') return null
  const { isOn, others, removed, problem, setOn, remove, setAgain } = state
  return (
    <div className={styles.away}>
      <Checkbox label="Watch while away" checked={isOn} onChange={setOn} hint={hintOf(state)} />
      {problem !== undefined && (
        <output className={styles.warning}>
          The recorder does not have these alerts as they stand: {problem} It is asked again each minute.
        </output>
      )}
      {others.length > 0 && (
        <>
          <h4 className={styles.subheading}>Watched by the recorder only</h4>
          <ul className={styles.ends}>
            {others.map(each => (
              <li key={each.id} className={styles.alert}>
                <span className={styles.endName}>
                  {alertText(each, shownText)}
                  <span className={styles.faint}>
                    {each.by === ''
                      ? 'Set in the recorder’s file'
                      : `Set in another browser by ${stripHostile(each.by, 40)}`}
                  </span>
                </span>
                {each.by !== '' && (
                  <IconButton
                    size="sm"
                    label={`Remove, also where it was set: ${alertText(each, shownText)}`}
                    icon={<X size={12} />}
                    onClick={() => remove(each.id)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {removed.length > 0 && (
        <>
          <h4 className={styles.subheading}>Removed in another browser</h4>
          <ul className={styles.ends}>
            {removed.map(each => (
              <li key={each.id} className={styles.alert}>
                <span className={styles.endName}>
                  {alertText(each, shownText)}
                  <span className={styles.faint}>Watched no longer, neither here nor by the recorder</span>
                </span>
                <IconButton
                  size="sm"
                  label={`Set again: ${alertText(each, shownText)}`}
                  icon={<RotateCcw size={12} />}
                  onClick={() => setAgain(each.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const kinds = { webhook: 'webhook', email: 'e-mail' } as const

function hintOf({ to }: Extract<AwayAlerts, { readonly kind: 'ready' }>): string {
  const places = to.map(({ name, kind, quiet }) => {
    const hours = quiet === null ? '' : `, quiet ${quiet.from}–${quiet.to} ${quiet.zone}`
    return `${stripHostile(name, 80)} (${kinds[kind]}${hours})`
  })
  return `The recorder watches them day and night, also while this page is open, and sends them to ${places.join(' and ')}.`
}
