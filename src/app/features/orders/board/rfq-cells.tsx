/** Cells of a live RFQ: best quote, expiry, take, cancel; and its keys. */
import { useState } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { isZero } from '../../../../core/domain/decimal.ts'
import { isAlive, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import { dismissedSize } from '../../../model/orders/rfq-tries.ts'
import { isPastEnd, noQuotesText, type QuoteState, useQuoting } from '../../../model/orders/use-quoting.ts'
import { FireButton } from '../../../ui/arming/fire-button.tsx'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Countdown } from '../../../ui/controls/countdown.tsx'
import { averagePriceShown } from '../../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { sayIgnored } from '../../../ui/grid/component-columns.tsx'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { unresolvedText } from '../../../ui/order/rfq-out-text.ts'
import { PackagePrice, packagePriceText } from '../../../ui/order/package-price.tsx'
import { useTicking } from '../../../ui/use-tick.ts'
import type { BlotterRow, RfqRow } from './blotter-rows.ts'
import { cardCommand, useCardActions } from './card-actions.ts'
import { CancelOne } from '../open/cancel-one.tsx'
import styles from '../orders.module.css'

export const useCardQuoting = (card: RfqCard, bookIntervalMs?: number): QuoteState =>
  useQuoting(
    card,
    useTicking(() => isPastEnd(card)),
    bookIntervalMs,
  )

export const noBooksText = 'This venue shows no quotes: firm up at your price, and what matches it trades.'

/** Reason why there is no price; undefined if nobody has quoted yet. */
export function noteOf(card: RfqCard, { book }: QuoteState): string | undefined {
  if (card.state === 'unresolved') return unresolvedText(dismissedSize(card))
  if (isZero(card.count.left)) return undefined
  if (book === undefined) return noBooksText
  return book.data === undefined ? noQuotesText(book) : undefined
}

export function RfqPrice({ row: { card, bookIntervalMs } }: { readonly row: RfqRow }) {
  useAmountsHidden()
  const quoting = useCardQuoting(card, bookIntervalMs)
  const { best, isStale } = quoting
  if (best === undefined) {
    const why = noteOf(card, quoting) ?? (isZero(card.count.left) ? 'nothing left' : 'no quote yet')
    return (
      <span className="muted" title={why}>
        {why}
      </span>
    )
  }
  return (
    <span data-stale={isStale} className={styles.quote} title="For all that is left, at the quotes of now">
      <PackagePrice
        price={averagePriceShown(best.fill.average)}
        legs={card.legs}
        quantity={card.count.left}
        side={card.side}
      />
    </span>
  )
}

export function Ends({ row }: { readonly row: BlotterRow }) {
  if (row.kind === 'order') return <EndsIn life={row.order.life} />
  return row.kind === 'rfq' && row.card.state === 'live' ? (
    <EndsIn life={row.card.life} isEstimate={row.card.endIsEstimate} />
  ) : null
}

export function RfqLife({ card }: { readonly card: RfqCard }) {
  if (card.state === 'live') return <EndsIn life={card.life} isEstimate={card.endIsEstimate} />
  const tone = card.state === 'filled' && isZero(card.count.working) ? 'accent' : 'warning'
  return <Badge tone={tone}>{card.state === 'unresolved' ? 'outcome unknown' : card.state}</Badge>
}

function EndsIn({ life, isEstimate = false }: { readonly life: RfqCard['life']; readonly isEstimate?: boolean }) {
  if (life === undefined) {
    return (
      <span className="muted" title="The venue’s record carries no time, and this browser did not send it">
        end unknown
      </span>
    )
  }
  const certain = life.endEarliestMs === life.endLatestMs
  const why = [
    isEstimate ? 'Its acceptance never came: computed with the time-out that the venue gave another RFQ.' : '',
    certain
      ? ''
      : `Its cycles run out between ${formatZoned(life.endEarliestMs, 'minutes')} and ${formatZoned(life.endLatestMs, 'minutes')} ${zoneLabel()}; extending does not put that off.`,
  ]
  return (
    <span title={why.join(' ').trim() || undefined}>
      {certain && !isEstimate ? '' : '≤ '}
      <Countdown endMs={life.endLatestMs} nowMs={serverNowMs} ended="past its end" />
    </span>
  )
}

const nothing = (): void => undefined

interface RfqRowActionsProps {
  readonly row: RfqRow
  readonly isTakeOnly: boolean
}

export function RfqRowActions({ row: { card, intent, bookIntervalMs }, isTakeOnly }: RfqRowActionsProps) {
  const quoting = useCardQuoting(card, bookIntervalMs)
  const actions = useCardActions(card, intent, quoting, nothing)
  const take = quoting.book === undefined || !isAlive(card) ? undefined : actions.find(action => action.id === 'take')
  const toCancel = isTakeOnly ? undefined : actions.find(action => action.id === 'cancel')
  const { side, legs, count } = card
  const price = packagePriceText(averagePriceShown(quoting.best?.fill.average), { legs, quantity: count.left, side })
  return (
    <span className={styles.rowActions}>
      {take !== undefined && (
        <Button
          size="sm"
          variant={card.phrase.side ?? 'secondary'}
          tabIndex={-1}
          disabled={take.disabled}
          aria-label={`Take ${shownPhrase({ legs, side: undefined, quantity: count.left })}, ${price}`}
          title="All that is left at the quotes of now, reviewed first"
          onClick={take.run}
        >
          Take
        </Button>
      )}
      {toCancel !== undefined && (
        <FireButton
          size="sm"
          variant="quiet"
          question={card.id}
          gesture="hold"
          aria-label={`Cancel ${shownPhrase(card)}`}
          disabled={toCancel.disabled}
          title={toCancel.title}
          onFire={toCancel.run}
          onIgnored={sayIgnored}
        >
          Cancel
        </FireButton>
      )}
    </span>
  )
}

interface RfqKeysProps extends Pick<RfqRow, 'card'> {
  readonly intent: Intent | undefined
}

export function RfqKeys({ card, intent }: RfqKeysProps) {
  const [isAsked, setAsked] = useState(false)
  const actions = useCardActions(card, intent, useCardQuoting(card), () => setAsked(true))
  useCommands(actions.map(action => cardCommand(card.id, action)))
  const toCancel = actions.find(action => action.id === 'cancel')
  return isAsked && toCancel !== undefined ? (
    <CancelOne what="RFQ" name={shownPhrase(card)} onCancel={toCancel.run} onClose={() => setAsked(false)} />
  ) : null
}
