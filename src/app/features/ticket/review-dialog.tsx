/**
 * The last check before an order is sent: content, outcomes, life. In the ticket's place if the screen has one for this
 * order, else over the page, which stays readable. Confirm sends once.
 */
import { type ReactNode, useRef, useState } from 'react'
import { useApprovals } from '../../api/approval/approvals.ts'
import { useReview } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { useServerClock } from '../../api/venue/clock.ts'
import { useSession } from '../../api/venue/session.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { canonical, type Decimal, eq, gt, isZero } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import type { OrderFact } from '../../../core/domain/order-context.ts'
import { phrasedIntent, phraseOf, symbolOfIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { DockableDialog } from '../../ui/controls/dock.tsx'
import { formatPnl } from '../../ui/format/format-decimal.ts'
import { readableJson } from '../../ui/format/json-text.ts'
import { ReviewPrice } from './review-price.tsx'
import { EffectiveLegs } from '../../ui/order/effective-legs.tsx'
import { PriceBlock } from '../../ui/order/price-block.tsx'
import { isFocusNowhere } from '../../ui/panel/panel-focus.ts'
import { useCloseOnBack } from '../../ui/router/use-router.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { useFirstOrder } from './first-order.ts'
import { MarginChange } from './margin-change.tsx'
import { QuoteLine } from './quote-line.tsx'
import styles from './review-dialog.module.css'
import { ReviewFooter, type ReviewFooterProps } from './review-footer.tsx'
import { isFirm, legsOf, reviewText, sideOf, wireText } from './review-text.ts'
import { askForApproval, NeedsApproval } from './needs-approval.tsx'
import { useAmend } from './use-amend.ts'
import { type OrderClosing, useClosing } from './use-closing.ts'
import { type Obstacle, useObstacles } from './use-obstacles.ts'
import { type QuoteWatch, useQuoteWatch } from './use-quote-watch.ts'
import { mender, useReviewCheck, type WeighedCheck } from './use-review-check.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { cancelOwn } from '../../model/orders/order-commands.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import type { OrderOut } from '../../ui/order/rfq-out-text.ts'
import { formatSize } from '../../ui/format/amounts.ts'
import { RfqOut } from '../../ui/order/rfq-out.tsx'
import { sayOutcome } from '../../ui/order/say-outcome.ts'
import { reviewFor, uncountedText, useRfqRoom } from './rfq-room.ts'

function RfqRest({ intent }: { readonly intent: Intent }): ReactNode {
  const room = useRfqRoom(intent)
  const { cancelOrder } = useCapabilities()
  if (room?.card === undefined || room.count === undefined) return null
  const { card, count, tries, shown } = room
  const cancel = async (one: OrderOut): Promise<void> =>
    sayOutcome('Cancel', await cancelOwn(one), 'Cancelled', shownPhrase({ ...card, quantity: one.out.working }))
  const uncounted = uncountedText(card)
  const fits =
    card.state !== 'filled' && card.state !== 'ended' && !isZero(count.left) && gt(intent.order.quantity, count.left)
  return (
    <div className={styles.rest}>
      {uncounted !== undefined && <Banner tone="warning" title={uncounted} />}
      <RfqOut tries={tries} onCancel={cancelOrder === 'absent' ? undefined : one => void cancel(one)} {...shown} />
      {fits && <Button onClick={() => reviewFor(intent, count.left)}>Review for {formatSize(count.left)}</Button>}
    </div>
  )
}

/** Mounted once by the app; visible while the desk has a draft. */
export function ReviewDialog() {
  const intent = useReview()
  return intent === undefined ? null : <Review key={intent.client_order_id} intent={intent} />
}

const refusals = {
  no_draft: 'This order is no longer under review.',
  own_limits: 'It exceeds your own limits.',
  locked: 'Trading locked. Unlock it in the top bar.',
  signed_out: 'You are signed out. Sign in, then review again.',
  other_account: 'You are signed in to another account than the one this was drafted for.',
  reconciling: 'Earlier submissions are still being looked up. Wait a moment and confirm again.',
} as const

const overrideText = {
  given: 'You accepted this price in the ticket.',
  asked: 'It is sent at this price only if you say so below.',
  market: 'It is sent at the market only if you say so below.',
} as const

function Unstored({ state }: Pick<Intent, 'state'>) {
  if (state.kind !== 'unstored') return null
  return (
    <Banner tone="warning" title="Not sent: the browser could not store a record of it">
      {state.message} Without the record a crash or reload could leave an order that this app does not know of.
    </Banner>
  )
}

/** False for an RFQ sent from Build: its panel replaces the ticket and takes focus once loaded. */
function isFocusLeft({ client_order_id: id }: Intent): boolean {
  const panel = document.querySelector<HTMLElement>(`[data-rfq="${CSS.escape(id)}"]`)
  if (isFocusNowhere()) panel?.focus({ preventScroll: true })
  return panel === null && document.querySelector('[data-panel="RFQ"]') === null
}

function Review({ intent }: { readonly intent: Intent }) {
  const { nowMs } = useServerClock()
  const confirmButton = useRef<HTMLButtonElement>(null)
  const sizeField = useRef<HTMLInputElement>(null)
  const typesSize = usePreferences().firmConfirm === 'size' && isFirm(intent.order)
  const [refused, setRefused] = useState<keyof typeof refusals>()
  const { order, state } = intent
  const words = reviewText(order, nowMs(), phrasedIntent(intent).closes)
  const watch = useQuoteWatch(intent)
  const check = useReviewCheck(intent)
  const [fault] = check.faults
  const standing = hasConfirmedPrice(intent) ? 'given' : 'asked'
  const isBlocked = fault !== undefined && standing === 'asked'
  const amending = useAmend(intent)
  // The cancel of an amendment ends the first order, which is then no obstacle.
  const obstacles = useObstacles(intent, nowMs()).filter(({ id }) => id !== 'first' || !amending.isUnderWay)
  const need = useApprovals()?.need(intent.body)
  const isHeld = need !== undefined && need.kind !== 'none'
  useCloseOnBack(() => desk.discard(intent.client_order_id))
  const send: ReviewFooterProps['send'] = options => {
    if (amending.send !== undefined) return amending.send()
    const result = desk.confirm(intent.client_order_id, options)
    setRefused(result.ok ? undefined : result.reason)
  }
  return (
    <DockableDialog
      open
      symbol={symbolOfIntent(intent)}
      onClose={() => desk.discard(intent.client_order_id)}
      size="md"
      testId="review-dialog"
      title={words.headline}
      isClear
      finalFocus={() => isFocusLeft(intent)}
      initialFocus={obstacles.length > 0 || isBlocked ? undefined : typesSize ? sizeField : confirmButton}
      footer={
        <ReviewFooter
          intent={intent}
          confirm={
            isHeld
              ? askForApproval
              : amending.send === undefined
                ? words.confirm
                : words.confirm.replace(/^Send/, 'Cancel and send')
          }
          quantity={order.quantity}
          watch={watch}
          hasObstacles={obstacles.length > 0 || amending.isUnderWay}
          isBlocked={isBlocked}
          buttonRef={confirmButton}
          sizeRef={sizeField}
          typesSize={typesSize}
          send={send}
        />
      }
    >
      <div className={styles.body}>
        <Replaces intent={intent} isUnderWay={amending.isUnderWay} />
        <RfqRest intent={intent} />
        {watch === undefined || obstacles.some(({ id }) => id === 'rfq') ? null : (
          <QuoteLine watch={watch} order={order} />
        )}
        {isHeld && <NeedsApproval need={need} takesQuote={intent.context.quote !== undefined} />}
        <Fault intent={intent} check={check} standing={standing} />
        <ReviewBody intent={intent} nowMs={nowMs()} check={check} watch={watch} />
        <WhyNot obstacles={obstacles} />
        <Details intent={intent} />
      </div>
      {refused === undefined ? null : <Banner tone="danger" title={refusals[refused]} />}
      <Unstored state={state} />
    </DockableDialog>
  )
}

function Replaces({ intent, isUnderWay }: { readonly intent: Intent; readonly isUnderWay: boolean }) {
  const { context, order } = intent
  const now = useFirstOrder(intent)
  const first = context.amends
  if (first === undefined) return null
  const hasFilled = !isUnderWay && now?.kind === 'works' && !isZero(now.filled)
  return (
    <Banner tone="info" testId="replaces" title={isUnderWay ? 'Cancelling the first order…' : 'Amends a live order'}>
      <code>{first.orderId ?? first.clientOrderId}</code> is cancelled first. This one leaves only once the venue says
      so, and only for what is then left. If the venue refuses it, nothing works any more; the first order is then
      offered for review again.
      {hasFilled &&
        ` ${exactText(canonical(now.filled))} of it filled meanwhile: this one leaves for ${exactText(canonical(now.left))}.`}
      {first.bound !== undefined && ` One price step better; your bound is ${boundText(order, first.bound)}.`}
    </Banner>
  )
}

const boundText = (order: Intent['order'], bound: Decimal): string =>
  legsOf(order).length === 1 ? exactText(bound) : effectLabel(sideOf(order), bound).text

interface FaultProps {
  readonly intent: Intent
  readonly check: WeighedCheck
  readonly standing: 'given' | 'asked'
}

function Fault({ intent, check, standing }: FaultProps) {
  const { order } = intent
  const [fault] = check.faults
  const isEstimate = order.price === undefined
  if (fault === undefined) return null
  return (
    <PriceBlock fault={fault} price={check.judged} side={sideOf(order)} mendTo={mender(intent)} isEstimate={isEstimate}>
      {overrideText[isEstimate ? 'market' : standing]}
    </PriceBlock>
  )
}

const WhyNot = ({ obstacles }: { readonly obstacles: readonly Obstacle[] }) =>
  obstacles.map(({ id, tone, title, lines }) => (
    <Banner key={id} tone={tone} title={title}>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  ))

function hasConfirmedPrice({ order: { price }, context: { overridden } }: Intent): boolean {
  return price !== undefined && overridden !== undefined && eq(price, overridden)
}

const realisedFact = (closing: OrderClosing): readonly { readonly term: string; readonly value: ReactNode }[] =>
  closing.kind === 'closes' && closing.realised !== undefined && !closing.closing.isBeyond
    ? [{ term: 'You realise', value: formatPnl(closing.realised) }]
    : []

const risks = ['Maximum loss', 'Maximum profit', 'Break-even']
const byRisk = (facts: readonly OrderFact[]): readonly OrderFact[] => {
  const rank = ({ term }: OrderFact): number => (risks.includes(term) ? risks.indexOf(term) : risks.length)
  return facts.toSorted((a, b) => rank(a) - rank(b))
}

interface ReviewBodyProps {
  readonly intent: Intent
  readonly nowMs: number
  readonly check: WeighedCheck
  readonly watch: QuoteWatch | undefined
}

function ReviewBody({ intent, nowMs, check, watch }: ReviewBodyProps) {
  const { facts = [], warnings = [] } = intent.context
  const { order } = intent
  const side = sideOf(order)
  const legs = legsOf(order)
  const words = reviewText(order, nowMs)
  const does = [
    ...realisedFact(useClosing(intent)),
    ...byRisk([...facts, ...check.facts]),
    ...(check.margin === undefined ? [] : [{ term: 'Margin', value: <MarginChange margin={check.margin} /> }]),
  ]
  return (
    <div className={styles.body}>
      <section className={styles.block}>
        <ReviewPrice order={order} side={side} isPackage={legs.length > 1} now={watch?.fill?.average} />
        {legs.length === 1 ? null : <EffectiveLegs legs={legs} side={side} quantity={order.quantity} underReview />}
        {order.minimum_quantity === undefined ? null : <p>At least {exactText(order.minimum_quantity)}.</p>}
      </section>
      <Block title="What it can do">
        <DefinitionList items={does} columns={1} />
        {[...new Set([...warnings, ...check.warnings])].map(warning => (
          <Banner key={warning} tone="warning" title={warning} />
        ))}
      </Block>
      <Block title="How it ends">
        <p>
          {words.effect} {words.life}.
        </p>
      </Block>
    </div>
  )
}

const Block = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.block}>
    <h3>{title}</h3>
    {children}
  </section>
)

function Details({ intent }: { readonly intent: Intent }) {
  const { body, order, client_order_id: id } = intent
  const venue = useVenue()
  const session = useSession()
  const items = [
    { term: 'To', value: session.status === 'signed_in' ? `${venue.label}, account ${session.account}` : venue.label },
    ...(order.user_tag === undefined ? [] : [{ term: 'Tag', value: order.user_tag }]),
    { term: 'Client order id', value: <code>{id}</code> },
  ]
  return (
    <details className={styles.wire}>
      <summary>Details</summary>
      <DefinitionList items={items} columns={1} />
      <div className={styles.wireHead}>
        {phraseOf(phrasedIntent(intent)).side !== order.side && (
          <span className="muted">In the venue’s form: {wireText(order)}. Position and cash are the same.</span>
        )}
        <CopyButton text={body} label="Copy JSON" />
      </div>
      <pre>{readableJson(body)}</pre>
    </details>
  )
}
