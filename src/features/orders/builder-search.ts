/** URL search of /build that opens an order's legs there. Opening it sends nothing. */
import type { Decimal } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import type { NamedLeg } from './order-name.ts'

export interface BuilderOrder {
  readonly legs: readonly NamedLeg[]
  readonly side: Side | undefined
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly minimumQuantity?: Decimal | undefined
  readonly mode: 'rfq' | 'firm'
  readonly tif?: 'GTC' | 'IOC' | undefined
}

export function builderSearch(order: BuilderOrder): Record<string, string> {
  return {
    legs: order.legs.map(leg => `${leg.symbol}@${leg.ratio}`).join('/'),
    side: order.side ?? 'buy',
    qty: order.quantity,
    mode: order.mode,
    ...(order.price === undefined ? {} : { price: order.price }),
    ...(order.minimumQuantity === undefined ? {} : { min: order.minimumQuantity }),
    ...(order.tif === undefined ? {} : { tif: order.tif }),
  }
}
