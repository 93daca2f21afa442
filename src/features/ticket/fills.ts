/** What has been filled of an order, from its executions, in the terms the trader put it in. */
import { type Decimal, abs, div, eq, isZero, mul, neg, roundTo, zero } from '../../domain/decimal.ts'
import type { OrderRecord, Side } from '../../domain/order.ts'
import { fillsOf, isEndState } from '../../domain/order-state.ts'
import { maskAmount } from '../../ui/format/privacy.ts'
import { effectLabel, exactText } from '../../domain/effect-label.ts'

type Filled = Pick<OrderRecord, 'side' | 'quantity' | 'executions'> & Partial<Pick<OrderRecord, 'cancel_state' | 'order_state'>>

/** The package before it was turned or divided for the wire. */
interface Meant {
  readonly side: Side
  readonly quantity: Decimal
}

/**
 * "filled 4 of 10, paid 118.5 each", with "remainder cancelled" once it is over, "nothing filled yet"; the average is rounded to 4 places. `executions` are distinct. With `meant` quantities
 * and prices are those of the package as meant: fewer and larger where a common factor was taken out, of the other sign where it was turned.
 */
export function fillText(wire: Filled, meant?: Meant): string {
  const order = meant === undefined ? wire : inTermsOf(meant, wire)
  const { filled = zero, remaining, averagePrice } = fillsOf(order)
  const isOver = wire.cancel_state !== undefined && isEndState(wire.cancel_state)
  if (wire.executions.length === 0) {
    if (wire.order_state === 'partial_fill') {
      return `part filled, the venue lists no executions: how much is not known${isOver ? ', remainder cancelled' : ''}`
    }
    if (wire.order_state === 'filled') return `filled, all ${maskAmount(exactText(order.quantity))}; the venue lists no executions`
  }
  if (isZero(filled) || averagePrice === undefined) return isOver ? 'ended, nothing filled' : 'nothing filled yet'
  const price = roundTo(averagePrice, 4)
  const whole = remaining !== undefined && isZero(remaining)
  return whole
    ? `filled, all ${maskAmount(exactText(order.quantity))}${averageText(order.side, price, filled)}`
    : `filled ${maskAmount(exactText(filled))} of ${maskAmount(exactText(order.quantity))}${averageText(order.side, price, filled)}${isOver ? ', remainder cancelled' : ''}`
}

/** ", received 30.5 each". A side that the venue does not say is neither: then nothing is said of paying or receiving. */
function averageText(side: string, price: Decimal, filled: Decimal): string {
  const { effect } = side === 'buy' || side === 'sell' ? effectLabel(side, price) : { effect: 'even' as const }
  if (effect === 'even') return ` at ${exactText(price)}`
  return `, ${effect === 'credit' ? 'received' : 'paid'} ${exactText(abs(price))}${eq(filled, '1' as Decimal) ? '' : ' each'}`
}

function inTermsOf(meant: Meant, wire: Filled): Filled {
  const factor = div(wire.quantity, meant.quantity)
  const turned = wire.side !== meant.side
  const executions = wire.executions.map(one => {
    const price = mul(one.executed_price, factor)
    return { ...one, executed_quantity: div(one.executed_quantity, factor), executed_price: turned ? neg(price) : price }
  })
  return { side: meant.side, quantity: meant.quantity, executions }
}
