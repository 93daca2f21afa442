/** Available funds after an order, for every screen that enters or reviews one. */
import { deliversOwnCoins, fundsOfBalances, fundsOfMargin, limitedByCoins } from '../../../core/account/order-funds.ts'
import { useBalances } from '../../api/account/account-hooks.ts'
import type { OrderFunds } from '../../../core/domain/account.ts'
import { type Decimal, max, min, toNumber } from '../../../core/domain/decimal.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import { type Side, sideSign } from '../../../core/domain/order.ts'
import { volatilityFreeBounds } from '../../../core/pricing/package-legs.ts'
import { useOpenOrders } from '../orders/use-registry.ts'
import { type OrderMarginPreview, useOrderMargin } from './use-order-margin.ts'

export interface WeighedOrder {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
  readonly instruments: readonly Instrument[]
  /** True if the order only reduces positions, which adds no risk. */
  readonly isReducing: boolean
  /** Client order ID of the order that this one amends. */
  readonly replaces?: string | undefined
}

export interface WeighedFunds {
  readonly funds: OrderFunds | undefined
  readonly margin: OrderMarginPreview | undefined
}

export function leastOf({
  legs,
  side,
  price,
  isReducing,
}: Omit<WeighedOrder, 'quantity' | 'instruments'>): number | 'unlimited' | undefined {
  if (isReducing) return 0
  const sign = sideSign(side)
  const held = legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))
  return volatilityFreeBounds(held, sign * toNumber(price))?.least
}

/** True if the account owns all that a spot order delivers: its loss is then not unlimited. */
export function useDeliversOwn(
  order: Pick<WeighedOrder, 'legs' | 'quantity' | 'replaces'> & { readonly side: Side | undefined },
): boolean {
  const { data: balances = [] } = useBalances()
  const replaced = useOpenOrders().data?.find(each => each.client_order_id === order.replaces)
  return deliversOwnCoins(order, { balances, replaced })
}

export function useOrderFunds(order: WeighedOrder | undefined): WeighedFunds {
  const { data: balances = [] } = useBalances()
  const instruments = order?.instruments ?? []
  const isKnown = instruments.length > 0
  const step = isKnown ? instruments.map(each => each.quantity_step).reduce(max) : undefined
  const most = isKnown ? instruments.map(each => each.maximum_quantity).reduce(min) : undefined
  const meant =
    order === undefined
      ? undefined
      : { legs: order.legs, side: order.side, quantity: order.quantity, price: order.price, replaces: order.replaces }
  const margin = useOrderMargin(meant === undefined ? undefined : { ...meant, step, most })
  const replaced = useOpenOrders().data?.find(each => each.client_order_id === order?.replaces)
  if (order === undefined) return { funds: undefined, margin: undefined }
  const limited = (funds: OrderFunds | undefined): OrderFunds | undefined =>
    funds === undefined || step === undefined ? funds : limitedByCoins(funds, order, { balances, step, replaced })
  if (margin !== undefined) return { funds: limited(fundsOfMargin(margin)), margin }
  const asset = instruments[0]?.quote_asset
  const available =
    asset === undefined ? undefined : balances.find(balance => balance.symbol === asset)?.available_balance
  const funds = fundsOfBalances({
    available,
    asset: asset ?? '',
    quantity: order.quantity,
    least: leastOf(order),
    step,
  })
  return { funds: limited(funds), margin }
}
