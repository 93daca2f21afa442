/** One RFQ of the blotter: a line of figures, which opens in place to its quotes, its history and what can be done with it. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { canonical, type Decimal, eq, formatDecimal, isZero } from '../../../domain/decimal.ts'
import type { QuotesSeen } from '../../../domain/journal-order.ts'
import { hasExpired } from '../../../domain/order-ends.ts'
import { endText } from '../../../domain/order-outcome.ts'
import { isAlive, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import { takenOf } from '../../../model/orders/taken.ts'
import { isPastEnd, noQuotesText, type Quoting, useQuoting } from '../../../model/orders/use-quoting.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Countdown } from '../../../ui/controls/countdown.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { averagePriceShown } from '../../../ui/format/average-price.ts'
import { dash, formatNumber } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { OrderPhrase, shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { PackagePrice, packagePriceText } from '../../../ui/order/package-price.tsx'
import { useTicking } from '../../../ui/use-tick.ts'
import { CancelOne } from '../open/cancel-one.tsx'
import { lastChange, secondsToQuote } from './blotter-text.ts'
import styles from './blotter.module.css'
import { cardCommand, useCardActions } from './card-actions.ts'
import { RfqDetails } from './rfq-details.tsx'
import type { RfqRowProps } from './rfq-row-props.ts'

export function RfqRow(props: RfqRowProps) {
  const { card, intent, quotes, active, selected, isOpen, onToggle } = props
  useAmountsHidden()
  const isOver = useTicking(() => isPastEnd(card))
  const quoting = useQuoting(card, isOver, props.bookIntervalMs)
  const [isAsked, ask] = useState(false)
  const actions = useCardActions(card, intent, quoting, () => ask(true))
  useCommands(selected ? actions.map(action => cardCommand(card.id, action)) : [])
  const toCancel = actions.find(action => action.id === 'cancel')
  const isLive = isAlive(card)
  const name = shownPhrase(card)
  return (
    <article
      className={styles.row}
      data-state={card.state}
      data-active={active}
      data-selected={selected}
      data-open={isOpen}
      data-rfq={card.id}
      aria-label={name}
    >
      <div className={styles.line}>
        <button type="button" className={styles.name} data-card={card.id} aria-expanded={isOpen} onClick={() => onToggle(card.id)}>
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          <OrderPhrase {...card} />
        </button>
        <Cell title={sizeTitle(card)}>{formatSize(isLive ? card.count.left : card.quantity)}</Cell>
        {isLive ? <LiveCells card={card} quoting={quoting} quotes={quotes} /> : <EndedCells card={card} quotes={quotes} />}
        <RowEnd card={card} />
      </div>
      {isOpen && <RfqDetails {...props} quoting={quoting} actions={actions} />}
      {isAsked && toCancel !== undefined && <CancelOne what="RFQ" name={name} onCancel={toCancel.run} onClose={() => ask(false)} />}
    </article>
  )
}

const sizeTitle = ({ quantity, count: { left } }: RfqCard): string | undefined =>
  isZero(left) || eq(quantity, left) ? undefined : `${formatSize(left)} left of ${formatSize(quantity)}`

function Cell({
  children,
  title,
  tone,
}: {
  readonly children: ReactNode
  readonly title?: string | undefined
  readonly tone?: string | undefined
}) {
  return (
    <span className={cx(styles.cell, tone)} title={title}>
      {children}
    </span>
  )
}

interface CellsProps {
  readonly card: RfqCard
  readonly quotes: QuotesSeen | undefined
}

const toneOf = (better: Decimal | undefined): string | undefined =>
  better === undefined || isZero(better) ? undefined : better.startsWith('-') ? styles.worse : styles.better

function LiveCells({ card, quoting, quotes }: CellsProps & { readonly quoting: Quoting }) {
  const { best, book, isStale } = quoting
  const priced = { legs: card.legs, quantity: card.count.left, side: card.side }
  if (best === undefined) {
    const why = isZero(card.count.left)
      ? 'nothing left to take'
      : book === undefined
        ? 'no quotes shown by this venue'
        : book.data === undefined
          ? noQuotesText(book)
          : 'no quote yet'
    return (
      <span className={cx(styles.cell, styles.none)} title={why}>
        {why}
      </span>
    )
  }
  const change = lastChange(quotes, card.side)
  const better = best.betterThanMid
  return (
    <>
      <Cell title="Best quote for you" tone={isStale ? styles.stale : styles.strong}>
        <PackagePrice price={best.level.price} {...priced} />
      </Cell>
      <Cell title="The best against the mid of the legs; above zero it is better for you" tone={toneOf(better)}>
        {better === undefined ? dash : formatDecimal(better, { sign: 'always' })}
      </Cell>
      <Cell
        title={
          best.isEnough
            ? `Average for the full size; worst ${packagePriceText(canonical(best.fill.worst), priced)}`
            : 'What is quoted does not reach the full size'
        }
      >
        <PackagePrice price={averagePriceShown(best.fill.average)} {...priced} />
        {best.isEnough ? '' : ` (${formatSize(canonical(best.fill.filled))})`}
      </Cell>
      <Cell title="How the best last moved, for you" tone={toneOf(change)}>
        {change === undefined
          ? ''
          : `${change.startsWith('-') ? '▼' : '▲'} ${formatDecimal(canonical(change.startsWith('-') ? (change.slice(1) as Decimal) : change))}`}
      </Cell>
    </>
  )
}

function EndedCells({ card, quotes }: CellsProps) {
  const priced = { legs: card.legs, quantity: card.quantity, side: card.side }
  const seconds = secondsToQuote(card, quotes)
  const taken = takenOf(card)
  return (
    <>
      <Cell title="Best quote, as last seen">
        <PackagePrice price={quotes?.best.price} {...priced} />
      </Cell>
      <Cell title="The quote behind it, as last seen">
        <PackagePrice price={quotes?.second?.price} {...priced} />
      </Cell>
      <Cell
        title={taken === undefined ? 'Nothing taken' : `Taken: ${formatSize(canonical(taken.quantity))}, on average`}
        tone={styles.strong}
      >
        {taken === undefined ? dash : <PackagePrice price={averagePriceShown(taken.average)} {...priced} />}
      </Cell>
      <Cell title="From asking to the first quote">{seconds === undefined ? dash : `${formatNumber(seconds, { places: 1 })} s`}</Cell>
    </>
  )
}

const isExpired = ({ legs }: RfqCard): boolean =>
  hasExpired(
    legs.map(leg => leg.symbol),
    serverNowMs(),
  )

const endLabels: Readonly<Record<string, string>> = { user_cancelled: 'cancelled', timeout: 'timed out' }

const stateLabel = ({ state, traded, endReason }: RfqCard): string =>
  state !== 'ended'
    ? state
    : traded
      ? 'traded'
      : endReason !== undefined && Object.hasOwn(endLabels, endReason)
        ? (endLabels[endReason] ?? state)
        : state

function RowEnd({ card }: { readonly card: RfqCard }) {
  const { life } = card
  if (card.state !== 'live') {
    const tone =
      card.state === 'unknown' || !isZero(card.count.working) ? 'warning' : card.traded || card.state === 'filled' ? 'accent' : 'neutral'
    return (
      <Badge tone={tone} title={card.endReason === undefined ? undefined : endText(card.endReason, isExpired(card)).text}>
        {stateLabel(card)}
        {isZero(card.count.working) ? '' : `, ${formatSize(card.count.working)} working`}
      </Badge>
    )
  }
  if (life === undefined) {
    return (
      <span className={cx(styles.cell, 'muted')} title="The venue’s record carries no time, and this browser did not send it">
        end unknown
      </span>
    )
  }
  const certain = life.endEarliestMs === life.endLatestMs
  const why = [
    card.endIsEstimate ? 'Its acceptance never came: reckoned with the time-out that the venue gave another RFQ.' : '',
    certain
      ? ''
      : `Its cycles run out between ${formatZoned(life.endEarliestMs, 'minutes')} and ${formatZoned(life.endLatestMs, 'minutes')} ${zoneLabel()}; extending does not put that off.`,
  ]
  return (
    <span className={cx(styles.cell, styles.end)} title={why.join(' ').trim() || undefined}>
      {certain && !card.endIsEstimate ? '' : '≤ '}
      <Countdown endMs={life.endLatestMs} nowMs={serverNowMs} ended="past its end" />
    </span>
  )
}
