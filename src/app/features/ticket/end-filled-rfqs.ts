/**
 * Cancels filled RFQs of this browser at the venue, so that makers stop quoting them. Each is cancelled once, by one
 * tab, and reported. Excluded: RFQs whose orders differ from what was sent, since their fills are uncertain; those can
 * be cancelled by hand.
 */
import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '../../api/browser/stored.ts'
import { exclusively } from '../../api/browser/tabs.ts'
import { useTradingLock } from '../../api/order-desk/trading-lock.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { intentDifferences } from '../../../core/domain/intent-differences.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { cancelOwn } from '../../model/orders/order-commands.ts'
import type { RfqCard } from '../../model/orders/rfq-cards.ts'
import type { KnownOrders } from '../../model/orders/registry.ts'
import { useOwnOrders } from '../../model/orders/use-own-orders.ts'
import { useRegistry } from '../../model/orders/use-registry.ts'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { sayOutcome } from '../../ui/order/say-outcome.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'

const storageKey = 'legwork.rfqs-ended'
const mostNoted = 50

/** False if another tab has cancelled it already. */
function note(id: string): boolean {
  const stored = readStored('local', storageKey)
  const noted = Array.isArray(stored) ? stored : []
  if (noted.includes(id)) return false
  writeStored('local', storageKey, [...noted, id].slice(-mostNoted))
  return true
}

async function endOnce(card: RfqCard): Promise<void> {
  await exclusively(clientOrderId(`end of ${card.clientOrderId}`), async () => {
    if (note(card.id))
      sayOutcome('Cancel of the filled RFQ', await cancelOwn(card), 'RFQ filled and closed', shownPhrase(card))
  })
}

export const isAsSent = (
  { clientOrderId: id, tries }: RfqCard,
  intents: readonly Intent[],
  { orders }: Pick<KnownOrders, 'orders'>,
): boolean =>
  intents
    .filter(({ client_order_id: each }) => each === id || tries.some(one => one.clientOrderId === each))
    .every(intent => intentDifferences(intent, orders.get(intent.client_order_id)?.record).length === 0)

export function EndFilledRfqs(): null {
  const seen = useRef(new Set<string>())
  const { cards, intents } = useOwnOrders()
  const known = useRegistry()
  const { locked } = useTradingLock()
  const { cancelOrder } = useCapabilities()
  const isOn = usePreferences().filledRfq === 'cancel' && !locked && cancelOrder !== 'absent'
  useEffect(() => {
    if (!isOn) return
    for (const card of cards) {
      const isDue = card.state === 'filled' && card.isListed && card.placedMs !== undefined
      if (!isDue || seen.current.has(card.id) || !isAsSent(card, intents, known)) continue
      seen.current.add(card.id)
      void endOnce(card)
    }
  }, [isOn, cards, intents, known])
  return null
}
