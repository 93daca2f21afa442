/** What else is out of the RFQ that an order under review is for, with what can be done about it in place. */
import type { ReactNode } from 'react'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { gt, isZero } from '../../domain/decimal.ts'
import type { Intent } from '../../domain/intent.ts'
import { cancelOwn } from '../../model/orders/order-commands.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { type OrderOut, RfqOut, sizeIn } from '../../ui/order/rfq-out.tsx'
import { sayOutcome } from '../../ui/order/say-outcome.ts'
import styles from './review-dialog.module.css'
import { reviewFor, useRfqRoom } from './rfq-room.ts'

export function RfqRest({ intent }: { readonly intent: Intent }): ReactNode {
  const room = useRfqRoom(intent)
  const { cancelOrder } = useCapabilities()
  if (room?.card === undefined || room.count === undefined) return null
  const { card, count, tries, shown } = room
  const cancel = async (one: OrderOut): Promise<void> =>
    sayOutcome('Cancel', await cancelOwn(one), 'Cancelled', shownPhrase({ ...card, quantity: one.out.working }))
  const fits = card.state !== 'filled' && card.state !== 'ended' && !isZero(count.left) && gt(intent.order.quantity, count.left)
  return (
    <div className={styles.rest}>
      <RfqOut tries={tries} onCancel={cancelOrder === 'absent' ? undefined : one => void cancel(one)} {...shown} />
      {fits && <Button onClick={() => reviewFor(intent, count.left)}>Review for {sizeIn(count.left, shown)}</Button>}
    </div>
  )
}
