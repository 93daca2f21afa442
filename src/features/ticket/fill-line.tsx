/** Fills of an accepted order, read back from the venue: the acceptance itself does not tell them. */
import { useOrder } from '../../model/orders/use-registry.ts'
import type { Intent } from '../../domain/intent.ts'
import { isPackage } from '../../domain/order.ts'
import { fillText } from './fills.ts'

export function FillLine({ intent }: { readonly intent: Intent }) {
  const details = useOrder({ client_order_id: intent.client_order_id })
  const seen = details.data?.kind === 'found' ? details.data.order : undefined
  if (seen === undefined) return null
  const meant = isPackage(intent.order) ? intent.context.meant : undefined
  return <p>{fillText(seen, meant)}</p>
}
