import { capital } from '../../../core/domain/words.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { must } from '../../../core/domain/must.ts'
import { earliestExpiryMs } from '../../../core/domain/order-ends.ts'
import { orderPhrase, phraseOf, priceWords, verbOf } from '../../../core/domain/trade-story/trade-words.ts'
import { firmMarket, type NewOrder, type OrderBody, type Side } from '../../../core/domain/order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { lifeWindow } from '../../../core/domain/time.ts'
import { zoneLabel } from '../../ui/format/zoned-time.ts'
import { clockText, durationText, lifeText } from '../../ui/order/life-text.ts'

export interface ReviewText {
  readonly headline: string
  readonly effect: string
  readonly life: string
  readonly confirm: string
}

export const isFirm = (order: Pick<NewOrder, 'market_id'>): boolean => order.market_id === firmMarket

/** An order under review has one of two sides. Another value is a programming error and must not become a buy. */
export const sideOf = ({ side }: Pick<NewOrder, 'side'>): Side =>
  must(side === 'buy' || side === 'sell' ? side : undefined, 'the side of an order under review')

export function legsOf(order: Pick<NewOrder, 'legs' | 'symbol' | 'tradeable_entity_id'>): PackageLeg[] {
  const name = (leg: { readonly symbol?: string | undefined; readonly tradeable_entity_id?: string | undefined }) =>
    leg.symbol ?? leg.tradeable_entity_id ?? ''
  return order.legs === undefined
    ? [{ symbol: name(order), ratio: 1 }]
    : order.legs.map(leg => ({ symbol: name(leg), ratio: leg.ratio }))
}

/** `nowMs` is server time; `closes`: the order was drafted to close a position. */
export function reviewText(order: OrderBody, nowMs: number, closes = false): ReviewText {
  const legs = legsOf(order)
  const side = sideOf(order)
  const traded = { legs, side, quantity: order.quantity, price: order.price, closes }
  const what = orderPhrase(traded)
  const verb = verbOf(phraseOf(traded), closes).toLowerCase()
  const legsMs = earliestExpiryMs(legs.map(leg => leg.symbol))
  const life = lifeOf(order, nowMs, legsMs)
  if (!isFirm(order)) {
    return {
      headline: `Request quotes: ${what}`,
      effect: 'Makers see the legs, the quantity and your direction. Nothing trades until you send a firm order.',
      life: order.recv_window === undefined ? life : openText(order.recv_window, nowMs, legsMs),
      confirm: 'Send RFQ',
    }
  }
  if (order.type === 'MARKET' || order.price === undefined) {
    return {
      headline: `${what}, at the market`,
      effect: 'Fills at any price; the rest is cancelled.',
      life,
      confirm: `Send: ${verb} at market`,
    }
  }
  const rests = order.time_in_force === 'GTC'
  const priced = priceWords(traded)
  return {
    headline: what,
    effect: rests
      ? 'Fills what it can now; the rest rests in the book.'
      : 'Fills what it can now; the rest is cancelled.',
    life,
    confirm: `Send: ${verb}${legs.length > 1 ? ',' : ''} ${priced}`,
  }
}

export function wireText(order: Pick<NewOrder, 'side' | 'quantity' | 'price'>): string {
  return `${order.side} ${exactText(order.quantity)}${order.price === undefined ? '' : ` at ${exactText(order.price, true)}`}`
}

/** An RFQ may end before its last cycle, by the venue's interest time-out. */
function openText(recvWindow: number, nowMs: number, legsMs = Number.POSITIVE_INFINITY): string {
  const endMs = Math.min(lifeWindow(recvWindow, nowMs).latestEndMs, legsMs)
  return `Open for up to ${durationText(endMs - nowMs)} (until ${clockText(endMs, nowMs)} ${zoneLabel()})`
}

function lifeOf(
  order: Pick<NewOrder, 'time_in_force' | 'recv_window'>,
  nowMs: number,
  legsMs: number | undefined,
): string {
  if (order.time_in_force !== 'GTC' || order.recv_window === undefined) return 'Immediate'
  return capital(lifeText(order.recv_window, nowMs, legsMs))
}
