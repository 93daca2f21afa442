/** The alerts of the account, and the form for a new one. */
import { X } from 'lucide-react'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { removeThreshold, useThresholds } from '../../api/alerts/thresholds.ts'
import type { Threshold } from '../../domain/threshold.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import styles from './attention.module.css'
import { type Figure, type Subject, figureOf } from './figures.ts'
import { ThresholdForm } from './threshold-form.tsx'
import { figureWords, thresholdWords } from './threshold-words.ts'
import { useAccountFigures } from './use-figures.ts'

export function ThresholdsPanel({ asked }: { readonly asked: Subject | undefined }) {
  useAmountsHidden()
  const owner = useOwnerKey()
  const thresholds = useThresholds(owner)
  const inputs = useAccountFigures()
  if (owner === undefined) return null
  return (
    <section className={styles.thresholds} aria-label="Alerts">
      <h3 className={styles.heading}>Alerts</h3>
      {thresholds.length > 0 && (
        <ul className={styles.ends}>
          {thresholds.map(each => (
            <li key={each.id} className={styles.threshold}>
              <span className={styles.endName}>
                {thresholdWords(each)}
                <span className={styles.faint}>{stateWords(each, figureOf(each, inputs))}</span>
              </span>
              <IconButton
                size="sm"
                label={`Remove alert: ${thresholdWords(each)}`}
                icon={<X size={12} />}
                onClick={() => removeThreshold(owner, each.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <ThresholdForm key={`${asked?.kind} ${asked?.subject}`} owner={owner} asked={asked} inputs={inputs} />
    </section>
  )
}

/** What an alert waits for: "Armed · now 97,088", "Triggered 2026-12-25 08:07:17 UTC, re-armed", "Paused: 2 of 7 positions could not be read". */
export function stateWords(threshold: Threshold, figure: Figure): string {
  const { isArmed, toldMs, direction } = threshold
  if ('why' in figure) return `Paused: ${figure.why}`
  const now = ` · now ${figureWords(threshold, figure.value)}`
  if (toldMs !== undefined) return `Triggered ${formatZoned(toldMs)}${isArmed === true ? ', re-armed' : ''}${now}`
  if (isArmed === undefined) return `Being armed${now}`
  if (isArmed) return `Armed${now}`
  return `Already ${direction} the level; arms when it ${direction === 'above' ? 'falls' : 'rises'} back${now}`
}
