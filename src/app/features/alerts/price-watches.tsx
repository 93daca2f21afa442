/**
 * Checks the quotes of live RFQs against the trader's price alerts, on every screen. An armed one takes like the Take
 * button: a firm order, checked against own limits, stored before sending, looked up if its answer is lost.
 */
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useReview } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { ConfirmRefusal } from '../../api/order-desk/desk-parts.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { Decimal } from '../../../core/domain/decimal.ts'
import { type Intent, isUnderReview } from '../../../core/domain/intent.ts'
import { type DisarmNotice, reaches, type WatchEffect } from '../../../core/domain/price-watch.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import {
  happen,
  onArmedElsewhere,
  type OwnedWatch,
  usePriceWatches,
  watchesNow,
} from '../../model/orders/price-watches.ts'
import { isPending, type RfqCard } from '../../model/orders/rfq-cards.ts'
import { takeUpTo } from '../../model/orders/take-quote.ts'
import { useOwnOrders } from '../../model/orders/use-own-orders.ts'
import { isPastEnd, type QuoteState, useQuoting } from '../../model/orders/use-quoting.ts'
import { disarmedText } from '../../ui/order/my-price.tsx'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { packagePriceText } from '../../ui/order/package-price.tsx'
import { useTicking } from '../../ui/use-tick.ts'

export interface WatchNotice {
  readonly id: string
  readonly tone: 'ok' | 'warning'
  readonly title: string
  readonly body: string
  readonly rfq: string
}

interface PriceWatchesProps {
  readonly owner: OwnerKey
  readonly report: (notice: WatchNotice) => void
}

const disarmedNotice = (rfq: string, disarmed: DisarmNotice): WatchNotice => ({
  id: `disarmed ${rfq} ${disarmed.why} ${serverNowMs()}`,
  tone: 'warning',
  title: 'RFQ at your price: disarmed',
  body: disarmedText(disarmed),
  rfq,
})

const reportedReloads = new Set<string>()

export function PriceWatches({ owner, report }: PriceWatchesProps): ReactNode {
  const watches = usePriceWatches(owner)
  useEffect(() => {
    for (const { rfq, disarmed } of watchesNow()) {
      if (disarmed?.why !== 'reloaded' || reportedReloads.has(rfq)) continue
      reportedReloads.add(rfq)
      report(disarmedNotice(rfq, disarmed))
    }
    // After sign-out or a change of account, an armed alert takes nothing.
    return () => {
      for (const { rfq, owner: whose } of watchesNow())
        if (whose === owner) happen(rfq, { kind: 'disarm', disarmed: { why: 'signed_out' } })
    }
  }, [owner, report])
  useEffect(
    () =>
      onArmedElsewhere(rfq => {
        const disarmed = { why: 'armed_elsewhere' } as const
        if (happen(rfq, { kind: 'disarm', disarmed }).length > 0) report(disarmedNotice(rfq, disarmed))
      }),
    [report],
  )
  return watches.length === 0 ? null : <Watched watches={watches} report={report} />
}

function Watched({
  watches,
  report,
}: {
  readonly watches: readonly OwnedWatch[]
  readonly report: PriceWatchesProps['report']
}) {
  const { cards, intents, open } = useOwnOrders()
  return watches.map(watch => {
    const card = cards.find(each => each.clientOrderId === watch.rfq)
    const intent = intents.find(each => each.client_order_id === watch.rfq)
    const isKnown = open.status === 'ready'
    return card === undefined ? (
      <Gone key={watch.rfq} watch={watch} isKnown={isKnown} report={report} />
    ) : (
      <Watch key={watch.rfq} watch={watch} card={card} intent={intent} report={report} />
    )
  })
}

const over = { isAlive: false, isReached: undefined, areQuotesOld: false, tries: 0, isBusy: false } as const
const ended = ({ rfq }: OwnedWatch): WatchNotice => ({
  id: `ended ${rfq}`,
  tone: 'warning',
  title: 'RFQ at your price: ended',
  body: 'It ended before its best quote reached your price. Nothing was taken.',
  rfq,
})

function Gone({
  watch,
  isKnown,
  report,
}: {
  readonly watch: OwnedWatch
  readonly isKnown: boolean
  readonly report: PriceWatchesProps['report']
}) {
  useEffect(() => {
    if (!isKnown) return
    for (const effect of happen(watch.rfq, { kind: 'seen', sight: over }))
      if (effect.kind === 'ended') report(ended(watch))
  }, [watch, isKnown, report])
  return null
}

interface WatchProps {
  readonly watch: OwnedWatch
  readonly card: RfqCard
  readonly intent: Intent | undefined
  readonly report: PriceWatchesProps['report']
}

const refusals: Readonly<Record<ConfirmRefusal, string>> = {
  no_draft: 'the order was not under review any more.',
  own_limits: 'it exceeds your own limits.',
  locked: 'trading is locked.',
  signed_out: 'you are signed out.',
  other_account: 'you are signed in to another account.',
  reconciling: 'earlier submissions are still being looked up.',
}

function take({ card, intent, watch }: WatchProps, { book }: QuoteState): string | undefined {
  const id = book?.data === undefined ? undefined : takeUpTo({ card, intent }, book.data, watch.price)
  if (id === undefined) return 'there was nothing to take at your price.'
  const confirmed = desk.confirm(id)
  if (confirmed.ok) return undefined
  desk.discard(id)
  return refusals[confirmed.reason]
}

function Watch(props: WatchProps): null {
  const { watch, card, report } = props
  const { rfq, price } = watch
  const isOver = useTicking(() => isPastEnd(card))
  const quoting = useQuoting(card, isOver)
  const isReviewing = useReview() !== undefined
  const quote = quoting.best?.level.price
  const at = (one: Decimal): string =>
    packagePriceText(one, { legs: card.legs, quantity: card.count.left, side: card.side })
  const perform = useEffectEvent((effect: WatchEffect): void => {
    switch (effect.kind) {
      case 'take': {
        const words = take(props, quoting)
        if (words === undefined) return
        const disarmed: DisarmNotice = { why: 'refused', words }
        happen(rfq, { kind: 'disarm', disarmed })
        report(disarmedNotice(rfq, disarmed))
        return
      }
      case 'alert':
        return report({
          id: `reached ${rfq} ${price} ${serverNowMs()}`,
          tone: 'ok',
          title: `RFQ reached your price: ${shownPhrase(card)}`,
          body: `The best quote is ${quote === undefined ? 'gone' : at(quote)}; your price is ${at(price)}.`,
          rfq,
        })
      case 'disarmed':
        return report(disarmedNotice(rfq, effect.disarmed))
      case 'ended':
        return report(ended(watch))
    }
  })
  useEffect(() => {
    // Skips RFQs that are still being sent, and alerts changed since.
    if (card.state === 'unknown' || !watchesNow().includes(watch)) return
    const isReached =
      quote === undefined || card.side === undefined ? undefined : reaches(card.side, quote, watch.price)
    const isBusy = isReviewing || desk.snapshot().intents.some(isUnderReview)
    const sight = {
      isAlive: isPending(card) && !isOver,
      isReached,
      areQuotesOld: quoting.isStale,
      tries: card.tries.length,
      isBusy,
    }
    for (const effect of happen(watch.rfq, { kind: 'seen', sight })) perform(effect)
  }, [watch, card, quote, isOver, quoting.isStale, isReviewing])
  return null
}
