/**
 * Replaces the ticket once an RFQ is sent: its quotes, the draft's results at them, and taking, extending and
 * cancelling in place.
 */
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useOpenJournalOrders } from '../../../api/order-desk/open-shown.ts'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { canonical, type Decimal, decimalFromNumber, isZero, toNumber } from '../../../../core/domain/decimal.ts'
import { hasExpired } from '../../../../core/domain/order-ends.ts'
import { endText } from '../../../../core/domain/order-outcome.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import { orderSearch } from '../../../links/screen-links.ts'
import { cancelOwn, extendRfq } from '../../../model/orders/order-commands.ts'
import { isAlive } from '../../../model/orders/rfq-cards.ts'
import { dismissedSize } from '../../../model/orders/rfq-tries.ts'
import { isTakeable, ownLevels, takeFull, takeUpTo } from '../../../model/orders/take-quote.ts'
import { usePriceWatch } from '../../../model/orders/use-price-watch.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { noQuotesText } from '../../../model/orders/use-quoting.ts'
import { payoffBefore } from '../../../../core/pricing/payoff-before.ts'
import { FireButton } from '../../../ui/arming/fire-button.tsx'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Countdown } from '../../../ui/controls/countdown.tsx'
import { maskAmount, useAmountsHidden } from '../../../ui/format/privacy.ts'
import { FilledLine } from '../../../ui/order/filled-line.tsx'
import { RfqQuotes } from '../../../ui/order/live-rfq.tsx'
import { MyPrice } from '../../../ui/order/my-price.tsx'
import { shownFill, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { rfqHasFocus } from '../../../ui/order/rfq-focus.ts'
import { type OrderOut, unresolvedText } from '../../../ui/order/rfq-out-text.ts'
import { RfqOut } from '../../../ui/order/rfq-out.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { sayOutcome } from '../../../ui/order/say-outcome.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { Link } from '../../../ui/router/link.tsx'
import type { DerivedDraft } from '../derived/use-derived.ts'
import type { Draft } from '../draft/draft.ts'
import styles from './live-rfq.module.css'
import type { LiveRfq } from './use-live-rfq.ts'
import type { PayoffModel } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { exactPriceText, priceText } from '../../../ui/charts/price-text.ts'
import { dash, formatPercent } from '../../../ui/format/format-decimal.ts'
import { extremeText, type ExtremeValue } from '../../../ui/order/extreme-text.ts'
import { isFocusNowhere } from '../../../ui/panel/panel-focus.ts'

const QuoteJudged = lazyComponent(async () => (await import('./quote-judged.tsx')).QuoteJudged)

interface QuoteFiguresProps {
  readonly quoted: PayoffModel | undefined
  readonly quantity: number
}

function QuoteFigures({ quoted, quantity }: QuoteFiguresProps) {
  const model = quoted === undefined || quoted.kind === 'none' ? undefined : quoted
  const best =
    model === undefined ? undefined : model.kind === 'exact' ? model.payoff.maxProfit.value : model.extremes.greatest
  const worst =
    model === undefined ? undefined : model.kind === 'exact' ? model.payoff.maxLoss.value : model.extremes.least
  const total = (value: ExtremeValue | undefined): string =>
    value === undefined ? dash : value === 'unlimited' ? value : maskAmount(extremeText(value, quantity))
  const at = model?.kind === 'model' ? priceText : exactPriceText
  const breakEvens = model?.breakEvens.map(each => at(each)).join(' / ')
  return (
    <dl className={styles.figures} aria-label="At this quote">
      <Figure term="Max profit">{total(best)}</Figure>
      <Figure term="Max loss">{total(worst)}</Figure>
      <Figure term="Break-even">{breakEvens === undefined ? dash : breakEvens === '' ? 'none' : breakEvens}</Figure>
      <Figure term="Chance" title="Chance of profit at the first expiry, at this quote">
        {model?.outlook === undefined ? dash : formatPercent(model.outlook.chanceOfProfit, { places: 0 })}
      </Figure>
    </dl>
  )
}

function Figure({
  term,
  title,
  children,
}: {
  readonly term: string
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <div title={title}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export interface LiveRfqPanelProps {
  readonly rfq: LiveRfq
  readonly draft: Draft
  readonly derived: DerivedDraft
  readonly sizeRef: Ref<HTMLInputElement>
}

/** Time after sending in which an RFQ takes the focus, so that keys do not reach the previous element. */
const justSentMs = 10_000

export function LiveRfqPanel(props: LiveRfqPanelProps) {
  const { card, intent, quoting } = props.rfq
  useAmountsHidden()
  const panel = useFocusOnSent(card.id, card.placedMs)
  useCommands([
    {
      id: 'build.rfq.take',
      name: 'Take all that is left at the quotes of now',
      group: 'Live RFQ',
      keys: 'rfq.take',
      keyWhen: () => rfqHasFocus(card.id),
      enabled: isTakeable(card, quoting),
      run: () => takeFull({ card, intent }, quoting),
    },
  ])
  const isLive = isAlive(card)
  const shown = isLive ? card.clientOrderId : undefined
  return (
    <div
      ref={panel}
      className={styles.frame}
      data-rfq={card.id}
      data-outcome-of={shown}
      data-testid="live-rfq"
      tabIndex={-1}
    >
      <Panel label="Live RFQ" height="content" title={<Heading {...props} />} toolbar={<Actions {...props} />}>
        <div className={styles.body}>{isLive ? <Quotes {...props} /> : <Ended {...props} />}</div>
      </Panel>
    </div>
  )
}

/** The sending dialog does the same if it closes later (`review-dialog.tsx`). */
function useFocusOnSent(id: string, placedMs: number | undefined) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isJustSent = placedMs !== undefined && serverNowMs() - placedMs <= justSentMs
    if (isJustSent && isFocusNowhere()) panel.current?.focus({ preventScroll: true })
    // Once per RFQ, even if its time is corrected.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  return panel
}

function Heading({ rfq: { card } }: LiveRfqPanelProps) {
  if (card.state === 'filled') return 'RFQ filled'
  if (card.state === 'checking') return 'RFQ: checking what was filled…'
  if (card.state === 'unresolved') return `RFQ: ${unresolvedText(dismissedSize(card))}`
  if (card.state === 'unknown') return 'Sending RFQ…'
  if (card.state === 'ended') return card.traded ? 'RFQ ended, traded in part' : 'RFQ ended'
  return (
    <>
      RFQ live{' '}
      {card.life !== undefined && (
        <span className={styles.countdown} title="By the venue’s clock">
          {card.life.endEarliestMs === card.life.endLatestMs ? '' : '≤ '}
          <Countdown endMs={card.life.endLatestMs} nowMs={serverNowMs} ended="past its end" />
        </span>
      )}
    </>
  )
}

function Actions({ rfq: { card, quoting, leave } }: LiveRfqPanelProps) {
  const { refreshInterest, cancelOrder } = useCapabilities()
  const ids = { clientOrderId: card.clientOrderId, orderId: card.orderId }
  const isLive = isAlive(card)
  const isFixed = card.life?.isFixed === true && !card.endIsEstimate
  const over = quoting.isOver ? 'Past its end by the venue’s clock' : undefined
  return (
    <>
      {isLive && refreshInterest !== 'absent' && (
        <Button
          size="sm"
          disabled={quoting.isOver || isFixed}
          title={
            over ??
            (isFixed ? 'It ends at its own time: extending has no effect' : 'Keep it alive for another time-out')
          }
          onClick={() =>
            void extendRfq(ids).then(result => sayOutcome('Extend', result, 'Extended', shownPhrase(card)))
          }
        >
          Extend
        </Button>
      )}
      {isLive && cancelOrder !== 'absent' && (
        <FireButton
          size="sm"
          question={card.id}
          gesture="hold"
          disabled={quoting.isOver}
          title={over ?? 'Click, or hold Enter'}
          onFire={() =>
            void cancelOwn(ids).then(result => sayOutcome('Cancel', result, 'Cancelled', shownPhrase(card)))
          }
        >
          Cancel
        </FireButton>
      )}
      <Button
        size="sm"
        variant="quiet"
        title={isLive ? 'The RFQ stays live; it is listed in Orders' : undefined}
        onClick={leave}
      >
        {card.state === 'filled' ? 'Again' : 'Back to the ticket'}
      </Button>
    </>
  )
}

const noBooks = 'This venue shows no quotes: a firm order at your price trades with what matches it.'

function Quotes({ rfq, draft, derived, sizeRef }: LiveRfqPanelProps) {
  const { card, intent, quoting, quoted, priceOnWire, divisor } = rfq
  const { book } = quoting
  const data = book?.data
  const wanted = canonical(card.count.left)
  const { mid } = derived.summary.net
  const model = modelWorth(derived, draft)
  const remembered = useOpenJournalOrders().find(order => order.client_order_id === card.clientOrderId)
  return (
    <>
      <RfqQuotes
        book={data}
        note={book === undefined ? noBooks : data === undefined ? noQuotesText(book) : undefined}
        legs={card.legs}
        side={card.side}
        closes={card.closes}
        quantityLeft={wanted}
        validSizes={quoting.validSizes}
        legsMid={mid && { ...mid, price: priceOnWire(mid.price) }}
        model={model && priceOnWire(model)}
        isStale={quoting.isStale}
        disabled={!isTakeable(card, quoting)}
        own={ownLevels(card)}
        trail={remembered?.quotes?.trail}
        filled={<FilledLine {...card} average={takenOf(card)?.average} />}
        sizeRef={sizeRef}
        onTake={(limit, size) => data !== undefined && takeUpTo({ card, intent }, data, limit, size)}
      >
        <QuoteFigures quoted={quoted} quantity={toNumber(wanted) / divisor} />
      </RfqQuotes>
      {data !== undefined && <AtMyPrice {...rfq} />}
      {remembered?.points !== undefined && <QuoteJudged rfq={remembered} />}
      <OutOfRfq card={card} />
      <span className={styles.ways}>
        <Link
          to="/orders"
          search={orderSearch(card.clientOrderId)}
          className={cx(buttonClass({ size: 'sm', variant: 'quiet' }), styles.toOrders)}
        >
          Show in Orders
        </Link>
      </span>
    </>
  )
}

function AtMyPrice({ card, quoting }: LiveRfq) {
  const watching = usePriceWatch(card, quoting)
  return watching && <MyPrice {...watching} />
}

function OutOfRfq({ card }: Pick<LiveRfq, 'card'>) {
  const { cancelOrder } = useCapabilities()
  const cancel = (one: OrderOut): void =>
    void cancelOwn(one).then(result =>
      sayOutcome('Cancel', result, 'Cancelled', shownPhrase({ ...card, quantity: one.out.working })),
    )
  const isMore = card.state === 'filled' && !isZero(card.count.working)
  return (
    <>
      {isMore && (
        <Banner tone="warning" title="The RFQ is filled; an order that is still working could exceed its size." />
      )}
      <RfqOut
        tries={card.tries}
        legs={card.legs}
        side={card.side}
        onCancel={cancelOrder === 'absent' ? undefined : cancel}
      />
    </>
  )
}

/** Model value of a package at present volatilities, in the draft's terms, to the cent. Undefined without a model. */
function modelWorth({ model }: DerivedDraft, draft: Draft): Decimal | undefined {
  const scene = model.kind === 'none' ? undefined : model.scene
  if (scene === undefined) return undefined
  const [value] = payoffBefore(
    scene.legs,
    0,
    { atMs: scene.nowMs, volatilityShift: 0 },
    Float64Array.of(scene.underlying),
  )
  // A float may be too small for a decimal, so it is rounded to cents first.
  return value === undefined
    ? undefined
    : decimalFromNumber((Math.round(value * 100) / 100) * sideSign(draft.side) || 0)
}

function Ended({ rfq: { card } }: LiveRfqPanelProps) {
  const taken = takenOf(card)
  if (card.state === 'unknown')
    return <Note>No answer from the venue yet. Checking automatically; never resent automatically.</Note>
  const text = taken === undefined ? undefined : shownFill({ ...card, ...taken })
  return (
    <div className={styles.ended} data-outcome-of={text === undefined ? undefined : card.id}>
      <output className={styles.traded}>
        {text ?? (card.traded ? 'Traded; how much is not known yet.' : 'Nothing was traded.')}
      </output>
      {card.endReason !== undefined && (
        <Note>
          {
            endText(
              card.endReason,
              hasExpired(
                card.legs.map(leg => leg.symbol),
                serverNowMs(),
              ),
            ).text
          }
        </Note>
      )}
      {card.state !== 'filled' && card.traded && !isZero(card.count.left) && <Note>The rest was not taken.</Note>}
      <OutOfRfq card={card} />
      <span className={styles.ways}>
        {card.traded && (
          <Link to="/portfolio" className={buttonClass({ size: 'sm', variant: 'primary' })}>
            Show the position
          </Link>
        )}
      </span>
    </div>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => <p className="muted">{children}</p>
