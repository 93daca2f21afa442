/** Orders of others that wait for this person's decision. */
import { useEffect, useState } from 'react'
import { type ApproverKey, startApproverKey, useApproverKey } from '../../../api/approval/approver-key.ts'
import {
  approve,
  type DecisionResult,
  decline,
  type OrderToApprove,
  useOrdersToApprove,
} from '../../../api/approval/orders-to-approve.ts'
import { useInstruments } from '../../../api/market/instruments.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { orderPhrase, priceWords } from '../../../../core/domain/trade-story/trade-words.ts'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import { FireButton } from '../../../ui/arming/fire-button.tsx'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { formatCountdown } from '../../../ui/format/format-time.ts'
import { readableJson } from '../../../ui/format/json-text.ts'
import { EffectiveLegs } from '../../../ui/order/effective-legs.tsx'
import { extremeText } from '../../../ui/order/extreme-text.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import { readOrder, type ReadOrder, worstOf } from './order-read.ts'
import styles from './approval.module.css'

export function ApproverPanel() {
  useEffect(startApproverKey, [])
  const state = useApproverKey()
  return state.status === 'there' ? <ForApprover approver={state.key} /> : null
}

function ForApprover({ approver }: { readonly approver: ApproverKey }) {
  const list = useOrdersToApprove(approver)
  return (
    <section className={styles.panel} aria-label="Orders that wait for you" data-testid="to-approve">
      <h2 className={styles.title}>
        Orders that wait for you
        <span className={styles.note}>
          {list.status === 'ready' && list.orders.length === 0 ? 'None.' : `You approve as ${approver.name}.`}
        </span>
      </h2>
      {list.status === 'failed' && (
        <Banner tone="warning" title="Orders that wait for you are unknown.">
          {list.why}
        </Banner>
      )}
      {list.status === 'ready' &&
        list.orders.map(order => <Waiting key={order.id} approver={approver} order={order} />)}
    </section>
  )
}

interface WaitingProps {
  readonly approver: ApproverKey
  readonly order: OrderToApprove
}

function Waiting({ approver, order }: WaitingProps) {
  const read = readOrder(order.body)
  const left = useTicking(() => formatCountdown(order.untilMs - serverNowMs()))
  return (
    <article className={styles.order} aria-label={`Order of ${stripHostile(order.account, 60)}`}>
      <header className={styles.head}>
        <strong>{read === undefined ? 'An order that this page cannot read' : phraseOf(read)}</strong>
        <span className="muted">
          account {stripHostile(order.account, 60)}, {left} left
        </span>
      </header>
      {read !== undefined && <Facts order={read} />}
      {order.differs && (
        <Banner
          tone="danger"
          title="Not to be approved: its bytes are not those that the server names, or it is for another venue."
        />
      )}
      <details>
        <summary>Bytes</summary>
        <p className={styles.hash}>
          SHA-256 {order.sha256}, computed here from these bytes; what you sign has this hash.
        </p>
        <pre className={styles.bytes}>{readableJson(order.body)}</pre>
      </details>
      <Decision approver={approver} order={order} mayApprove={read !== undefined && !order.differs} />
    </article>
  )
}

function phraseOf(order: ReadOrder): string {
  return [orderPhrase(order), order.price === undefined ? 'at the market' : priceWords(order)]
    .filter(Boolean)
    .join(', ')
}

function Facts({ order }: { readonly order: ReadOrder }) {
  const worst = worstOf(order)
  const currency = useInstruments().index?.bySymbol(order.legs[0]?.symbol ?? '')?.quote_asset ?? ''
  const life = order.timeInForce === 'GTC' ? 'rests in the book' : 'fills at once or not at all'
  const loss = worst === undefined ? 'not known' : extremeText(worst, 1, ` ${currency}`)
  return (
    <>
      {order.legs.length > 1 && (
        <EffectiveLegs legs={order.legs} side={order.side} quantity={order.quantity} underReview />
      )}
      <p className={styles.facts}>
        <span>Maximum loss at expiry: {loss}</span>
        {order.closes && <span>“To close” is the trader’s word: this page does not see the positions</span>}
        <span>
          {order.type}, {life}
        </span>
      </p>
    </>
  )
}

function Decision({ approver, order, mayApprove }: WaitingProps & { readonly mayApprove: boolean }) {
  const [reason, setReason] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [why, setWhy] = useState<string>()
  const run = async (decide: () => Promise<DecisionResult>): Promise<void> => {
    setBusy(true)
    const decided = await decide()
    setBusy(false)
    setWhy(decided.ok ? undefined : decided.why)
  }
  const isMissing = reason !== undefined && (reason.trim() === '' || reason.trim().length > 200)
  return (
    <>
      {why !== undefined && (
        <Banner tone="danger" title="Not decided.">
          {why}
        </Banner>
      )}
      {reason !== undefined && <TextInput label="Reason, for the trader" value={reason} onChange={setReason} />}
      <div className={styles.actions}>
        {reason === undefined ? (
          <>
            <FireButton
              question={`${order.id} ${order.sha256}`}
              gesture="hold"
              variant="primary"
              disabled={isBusy || !mayApprove}
              title="Click, or hold Enter. The order is then sent automatically."
              onFire={() => void run(() => approve(approver, order))}
            >
              Approve
            </FireButton>
            <Button disabled={isBusy} onClick={() => setReason('')}>
              Decline…
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="danger"
              disabled={isBusy || isMissing}
              onClick={() => void run(() => decline(approver, order, reason.trim()))}
            >
              Decline
            </Button>
            <Button variant="quiet" onClick={() => setReason(undefined)}>
              Back
            </Button>
          </>
        )}
      </div>
    </>
  )
}
