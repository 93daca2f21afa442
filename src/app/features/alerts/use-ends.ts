/** Upcoming expiries of the session's account. Positions come from the last sample, at most a minute old. */
import { useMemo } from 'react'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useFullSamples, useSamples } from '../../api/history/sample-hooks.ts'
import { useOpenJournalOrders } from '../../api/order-desk/open-shown.ts'
import { useSession } from '../../api/venue/session.ts'
import { useTicking } from '../../ui/use-tick.ts'
import { type End, endsOf } from '../../../core/account/alerts/ends.ts'
import { rowPhrase } from '../../../core/domain/trade-story/trade-words.ts'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { shown } from '../../ui/order/order-phrase.tsx'
import { useOwnOrders } from '../../model/orders/use-own-orders.ts'

const none: readonly number[] = []
const everyMs = 5_000

export function useEnds(): readonly End[] {
  const session = useSession()
  const open = useOpenJournalOrders()
  const { cards } = useOwnOrders()
  // A filled order is over even if the venue lists it until its time-out.
  const orders = useMemo(() => {
    const filled = new Set(cards.filter(card => card.state === 'filled').map(card => card.clientOrderId))
    return open.filter(order => !filled.has(order.client_order_id))
  }, [open, cards])
  const loaded = useSamples()
  const lastMs = loaded.status === 'ready' ? loaded.value.at(-1)?.atMs : undefined
  const times = useMemo(() => (lastMs === undefined ? none : [lastMs]), [lastMs])
  const last = useFullSamples(times)
  const positions = last.status === 'ready' ? last.value.at(-1)?.positions : undefined
  const tokenEndsMs = session.status === 'signed_in' ? session.expiresAtMs : undefined
  const isRenewed = session.status === 'signed_in' && session.method === 'sandbox'
  const nowMs = useTicking(() => Math.floor(serverNowMs() / everyMs)) * everyMs
  const isHidden = useAmountsHidden()
  return useMemo(
    () =>
      endsOf({ orders, symbols: positions?.map(position => position.symbol) ?? [], tokenEndsMs, isRenewed, nowMs }).map(
        end => {
          const order = orders.find(each => each.client_order_id === end.clientOrderId)
          return order === undefined ? end : { ...end, name: rowPhrase(order, order.quantity, shown) }
        },
      ),
    // Names have sizes, which are masked while amounts are hidden.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [orders, positions, tokenEndsMs, isRenewed, nowMs, isHidden],
  )
}
