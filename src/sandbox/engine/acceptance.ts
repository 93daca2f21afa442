/** The answer to an order that was taken: a function of the order, so it is made when it is asked for, and nobody keeps it. */
import { zero } from '../../domain/decimal.ts'
import { type OrderAccepted, firmMarket } from '../../domain/order.ts'
import type { Outcome, SentText } from '../exchange.ts'
import { legsOf } from './contracts.ts'
import type { Answered, Order, State } from './model.ts'

/** The answer to an order that was taken; the same whenever it is asked for. */
export function acceptance(state: State, order: Order): OrderAccepted {
  const { contract } = order
  const [first] = contract.legs
  return {
    utc_timestamp: order.placedAt,
    market_id: order.market_id,
    ...(contract.isPackage || first === undefined ? {} : { tradeable_entity_id: first.listed.instrument.tradeable_entity_id }),
    symbol: contract.symbol,
    order_id: order.order_id,
    type: order.type,
    client_order_id: order.client_order_id,
    quantity: order.quantity,
    ...(order.price === undefined ? {} : { price: order.price }),
    ...(contract.isPackage ? { minimum_quantity: order.minimum_quantity ?? zero, legs: legsOf(contract) } : {}),
    ...(contract.isPackage && order.market_id !== firmMarket ? { ioi_cache_timeout: state.rfqTimeoutSeconds } : {}),
  }
}

export const acceptanceOf = (state: State, order: Order): Outcome => ({ kind: 'accepted', accepted: acceptance(state, order) })

/** An answer that is hardly ever asked for again, and so is made only then. */
export class Acceptance implements Answered {
  constructor(
    private readonly state: State,
    readonly order: Order,
    readonly text: SentText,
  ) {}
  get outcome(): Outcome {
    return acceptanceOf(this.state, this.order)
  }
}
