/** The thresholds of the account, and the form for a new one. */
import { X } from 'lucide-react'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { removeThreshold, useThresholds } from '../../api/alerts/thresholds.ts'
import type { Threshold } from '../../domain/threshold.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Time } from '../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { type Gap, gapText } from '../../model/account/gap.ts'
import styles from './attention.module.css'
import { pauseOf } from './figures.ts'
import { ThresholdForm } from './threshold-form.tsx'
import { thresholdWords } from './threshold-words.ts'
import { useFigureInputs } from './use-figures.ts'

export function ThresholdsPanel({ asked }: { readonly asked: Pick<Threshold, 'kind' | 'subject'> | undefined }) {
  useAmountsHidden()
  const owner = useOwnerKey()
  const thresholds = useThresholds(owner)
  const inputs = useFigureInputs(thresholds.some(each => each.kind !== 'upnl'))
  if (owner === undefined) return null
  return (
    <section className={styles.thresholds} aria-label="Thresholds">
      <h3 className={styles.heading}>Alert me when</h3>
      {thresholds.length > 0 && (
        <ul className={styles.ends}>
          {thresholds.map(each => (
            <li key={each.id} className={styles.threshold}>
              <span className={styles.endName}>
                {thresholdWords(each)}
                <span className={styles.faint}>
                  <State threshold={each} gap={pauseOf(each, inputs)} />
                </span>
              </span>
              <IconButton
                size="sm"
                label={`Remove: ${thresholdWords(each)}`}
                icon={<X size={12} />}
                onClick={() => removeThreshold(owner, each.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <ThresholdForm key={`${asked?.kind} ${asked?.subject}`} owner={owner} asked={asked} />
    </section>
  )
}

function State({ threshold, gap }: { readonly threshold: Threshold; readonly gap: Gap | undefined }) {
  if (gap !== undefined) return `paused: ${gapText(gap)}`
  if (threshold.isArmed === true && threshold.toldMs === undefined) return 'waiting'
  if (threshold.toldMs === undefined)
    return threshold.isArmed === undefined ? 'not seen yet' : 'beyond it since it was set: waits until it is back'
  return (
    <>
      told <Time ms={threshold.toldMs} />
      {threshold.isArmed === true ? ', waiting again' : ''}
    </>
  )
}
