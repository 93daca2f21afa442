/**
 * Whether a price can be meant: judged by the legs' own market, by the model and by what the legs can pay at all. What is found blocks an order until it is set right or
 * overridden by a typed word. Prices are per package, signed as bought: a buyer pays a positive one, a seller receives it.
 */
import { type Decimal, decimalFromNumber, neg, roundToStep, toNumber } from '../domain/decimal.ts'
import type { Side } from '../domain/order.ts'
import type { PriceFault } from '../domain/price-fault.ts'

export interface GuardInputs {
  readonly side: Side
  readonly price: Decimal
  /** Of the legs one by one; undefined where one has no quote. */
  readonly mid: Decimal | undefined
  readonly buyNatural: Decimal | undefined
  readonly sellNatural: Decimal | undefined
  /** Between which values the package ends, whatever happens; undefined where that is not known. */
  readonly bounds: { readonly least: number | 'unlimited'; readonly most: number | 'unlimited' } | undefined
  /** By the model; undefined where it has no answer. */
  readonly worth?: number | undefined
  /** What prices of the package are multiples of. */
  readonly step?: Decimal | undefined
}

const tolerance = 0.1

/** What is worst first; empty for a price that can be meant. */
export function priceFaults(inputs: GuardInputs): readonly PriceFault[] {
  const { side, price, mid, buyNatural, sellNatural, bounds } = inputs
  const sign = side === 'buy' ? 1 : -1
  const value = toNumber(price)
  const natural = (side === 'buy' ? buyNatural : sellNatural) ?? mid
  /** By how much `value` is worse for the trader than `other`. */
  const worseBy = (other: number): number => (value - other) * sign
  const faults: PriceFault[] = []
  if (mid !== undefined && natural !== undefined) {
    const contradicts = value * toNumber(mid) < 0
    if (contradicts && worseBy(toNumber(natural)) > 0) faults.push({ kind: 'wrong_way', mid, mended: neg(price) })
  }
  const bound = side === 'buy' ? bounds?.most : bounds?.least
  if (typeof bound === 'number' && worseBy(bound) > 0) faults.push({ kind: 'sure_loss', bound, mended: natural })
  const spread = buyNatural === undefined || sellNatural === undefined ? 0 : Math.max(0, toNumber(buyNatural) - toNumber(sellNatural))
  /** How far it is beyond `other`, in percent; undefined within a tenth of it, or within `room`. */
  const beyond = (other: number, room: number): number | undefined => {
    const away = worseBy(other)
    if (away <= Math.max(Math.abs(other) * tolerance, room)) return undefined
    return other === 0 ? Number.POSITIVE_INFINITY : (away / Math.abs(other)) * 100
  }
  // Of a package that costs next to nothing a tenth is less than its spread.
  const ofLegs = natural === undefined ? undefined : beyond(toNumber(natural), spread / 2)
  if (natural !== undefined && ofLegs !== undefined) faults.push({ kind: 'beyond_legs', natural, percent: ofLegs, mended: natural })
  const { worth } = inputs
  // The model lies between bid and ask, not always in the middle: what the market itself asks is never far from it.
  const ofModel = worth === undefined ? undefined : beyond(worth, spread)
  if (worth !== undefined && ofModel !== undefined)
    faults.push({ kind: 'beyond_model', worth, percent: ofModel, mended: onStep(worth, side, inputs.step) })
  return faults
}

/** The price that the model gives, on the step that is better for the trader. */
function onStep(worth: number, side: Side, step: Decimal | undefined): Decimal | undefined {
  const exact = decimalFromNumber(worth)
  return exact === undefined || step === undefined ? undefined : roundToStep(exact, step, side === 'buy' ? 'down' : 'up')
}
