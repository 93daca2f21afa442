/** What happened to one order, in order: the desk's own steps, what was asked about it, and the venue's executions. */
import { useJournalPage } from '../../../api/journal/journal-hooks.ts'
import type { Intent } from '../../../domain/intent.ts'
import type { OrderRecord } from '../../../domain/order.ts'
import { microsFromMs } from '../../../domain/time.ts'
import { formatZonedClock, zoneLabel } from '../../../ui/format/zoned-time.ts'
import styles from '../orders.module.css'
import { timelineOf } from './timeline.ts'

interface OrderTimelineProps {
  readonly record: OrderRecord | undefined
  readonly intent: Intent | undefined
}

const commandsAtMost = 20

export function OrderTimeline({ record, intent }: OrderTimelineProps) {
  const id = record?.client_order_id ?? intent?.client_order_id ?? ''
  const journal = useJournalPage({ subjects: [id], kinds: ['command'] }, commandsAtMost)
  // While another order's rows are being read, those of the last one are still there.
  const commands = journal.status === 'ready' ? journal.value.rows.filter(row => row.client_order_id === id) : []
  const steps = timelineOf(record, intent, commands)
  if (steps.length === 0) return null
  return (
    <section className={styles.section} aria-label="States over time">
      <h3 className={styles.sectionTitle}>States over time, {zoneLabel()}</h3>
      <ol className={styles.timeline}>
        {steps.map(step => (
          <li key={step.id} data-tone={step.tone}>
            <time className="tabular">{formatZonedClock(step.exact ?? microsFromMs(step.atMs), step.exact === undefined ? 3 : 6)}</time>
            <span>{step.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
