/** What happened to one order, in order: the desk's own steps and the venue's executions. */
import type { Intent } from '../../../api/order-desk/intent.ts'
import type { OrderRecord } from '../../../domain/order.ts'
import { microsFromMs } from '../../../domain/time.ts'
import { formatZonedMicros } from '../../../ui/format/zoned-time.ts'
import styles from '../orders.module.css'
import { timelineOf } from './timeline.ts'

interface OrderTimelineProps {
  readonly record: OrderRecord | undefined
  readonly intent: Intent | undefined
}

export function OrderTimeline({ record, intent }: OrderTimelineProps) {
  const steps = timelineOf(record, intent)
  if (steps.length === 0) return null
  return (
    <section className={styles.section} aria-label="States over time">
      <h3 className={styles.sectionTitle}>States over time, UTC</h3>
      <ol className={styles.timeline}>
        {steps.map(step => (
          <li key={step.id} data-tone={step.tone}>
            <time className="tabular">
              {formatZonedMicros(step.exact ?? microsFromMs(step.atMs)).slice(11, step.exact === undefined ? 23 : 26)}
            </time>
            <span>{step.words}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
