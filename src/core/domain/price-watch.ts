/**
 * A trader's price on a live RFQ. It alerts when the best quote reaches the price or, once armed, takes once. Pure:
 * observations in, actions out.
 * Invariants: a take requires that the trader's last action was `arm`. Each `arm` takes at most once. It never takes an
 * old quote, on an ended RFQ, during another review, or at a worse price. Disarming reports its reason and keeps the
 * alert.
 */
import { type Decimal, gte, zero } from './decimal.ts'
import type { Side } from './order.ts'
import { betterBy } from './own-quotes.ts'
import type { PriceFault } from './price-entry.ts'

export type DisarmReason =
  | 'by_hand'
  | 'price_edited'
  | 'quotes_old'
  | 'other_order'
  | 'armed_elsewhere'
  | 'signed_out'
  | 'reloaded'
  /** `words`: the reason for the refusal. */
  | 'refused'

export interface DisarmNotice {
  readonly why: DisarmReason
  readonly words?: string | undefined
}

export interface PriceWatch {
  readonly rfq: string
  /** In the wire's form, per package and signed as bought: highest of a buy, lowest of a sell. */
  readonly price: Decimal
  readonly mode: 'alert' | 'armed' | 'taken'
  readonly isReached: boolean
  /** Number of firm orders for the RFQ when it was armed. */
  readonly tries: number
  readonly disarmed?: DisarmNotice | undefined
}

/** A trader's price on an RFQ, as its card shows and changes it. */
export interface PriceWatching {
  readonly id: string
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  readonly left: Decimal
  readonly best: Decimal | undefined
  readonly watch: PriceWatch | undefined
  readonly step: Decimal
  readonly fault: PriceFault | undefined
  readonly canArm: boolean
  readonly set: (price: Decimal) => void
  readonly arm: () => void
  readonly disarm: (why: 'by_hand' | 'price_edited') => void
  readonly remove: () => void
}

export interface RfqSight {
  readonly isAlive: boolean
  readonly isReached: boolean | undefined
  /** The quotes are unknown or too old to trade on. */
  readonly areQuotesOld: boolean
  readonly tries: number
  /** Another order is under review, which a take must not replace. */
  readonly isBusy: boolean
}

export type WatchEvent =
  | { readonly kind: 'set'; readonly price: Decimal }
  | { readonly kind: 'arm'; readonly tries: number }
  | { readonly kind: 'seen'; readonly sight: RfqSight }
  | { readonly kind: 'disarm'; readonly disarmed: DisarmNotice }

export type WatchEffect =
  | { readonly kind: 'alert' }
  | { readonly kind: 'take' }
  | { readonly kind: 'disarmed'; readonly disarmed: DisarmNotice }
  | { readonly kind: 'ended' }

export interface WatchStep {
  readonly watch: PriceWatch | undefined
  readonly effects: readonly WatchEffect[]
}

export const reaches = (side: Side, quote: Decimal, price: Decimal): boolean => gte(betterBy(side, quote, price), zero)

export const newWatch = (rfq: string, price: Decimal): PriceWatch => ({
  rfq,
  price,
  mode: 'alert',
  isReached: false,
  tries: 0,
})

/** Disarms the watch. Disarming by hand or by an edit needs no notice. */
function disarm(watch: PriceWatch, disarmed: DisarmNotice): WatchStep {
  if (watch.mode === 'alert') return { watch, effects: [] }
  const isOwnDoing = disarmed.why === 'by_hand' || disarmed.why === 'price_edited'
  // A refusal can follow the take. Other reasons do not affect a completed take.
  if (watch.mode === 'taken' && disarmed.why !== 'refused') return { watch, effects: [] }
  return { watch: { ...watch, mode: 'alert', disarmed }, effects: isOwnDoing ? [] : [{ kind: 'disarmed', disarmed }] }
}

function seen(watch: PriceWatch, { isAlive, isReached, areQuotesOld, tries, isBusy }: RfqSight): WatchStep {
  if (!isAlive) return { watch: undefined, effects: watch.mode === 'armed' ? [{ kind: 'ended' }] : [] }
  if (areQuotesOld) return disarm(watch, { why: 'quotes_old' })
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
