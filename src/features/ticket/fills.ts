/** What has been filled of an order, from its executions, in the terms the trader put it in. */
import { type Decimal, div, isZero, mul, neg, roundTo, zero } from '../../domain/decimal.ts'
import type { OrderRecord, Side } from '../../domain/order.ts'
import { fillsOf, isEndState } from '../../domain/order-state.ts'
import { maskAmount } from '../../ui/format/privacy.ts'
import { effectWords, exactText } from '../../ui/order/effect-words.ts'

type Filled = Pick<OrderRecord, 'side' | 'quantity' | 'executions'> & Partial<Pick<OrderRecord, 'cancel_state' | 'order_state'>>

/** The package before it was turned or divided for the wire. */
interface Meant {
  readonly side: Side
  readonly quantity: Decimal
}

/**
 * "filled 4 of 10 at 118.5 (debit 118.5)", with "remainder cancelled" once it is over, "nothing filled yet"; the average is rounded to 4 places. `executions` are distinct. With `meant` quantities
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
  // A side that the venue does not say is neither: then there is no effect to name.
  const effect = order.side === 'buy' || order.side === 'sell' ? ` (${effectWords(order.side, price).words})` : ''
  const average = `${exactText(price)}${effect}`
  const whole = remaining !== undefined && isZero(remaining)
  return whole
    ? `filled, all ${maskAmount(exactText(order.quantity))} at ${average}`
    : `filled ${maskAmount(exactText(filled))} of ${maskAmount(exactText(order.quantity))} at ${average}${isOver ? ', remainder cancelled' : ''}`
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
