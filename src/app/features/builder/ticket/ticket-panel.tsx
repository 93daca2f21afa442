/** The ticket and below it warnings, the wire form's state, and Review. */
import { keyTable } from '../../../ui/commands/key-table.ts'
import { X } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { isAwaited } from '../../../../core/domain/package/order-entry.ts'
import { faultText } from '../../../ui/order/entry/entry-text.ts'
import { ruleChecks, rulesVerdict } from '../../../ui/order/rule-checks.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { Ticket, type TicketProps } from './ticket.tsx'
import styles from './ticket.module.css'

interface TicketPanelProps extends TicketProps {
  readonly warnings: readonly string[]
  readonly review: () => void
  readonly isReady: boolean
}

export function TicketPanel({ warnings, review, isReady, ...ticket }: TicketPanelProps) {
  const { summary, draft } = ticket
  return (
    <Panel
      label="Ticket"
      className={styles.panel}
      footer={
        <div className={styles.footer}>
          <WireState summary={summary} />
          <Button variant="primary" disabled={!isReady} onClick={review} aria-keyshortcuts="Control+Enter">
            Review {draft.mode === 'rfq' ? 'RFQ' : 'order'} <Kbd keys={keyTable.review} />
          </Button>
        </div>
      }
    >
      <Ticket {...ticket} />
      {warnings.length === 0 ? null : (
        <ul className={styles.warnings}>
          {warnings.map(warning => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WireState({ summary }: Pick<TicketProps, 'summary'>) {
  if (summary.order === undefined)
    return <span className="muted">{summary.legs.length === 0 ? 'Nothing to send yet' : 'Not complete yet'}</span>
  if (summary.sendable) return <span />
  const [first] = summary.problems
  if (first !== undefined && summary.problems.every(isAwaited))
    return <span className="muted">{faultText(first.field, first.fault)}</span>
  const verdict = rulesVerdict(ruleChecks(summary.order, summary.rules))
  return (
    <span className={styles.broken}>
      <X size={12} aria-hidden /> {verdict.startsWith('Cannot') ? verdict : 'Cannot send: see the fields above'}
    </span>
  )
}
