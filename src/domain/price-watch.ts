/**
 * A price that the trader set on a live RFQ: an alert when its best quote reaches it, or, once armed by hand, one take. Pure: what is seen of the RFQ comes
 * in, what must be done comes out.
 *
 * Invariants: nothing is taken unless the last word was the trader's `arm`; each `arm` takes at most once; nothing is taken by a quote that is old, of an RFQ
 * that is over, beside another order under review, or at a price that the quote does not reach. Whatever ends the arming says why, and leaves the alert.
 */
import { type Decimal, gte, zero } from './decimal.ts'
import type { Side } from './order.ts'
import { betterBy } from './own-quotes.ts'

export type DisarmReason =
  /** The trader's own press. */
  | 'by_hand'
  | 'price_edited'
  | 'quotes_old'
  /** Something else went out for the RFQ, from here, another tab or another device. */
  | 'other_order'
  | 'armed_elsewhere'
  | 'signed_out'
  | 'reloaded'
  /** `words` say what refused it. */
  | 'refused'

export interface Disarmed {
  readonly why: DisarmReason
  readonly words?: string | undefined
}

export interface PriceWatch {
  /** Client id of the RFQ. */
  readonly rfq: string
  /** In the wire's form, per package and signed as bought: the highest of a buy, the lowest of a sell. */
  readonly price: Decimal
  readonly mode: 'alert' | 'armed' | 'taken'
  /** Was the price reached when last seen? */
  readonly isReached: boolean
  /** Firm orders for the RFQ that were known when it was armed. */
  readonly tries: number
  readonly disarmed?: Disarmed | undefined
}

/** What is seen of the RFQ at a moment. */
export interface RfqSight {
  readonly isAlive: boolean
  /** Undefined while there is no quote. */
  readonly isReached: boolean | undefined
  /** The quotes are too old to trade by, or not known. */
  readonly isOld: boolean
  readonly tries: number
  /** Another order is under review: it is not pushed aside. */
  readonly isBusy: boolean
}

export type WatchEvent =
  | { readonly kind: 'set'; readonly price: Decimal }
  | { readonly kind: 'arm'; readonly tries: number }
  | { readonly kind: 'seen'; readonly sight: RfqSight }
  | { readonly kind: 'disarm'; readonly disarmed: Disarmed }

export type WatchEffect =
  | { readonly kind: 'alert' }
  | { readonly kind: 'take' }
  | { readonly kind: 'disarmed'; readonly disarmed: Disarmed }
  /** The RFQ ended while it was armed. */
  | { readonly kind: 'ended' }

export interface WatchStep {
  /** Undefined once the RFQ is over. */
  readonly watch: PriceWatch | undefined
  readonly effects: readonly WatchEffect[]
}

/** Is a quote at the price or better for who asked? */
export const reaches = (side: Side, quote: Decimal, price: Decimal): boolean => gte(betterBy(side, quote, price), zero)

export const newWatch = (rfq: string, price: Decimal): PriceWatch => ({ rfq, price, mode: 'alert', isReached: false, tries: 0 })

/** The same watch, which takes nothing any more; who disarmed it by hand or by an edit need not hear of it. */
function disarm(watch: PriceWatch, disarmed: Disarmed): WatchStep {
  if (watch.mode === 'alert') return { watch, effects: [] }
  const isOwnDoing = disarmed.why === 'by_hand' || disarmed.why === 'price_edited'
  // A refusal comes after the take was begun; nothing else says anything of one that is done.
  if (watch.mode === 'taken' && disarmed.why !== 'refused') return { watch, effects: [] }
  return { watch: { ...watch, mode: 'alert', disarmed }, effects: isOwnDoing ? [] : [{ kind: 'disarmed', disarmed }] }
}

function seen(watch: PriceWatch, { isAlive, isReached, isOld, tries, isBusy }: RfqSight): WatchStep {
  if (!isAlive) return { watch: undefined, effects: watch.mode === 'armed' ? [{ kind: 'ended' }] : [] }
  if (isOld) return disarm(watch, { why: 'quotes_old' })
  if (watch.mode === 'armed' && tries !== watch.tries) return disarm(watch, { why: 'other_order' })
  if (isReached === undefined) return { watch: watch.isReached ? { ...watch, isReached: false } : watch, effects: [] }
  if (watch.mode === 'armed') {
    if (!isReached || isBusy) return { watch, effects: [] }
    return { watch: { ...watch, mode: 'taken', isReached: true }, effects: [{ kind: 'take' }] }
  }
  if (isReached === watch.isReached) return { watch, effects: [] }
  return { watch: { ...watch, isReached }, effects: isReached && watch.mode === 'alert' ? [{ kind: 'alert' }] : [] }
}

export function stepWatch(watch: PriceWatch, event: WatchEvent): WatchStep {
  switch (event.kind) {
    case 'set': {
      const next = newWatch(watch.rfq, event.price)
      return { watch: watch.mode === 'armed' ? { ...next, disarmed: { why: 'price_edited' } } : next, effects: [] }
    }
    case 'arm':
      return { watch: { ...watch, mode: 'armed', tries: event.tries, disarmed: undefined }, effects: [] }
    case 'disarm':
      return disarm(watch, event.disarmed)
    case 'seen':
      return seen(watch, event.sight)
  }
}
