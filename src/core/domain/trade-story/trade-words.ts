/**
 * Describes orders and fills in the same words on every screen, in the journal, in notices and by the recorder:
 * effective side, structure, and a positive amount paid or received.
 */
import { abs, averagePriceOf, canonical, dec, type Decimal, div, eq, isZero, mul, roundTo } from '../decimal.ts'
import { effectLabel, exactText } from '../effect-label.ts'
import type { Intent } from '../intent.ts'
import { effectOf } from '../normalise.ts'
import {
  joinedSymbol,
  type Leg,
  type OrderRecord,
  parseJoinedSymbol,
  parseSide,
  type RequestLeg,
  type Side,
} from '../order.ts'
import type { PackageLeg } from '../package/package-leg.ts'
import { closingPhrase, type TradePhrase, tradePhrase } from './trade-phrase.ts'

export interface PhrasedOrder {
  /** In buyer's form. */
  readonly legs: readonly PackageLeg[]
  /** As sent. Undefined if the venue does not report it. */
  readonly side: Side | undefined
  readonly quantity?: Decimal | undefined
  readonly closes?: boolean | undefined
}

export interface AmountText {
  size(value: Decimal): string
  amount(value: Decimal): string
}

const plain: AmountText = { size: value => exactText(value), amount: value => exactText(value) }

export function legsOfOrder(order: {
  readonly symbol: string
  readonly legs?: readonly PackageLeg[] | undefined
}): readonly PackageLeg[] {
  if (order.legs !== undefined && order.legs.length > 0) return order.legs
  return parseJoinedSymbol(order.symbol) ?? [{ symbol: order.symbol, ratio: 1 }]
}

export const verbs = { buy: 'Buy', sell: 'Sell' } as const
export const doneVerbs = { buy: 'Bought', sell: 'Sold' } as const

export const orderSize = (quantity: Decimal, { times }: Pick<TradePhrase, 'times'>): Decimal =>
  times === 1 ? quantity : mul(quantity, dec(times))

export const phraseOf = ({ legs, side, closes }: Pick<PhrasedOrder, 'legs' | 'side' | 'closes'>): TradePhrase =>
  (closes === true ? closingPhrase : tradePhrase)(legs, side)

export const verbOf = ({ side }: Pick<TradePhrase, 'side'>, closes?: boolean): string =>
  side === undefined ? '' : `${verbs[side]}${closes === true ? ' to close' : ''}`

/** "Buy 2 · Bull call spread 90/100 C · 25DEC26 BTC". Without a verb if the side is unknown. */
export function orderPhrase(order: PhrasedOrder, text: Pick<AmountText, 'size'> = plain): string {
  const phrase = phraseOf(order)
  const size = order.quantity === undefined ? '' : text.size(orderSize(order.quantity, phrase))
  return [[verbOf(phrase, order.closes), size].filter(Boolean).join(' '), phrase.text].filter(Boolean).join(' · ')
}

/**
 * "pay 120" for a package, "at 1,500" for one instrument, "" without a price. `price` is signed as bought, per package
 * as listed; the text states it per structure.
 */
export function priceWords({
  legs,
  side,
  price,
}: Pick<PhrasedOrder, 'legs' | 'side'> & { readonly price?: Decimal | undefined }): string {
  if (price === undefined) return ''
  if (legs.length < 2 || side === undefined) return `at ${exactText(price)}`
  return effectLabel(side, div(price, dec(tradePhrase(legs, side).times))).text
}

/**
 * Limit to show for an order without an average price: only if nothing was filled, since a fill may have another price.
 * `filled` is undefined if unknown.
 */
export const limitOfUnfilled = (limit: Decimal | undefined, filled: Decimal | undefined): Decimal | undefined =>
  filled !== undefined && isZero(filled) ? limit : undefined

const finest = 4

export interface PhrasedFill extends PhrasedOrder {
  readonly quantity: Decimal
  /** Signed as bought, per package as listed. */
  readonly average: Decimal
}

/**
 * "Bought 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 3,955 (1,977.5 each)"; "Sold 3 · BTC PERP at
 * 95,000".
 */
export function fillPhrase(fill: PhrasedFill, text: AmountText = plain): string {
  const phrase = phraseOf(fill)
  const size = orderSize(fill.quantity, phrase)
  const verb = `${phrase.side === undefined ? 'Traded' : doneVerbs[phrase.side]}${fill.closes === true ? ' to close' : ''}`
  return `${verb} ${text.size(size)} · ${phrase.text}${fillPrice(fill, size, text)}`
}

/** ", received 3,955 (1,977.5 each)", for `size` structures. */
function fillPrice({ legs, side, quantity, average }: PhrasedFill, size: Decimal, text: AmountText): string {
  if (legs.length < 2 || side === undefined) return ` at ${rounded(average)}`
  if (isZero(average)) return ' at no cost'
  const verb = effectOf(side, average) === 'credit' ? 'received' : 'paid'
  const total = abs(mul(average, quantity))
  const each = rounded(div(total, size))
  return eq(size, dec('1'))
    ? `, ${verb} ${each}`
    : `, ${verb} ${text.amount(canonical(roundTo(total, finest)))} (${each} each)`
}

/**
 * Title stored with an order: "Buy · Bull put spread 80/90 P · 25DEC26 BTC", "Sell to close · Straddle 3500 · 25DEC26
 * ETH".
 */
export const titleOf = ({ legs, side, closes }: PhrasedOrder): string => orderPhrase({ legs, side, closes })

export const isClosingTitle = (title: string | undefined): boolean => /^(?:(?:buy|sell) to )?close\b/i.test(title ?? '')

/**
 * Start of the id of an order drafted to close a position. The venue returns the id with the order and its fills, so
 * every device names the order alike.
 */
export const closingIdStart = 'lwc-'

/** The title is for orders of earlier versions, whose ids have no mark. */
export const isClosing = (order: {
  readonly client_order_id?: string | undefined
  readonly title?: string | undefined
}): boolean => order.client_order_id?.startsWith(closingIdStart) === true || isClosingTitle(order.title)

export function rowPhrase(
  row: {
    readonly symbol?: string | undefined
    readonly side?: string | undefined
    readonly title?: string | undefined
    readonly client_order_id?: string | undefined
  },
  quantity?: Decimal,
  text?: Pick<AmountText, 'size'>,
): string {
  if (row.symbol === undefined || row.symbol === '') return row.title ?? ''
  const { symbol, side } = row
  return orderPhrase({ legs: legsOfOrder({ symbol }), side: parseSide(side), quantity, closes: isClosing(row) }, text)
}

export const phrasedRecord = (record: OrderRecord) => ({
  legs: legsOfOrder(record),
  side: parseSide(record.side),
  quantity: record.quantity,
  price: record.price,
  closes: isClosing(record),
})

const rounded = (value: Decimal): string => exactText(averagePriceOf(value))

const isKnownLeg = (leg: RequestLeg): leg is Leg => leg.symbol !== undefined && leg.tradeable_entity_id !== undefined

/**
 * Instrument or joined symbol, from the venue's response, else from the order as sent. Empty if only an id is known.
 */
export function symbolOfIntent({ order, context, state }: Pick<Intent, 'order' | 'context' | 'state'>): string {
  const answered = state.kind === 'accepted' ? (state.accepted?.symbol ?? state.order?.symbol) : undefined
  const known = answered !== undefined && answered !== '' ? answered : order.symbol
  if (known !== undefined && known !== '') return known
  const legs = order.legs?.every(isKnownLeg) === true ? order.legs : context.legs
  if (legs === undefined) return ''
  return order.legs === undefined ? (legs[0]?.symbol ?? '') : joinedSymbol(legs)
}

export const phrasedIntent = (
  intent: Pick<Intent, 'client_order_id' | 'order' | 'context' | 'state'>,
): Required<PhrasedOrder> & { readonly closes: boolean } => ({
  legs: legsOfOrder({ symbol: symbolOfIntent(intent) }),
  side: parseSide(intent.order.side),
  quantity: intent.order.quantity,
  closes: isClosing({ ...intent, title: intent.context.title }),
})
