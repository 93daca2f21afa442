/** Actions of an RFQ, defined once for the card's buttons, keys and palette. */
import { useInstruments } from '../../../api/market/instruments.ts'
import { type Capabilities, useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { isZero } from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import { notTradingText } from '../../../../core/domain/order-ends.ts'
import { builderSearch } from '../../../links/builder-link.ts'
import { reviewAgain } from '../../../model/orders/firm-order.ts'
import { isAlive, type RfqCard } from '../../../model/orders/rfq-cards.ts'
import { leftToAskAgain } from '../../../model/orders/rfq-tries.ts'
import { isTakeable, takeFull } from '../../../model/orders/take-quote.ts'
import type { QuoteState } from '../../../model/orders/use-quoting.ts'
import type { Command } from '../../../ui/commands/command.ts'
import type { KeyMeaning } from '../../../ui/commands/key-table.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { rfqHasFocus } from '../../../ui/order/rfq-focus.ts'
import { useNavigate } from '../../../ui/router/use-router.ts'
import { cancel, extend } from '../open/order-commands.ts'

export interface CardAction {
  readonly id: 'take' | 'refresh' | 'cancel' | 'again' | 'mirror' | 'builder'
  readonly label: string
  readonly name: string
  readonly keys?: KeyMeaning | undefined
  readonly title?: string | undefined
  readonly quiet?: boolean | undefined
  readonly disabled: boolean
  readonly run: () => void
  /** Replaces `run` for the keyboard, where a slip is one key: asks first. */
  readonly ask?: (() => void) | undefined
}

export const cardCommand = (cardId: string, { id, name, keys, disabled, ask, run }: CardAction): Command => ({
  id: `orders.rfq.${id}`,
  name,
  group: 'Selected RFQ',
  keys,
  keyWhen: () => rfqHasFocus(cardId),
  enabled: !disabled,
  run: ask ?? run,
})

export function useCardActions(
  card: RfqCard,
  intent: Intent | undefined,
  quoting: QuoteState,
  askCancel: () => void,
): readonly CardAction[] {
  const capabilities = useCapabilities()
  const { index } = useInstruments()
  const navigate = useNavigate()
  const { side } = card
  const openInBuilder = (): void => {
    if (side !== undefined)
      navigate({ to: '/build', search: builderSearch({ ...card, side, mode: 'rfq', price: undefined }) })
  }
  return [
    ...(isAlive(card) || card.isListed ? liveActions(card, intent, { quoting, capabilities, askCancel }) : []),
    ...(intent === undefined || card.state === 'unknown' ? [] : repeatActions(card, intent, index)),
    {
      id: 'builder',
      label: 'Open in builder',
      name: 'Open the RFQ in the builder',
      keys: 'openInBuilder',
      quiet: true,
      // An unknown side is not treated as a buy.
      disabled: side === undefined,
      run: openInBuilder,
    },
  ]
}

interface LiveInputs {
  readonly quoting: QuoteState
  readonly capabilities: Capabilities
  readonly askCancel: () => void
}

function liveActions(
  card: RfqCard,
  intent: Intent | undefined,
  { quoting, capabilities, askCancel }: LiveInputs,
): CardAction[] {
  const isFilled = card.state === 'filled'
  const isOver = quoting.isOver && !isFilled
  const isFixed = card.life?.isFixed === true && !card.endIsEstimate
  const ids = { clientOrderId: card.clientOrderId, orderId: card.orderId }
  const over = isOver ? 'Past its end by the venue’s clock' : undefined
  const actions: (CardAction | false)[] = [
    {
      id: 'take',
      label: 'Take',
      name: 'Take all that is left at the quotes of now',
      keys: 'rfq.take',
      disabled: !isTakeable(card, quoting),
      run: () => takeFull({ card, intent }, quoting),
    },
    capabilities.refreshInterest !== 'absent' &&
      !isFilled && {
        id: 'refresh',
        label: 'Extend',
        name: 'Extend the RFQ: keep it alive',
        title:
          over ?? (isFixed ? 'It ends at its own time: extending has no effect' : 'Keep it alive for another time-out'),
        disabled: isOver || isFixed,
        run: () => void extend(ids, shownPhrase(card)),
      },
    capabilities.cancelOrder !== 'absent' && {
      id: 'cancel',
      label: 'Cancel',
      name: 'Cancel the RFQ',
      ask: askCancel,
      title: over ?? (isFilled ? 'Filled; the venue still shows it to makers' : undefined),
      disabled: isOver,
      run: () => void cancel(ids, shownPhrase(card)),
    },
  ]
  return actions.filter(action => action !== false)
}

export function repeatActions(
  card: RfqCard,
  intent: Intent,
  listing: Pick<InstrumentIndex, 'bySymbol'> | undefined,
): CardAction[] {
  const symbols = card.legs.map(leg => leg.symbol)
  const halted = notTradingText(symbols, serverNowMs(), listing)
  const isFilled = card.state === 'filled'
  const nothingLeft =
    !isFilled && isZero(leftToAskAgain(card)) ? 'No size left: the rest is working or in doubt' : undefined
  return [
    {
      id: 'again',
      label: isFilled ? 'Again' : 'Resend',
      name: isFilled ? 'RFQ for the same again' : 'Resend the RFQ for what is left',
      keys: 'rfq.resend',
      title:
        halted ??
        nothingLeft ??
        `The same request${isFilled ? '' : ' for what is left'}, under a new id, reviewed first`,
      quiet: card.state === 'live',
      disabled: halted !== undefined || nothingLeft !== undefined,
      run: () => reviewAgain(intent, card),
    },
    {
      id: 'mirror',
      label: 'Opposite side',
      name: 'RFQ for the opposite side',
      keys: 'rfq.opposite',
      title: halted ?? 'The same legs the other way round, as a request of its own, reviewed first',
      quiet: true,
      disabled: halted !== undefined,
      run: () => reviewAgain(intent, card, true),
    },
  ]
}
