/** Own orders that wait for a second person's approval, and those that ended without it. None of them was sent. */
import { desk } from '../../../api/order-desk/desk.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { phrasedIntent, priceWords } from '../../../../core/domain/trade-story/trade-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatCountdown } from '../../../ui/format/format-time.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { useTicking } from '../../../ui/use-tick.ts'
import styles from '../orders.module.css'

export function AwaitingPanel({ intents }: { readonly intents: readonly Intent[] }) {
  return (
    <section className={styles.unresolved} aria-label="Orders that wait for approval" data-testid="awaiting">
      <h2 className={styles.unresolvedTitle}>
        Approval
        <span className={styles.unresolvedNote}>
          None was sent. An approved order is sent automatically while this page stays open.
        </span>
      </h2>
      <ul>
        {intents.map(intent => (
          <Awaiting key={intent.client_order_id} intent={intent} />
        ))}
      </ul>
    </section>
  )
}

function Awaiting({ intent }: { readonly intent: Intent }) {
  const { state, order } = intent
  const phrased = phrasedIntent(intent)
  const words = [shownPhrase(phrased), priceWords({ ...phrased, price: order.price })].filter(Boolean).join(', ')
  return (
    <li className={styles.unresolvedRow} data-state={state.kind}>
      <strong>{words}</strong>
      <span className={styles.unresolvedText}>
        {state.kind === 'unsent' ? `Not sent: ${state.why}` : <Waits intent={intent} />}
      </span>
      <span className={styles.choices}>
        {state.kind === 'unsent' ? <Ended intent={intent} /> : <Withdraw intent={intent} />}
      </span>
    </li>
  )
}

function Waits({ intent: { state, context } }: { readonly intent: Intent }) {
  const untilMs = state.kind === 'awaiting' ? state.request?.untilMs : undefined
  const left = useTicking(() => (untilMs === undefined ? undefined : formatCountdown(untilMs - serverNowMs())))
  if (left === undefined) return 'Asking for approval…'
  return (
    <>
      Waits for approval, {left} left
      {context.quote !== undefined && '; its quote may end long before: then it is not sent'}
    </>
  )
}

const Withdraw = ({ intent }: { readonly intent: Intent }) => (
  <Button size="sm" onClick={() => desk.withdraw(intent.client_order_id)}>
    Withdraw
  </Button>
)

function Ended({ intent: { client_order_id: id, order, context } }: { readonly intent: Intent }) {
  const review = (): void => {
    const { client_order_id: _, ...body } = order
    desk.discard(id)
    desk.draft(body, context)
  }
  return (
    <>
      <Button size="sm" onClick={review}>
        Review again
      </Button>
      <Button size="sm" variant="quiet" onClick={() => desk.discard(id)}>
        Put away
      </Button>
    </>
  )
}
