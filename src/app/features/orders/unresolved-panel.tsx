/**
 * Submissions without an answer, on top of the screen. They resolve by look-up; a resend needs the trader's decision
 * and keeps its id.
 */
import { useInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { phrasedIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { counted } from '../../../core/domain/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/waiting.tsx'
import { Age } from '../../ui/format/figures.tsx'
import { formatCountdown } from '../../ui/format/format-time.ts'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { goneText, ResendOrDismiss } from '../../ui/order/resend-or-dismiss.tsx'
import { useTicking } from '../../ui/use-tick.ts'
import { stateText } from './drawer/intent-text.ts'
import styles from './orders.module.css'

interface UnresolvedPanelProps {
  readonly intents: readonly Intent[]
  readonly onOpen: (clientOrderId: string) => void
}

export function UnresolvedPanel({ intents, onOpen }: UnresolvedPanelProps) {
  if (intents.length === 0) return null
  return (
    <section className={styles.unresolved} aria-label="Unconfirmed orders" data-testid="unresolved">
      <h2 className={styles.unresolvedTitle}>
        {counted(intents.length, 'order')} unconfirmed
        <span className={styles.unresolvedNote}>Checking automatically; never resent automatically.</span>
      </h2>
      <ul>
        {intents.map(intent => (
          <Unresolved key={intent.client_order_id} intent={intent} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function Unresolved({ intent, onOpen }: { readonly intent: Intent; readonly onOpen: UnresolvedPanelProps['onOpen'] }) {
  const words = stateText(intent)
  return (
    <li className={styles.unresolvedRow} data-state={intent.state.kind}>
      {intent.state.kind === 'unseen' ? null : <Spinner />}
      <button type="button" className={styles.linkLike} onClick={() => onOpen(intent.client_order_id)}>
        {shownPhrase(phrasedIntent(intent))}
      </button>
      <span className={styles.unresolvedText}>
        {words} <NextLook intent={intent} />
      </span>
      <span className="muted">
        sent <Age agoMs={() => serverNowMs() - intent.createdAtMs} /> ago
      </span>
      <Choices intent={intent} />
    </li>
  )
}

function NextLook({ intent }: { readonly intent: Intent }) {
  const at = intent.state.kind === 'unknown' ? intent.state.nextLookUpAtMs : undefined
  const text = useTicking(() =>
    at === undefined || at <= serverNowMs() ? undefined : formatCountdown(at - serverNowMs()),
  )
  if (intent.state.kind !== 'unknown') return null
  return <span className="muted">{text === undefined ? 'Checking now.' : `Next check in ${text}.`}</span>
}

function Choices({ intent }: { readonly intent: Intent }) {
  const id = intent.client_order_id
  const { kind } = intent.state
  const { index } = useInstruments()
  return (
    <span className={styles.choices}>
      {(kind === 'unknown' || kind === 'unseen') && (
        <Button size="sm" onClick={() => desk.lookAgain(id)}>
          Check now
        </Button>
      )}
      {kind === 'unseen' && (
        <ResendOrDismiss
          id={id}
          gone={goneText(intent, serverNowMs(), index)}
          resend={() => desk.sendAgain(id)}
          dismiss={() => desk.markDead(id)}
        />
      )}
    </span>
  )
}
