/** The last look before an order leaves: what will happen, what it costs, how bad it can get, how long it lives. Confirming sends once. */
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useServerClock } from '../../api/venue/clock.ts'
import { useDeskReady, useIntents, useReview } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Intent } from '../../api/order-desk/intent.ts'
import { ownLimitBreaches, useOwnLimits } from '../../api/order-desk/own-limits.ts'
import { useSession } from '../../api/venue/session.ts'
import { useTradingLock } from '../../api/order-desk/trading-lock.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { type Decimal, canonical } from '../../domain/decimal.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { exactText } from '../../ui/order/effect-words.ts'
import { EffectText } from '../../ui/order/effect-text.tsx'
import { EffectiveLegs } from '../../ui/order/effective-legs.tsx'
import { breachWords } from './breach-words.ts'
import { QuoteLine } from './quote-line.tsx'
import { asMeant, readReviewContext, wasTurned } from './review-context.ts'
import styles from './review-dialog.module.css'
import { legsOf, reviewWords, sideOf, wireWords } from './review-words.ts'
import { takeAt, useQuoteWatch } from './use-quote-watch.ts'

/** Mounted once by the app; shows itself while the desk holds a draft. */
export function ReviewDialog() {
  const intent = useReview()
  return intent === undefined ? null : <Review key={intent.client_order_id} intent={intent} />
}

const refusals = {
  no_draft: 'This order is no longer under review.',
  own_limits: 'It goes beyond your own limits.',
  locked: 'Trading is locked in this tab. Unlock it in the top bar.',
  signed_out: 'You are signed out. Sign in, then review again.',
  other_account: 'You are signed in to another account than the one this was drafted for.',
  reconciling: 'Earlier submissions are still being looked up. Wait a moment and confirm again.',
} as const

function Review({ intent }: { readonly intent: Intent }) {
  const { nowMs } = useServerClock()
  const confirmButton = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<keyof typeof refusals>()
  const { context, state } = intent
  const order = asMeant(intent.order, readReviewContext(context).meant)
  const side = sideOf(order)
  const words = reviewWords(order, nowMs())
  const watch = useQuoteWatch(intent)
  const send = (options?: { withoutDurability: boolean }) => {
    const result = desk.confirm(intent.client_order_id, options)
    setRefused(result.ok ? undefined : result.reason)
  }
  /** A key held down since the dialog came up must not confirm it. */
  const noRepeat = (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  }
  const movedTo = state.kind === 'draft' ? watch?.movedTo : undefined
  /** A quote that moved is asked about anew, at its new price; what was pressed as it moved was meant for the old one. */
  const confirm = (event: MouseEvent) => {
    if (watch?.isTooSoon(event.timeStamp) === true) return
    if (watch !== undefined && movedTo !== undefined) takeAt(intent, watch.quote, movedTo)
    else send()
  }
  const close = () => desk.discard(intent.client_order_id)
  return (
    <Dialog
      open
      onClose={close}
      size="md"
      testId="review-dialog"
      title={`Review: ${context.title}`}
      description={words.headline}
      initialFocus={confirmButton}
      footer={
        <>
          <Button onClick={close}>Back</Button>
          {state.kind === 'unstored' ? (
            <Button onClick={() => send({ withoutDurability: true })}>Send without keeping a record</Button>
          ) : null}
          {movedTo === undefined ? null : <Button onClick={() => send()}>{words.confirm} anyway</Button>}
          <Button ref={confirmButton} variant={side} data-testid="confirm-send" onKeyDown={noRepeat} onClick={confirm}>
            {confirmWords(words.confirm, state.kind === 'unstored', movedTo, watch?.hasMoved === true)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {watch === undefined ? null : <QuoteLine watch={watch} order={order} />}
        <ReviewBody intent={intent} nowMs={nowMs()} />
        <OnTheWire body={intent.body} />
      </div>
      {refused === undefined ? null : <Banner tone="danger" title={refusals[refused]} />}
      {state.kind === 'unstored' ? (
        <Banner tone="warning" title="Not sent: the browser could not keep a record of it first">
          {state.message} Without the record a crash or reload could leave an order that this app does not know of.
        </Banner>
      ) : null}
    </Dialog>
  )
}

/** What holds it back, before anyone presses the button. */
function OwnLimits({ intent, nowMs }: { readonly intent: Intent; readonly nowMs: number }) {
  useOwnLimits()
  const intents = useIntents()
  const breaches = ownLimitBreaches(intent.order, intents, nowMs)
  if (breaches.length === 0) return null
  return (
    <Banner tone="danger" title="Beyond your own limits: it will not be sent">
      {breaches.map(breach => (
        <p key={breach.kind}>{breachWords(breach)}</p>
      ))}
      <p>They are set under Settings, Own limits.</p>
    </Banner>
  )
}

function confirmWords(usual: string, isUnstored: boolean, movedTo: Decimal | undefined, hasMoved: boolean): string {
  if (isUnstored) return 'Try again'
  if (movedTo !== undefined) return `Review at ${exactText(canonical(movedTo), true)}`
  return hasMoved ? `${usual} anyway` : usual
}

/** The bytes that leave. */
function OnTheWire({ body }: { readonly body: string }) {
  return (
    <details className={styles.wire}>
      <summary>What is sent: POST /v1/api/order</summary>
      <div className={styles.wireHead}>
        <CopyButton text={body} label="Copy JSON" />
      </div>
      <pre>{readable(body)}</pre>
    </details>
  )
}

const readable = (body: string): string => JSON.stringify(JSON.parse(body), undefined, 2)

function ReviewBody({ intent, nowMs }: { readonly intent: Intent; readonly nowMs: number }) {
  const venue = useVenue()
  const session = useSession()
  const { locked } = useTradingLock()
  const { ready } = useDeskReady()
  const { facts, warnings, meant } = readReviewContext(intent.context)
  const order = asMeant(intent.order, meant)
  const side = sideOf(order)
  const words = reviewWords(order, nowMs)
  const items = [
    ...(order.price === undefined
      ? []
      : [{ term: 'Net', value: <EffectText side={side} price={order.price} quantity={order.quantity} legs={order.legs} underReview /> }]),
    ...facts,
    { term: 'What happens', value: words.effect },
    { term: 'Life', value: words.life },
    ...(order.minimum_quantity === undefined ? [] : [{ term: 'Minimum quantity', value: order.minimum_quantity }]),
    ...(order.user_tag === undefined ? [] : [{ term: 'Tag', value: order.user_tag }]),
    ...(wasTurned(intent.order, meant) ? [{ term: 'On the wire', value: <>{wireWords(intent.order)}: the same position and cash</> }] : []),
    { term: 'To', value: session.status === 'signed_in' ? `${venue.label}, account ${session.account}` : venue.label },
    { term: 'Client order id', value: <code>{intent.client_order_id}</code> },
  ]
  return (
    <div className={styles.body}>
      <EffectiveLegs legs={legsOf(order)} side={side} quantity={order.quantity} underReview />
      <DefinitionList items={items} columns={1} />
      {warnings.map(warning => (
        <Banner key={warning} tone="warning" title={warning} />
      ))}
      {session.status === 'signed_out' ? (
        <Banner tone="warning" title="You are signed out: it cannot be sent. Sign in under Settings." />
      ) : null}
      <OwnLimits intent={intent} nowMs={nowMs} />
      {locked ? <Banner tone="warning" title="Trading is locked in this tab. Unlock it in the top bar to send." /> : null}
      {ready ? null : <Banner tone="info" title="Looking up earlier submissions first." />}
    </div>
  )
}
