/** What can be done with an RFQ, once: buttons of its card, keys and palette while it is the selected one. */
import { useNavigate } from '@tanstack/react-router'
import { type Capabilities, useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import type { Intent } from '../../../api/order-desk/intent.ts'
import type { BookLevel } from '../../../domain/market-data.ts'
import { opposite } from '../../../domain/order.ts'
import type { Command } from '../../../ui/commands/command.ts'
import { builderSearch } from '../builder-search.ts'
import { reviewAgain, reviewFirm, wantedOf } from './firm-order.ts'
import { orderName } from '../open/open-order-rows.ts'
import { cancel, refresh } from '../order-commands.ts'
import type { RfqCard } from './rfq-cards.ts'
import { structureName } from '../structure-name.ts'
import type { Quoting } from './use-quoting.ts'

export interface CardAction {
  readonly id: 'take' | 'refresh' | 'cancel' | 'again' | 'mirror' | 'builder'
  readonly label: string
  /** In words, as the palette shows it. */
  readonly name: string
  readonly key: string
  readonly title?: string | undefined
  readonly quiet?: boolean | undefined
  readonly disabled: boolean
  readonly run: () => void
}

export const cardCommand = ({ id, name, key, disabled, run }: CardAction): Command => ({
  id: `orders.rfq.${id}`,
  name,
  group: 'Selected RFQ',
  keys: key,
  enabled: !disabled,
  run,
})

/** Only what the venue has, and what makes sense in the card's state; what died with its countdown is there and disabled. */
export function useCardActions(card: RfqCard, intent: Intent | undefined, quoting: Quoting): readonly CardAction[] {
  const capabilities = useCapabilities()
  const navigate = useNavigate()
  const openInBuilder = (): void => void navigate({ to: '/build', search: builderSearch({ ...card, mode: 'rfq', price: undefined }) })
  return [
    ...(card.state === 'live' ? liveActions(card, intent, quoting, capabilities) : []),
    ...(intent === undefined || card.state === 'unknown' ? [] : repeatActions(card, intent)),
    {
      id: 'builder',
      label: 'Open in builder',
      name: 'Open the RFQ in the builder',
      key: 'b',
      quiet: true,
      disabled: false,
      run: openInBuilder,
    },
  ]
}

/** Puts under review what trades with everything up to a level: a firm LIMIT IOC at its price for all that is still wanted. */
export function takeLevel(card: RfqCard, intent: Intent | undefined, { price, quantity }: BookLevel): void {
  const { side, symbol } = card
  if (side === undefined) return
  reviewFirm(card, intent, { side, quantity: wantedOf(card), price }, { symbol, side, price, quantity, seenAtMs: serverNowMs() })
}

function liveActions(card: RfqCard, intent: Intent | undefined, quoting: Quoting, capabilities: Capabilities): CardAction[] {
  const { best, book, isOver } = quoting
  const ids = { clientOrderId: card.clientOrderId, orderId: card.orderId }
  const over = isOver ? 'Past its end by the venue’s clock' : undefined
  const isStale = book?.freshness === 'stale' || book?.freshness === 'unknown'
  const actions: (CardAction | false)[] = [
    {
      id: 'take',
      label: 'Take',
      name: 'Take the best quote',
      key: 't',
      disabled: isOver || isStale || best === undefined || card.side === undefined,
      run: () => (best === undefined ? undefined : takeLevel(card, intent, best.level)),
    },
    capabilities.refreshInterest !== 'absent' && {
      id: 'refresh',
      label: 'Refresh',
      name: 'Refresh the RFQ: keep it alive',
      key: 'r',
      title: over ?? 'Keep it alive for another time-out',
      disabled: isOver,
      run: () => void refresh(ids, card.name),
    },
    capabilities.cancelOrder !== 'absent' && {
      id: 'cancel',
      label: 'Cancel',
      name: 'Cancel the RFQ',
      key: 'shift+c',
      title: over,
      disabled: isOver,
      run: () => void cancel(ids, card.name),
    },
  ]
  return actions.filter(action => action !== false)
}

function repeatActions(card: RfqCard, intent: Intent): CardAction[] {
  const mirroredName = (): string => orderName(card.legs, opposite(card.side ?? 'buy'), structureName)
  return [
    {
      id: 'again',
      label: 'Again',
      name: 'Ask again',
      key: 'a',
      title: 'The same request under a new id, reviewed first',
      quiet: card.state === 'live',
      disabled: false,
      run: () => reviewAgain(intent),
    },
    {
      id: 'mirror',
      label: 'Mirror',
      name: 'Ask for the mirror image',
      key: 'm',
      title: 'The same legs the other way round, as a request of its own, reviewed first',
      quiet: true,
      disabled: false,
      run: () => reviewAgain(intent, mirroredName()),
    },
  ]
}
