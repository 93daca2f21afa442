/** What was missing for an order that the venue refused for want of balance or margin: by what the account has now. */
import { useInstruments } from '../../api/market/instruments.ts'
import type { Intent } from '../../domain/intent.ts'
import { asMeant } from '../../domain/order-context.ts'
import { useOrderFunds } from '../../model/account/use-order-funds.ts'
import { usePackageMarket } from '../../model/market/use-package-market.ts'
import { naturalOf } from '../../pricing/market/leg-quotes.ts'
import { netOf } from '../../pricing/portfolio/package-guard.ts'
import { fundsWarning } from '../../ui/order/funds-text.ts'
import { legsOf, sideOf } from './review-text.ts'

export const isForWantOfFunds = ({ state }: Intent): boolean =>
  state.kind === 'rejected' && state.rejected.reason === 'insufficient_account_balance'

export function ShortfallLine({ intent }: { readonly intent: Intent }) {
  const order = asMeant(intent.order, intent.context.meant)
  const { index } = useInstruments()
  const [legs, side] = [legsOf(order), sideOf(order)]
  const { quotes } = usePackageMarket(legs)
  const net = netOf(legs, quotes)
  const price = order.price ?? naturalOf(net, side)?.price
  const instruments = legs.flatMap(leg => index?.bySymbol(leg.symbol) ?? [])
  const { funds } = useOrderFunds(
    price === undefined ? undefined : { legs, side, quantity: order.quantity, price, instruments, isReducing: false },
  )
  const warning = funds === undefined ? undefined : fundsWarning(funds)
  return warning === undefined ? null : <p data-testid="shortfall">{warning}</p>
}
