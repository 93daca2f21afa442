/**
 * Orders and fills in words, the same on every screen, in the journal, in notices and in what a recorder sends: the effective side with the structure as one
 * phrase, and what is paid or received as a positive number.
 */
import { type Decimal, abs, canonical, dec, div, eq, isZero, mul, roundTo } from './decimal.ts'
import { effectLabel, exactText } from './effect-label.ts'
import { effectOf } from './normalise.ts'
import { type Side, parseJoinedSymbol } from './order.ts'
import type { PackageLeg } from './package/package-leg.ts'
import { structurePhrase } from './structures/structure-phrase.ts'

export interface PhrasedOrder {
  /** In buyer's form. */
  readonly legs: readonly PackageLeg[]
  /** As sent; undefined where the venue does not say it. */
  readonly side: Side | undefined
  readonly quantity: Decimal
}

/** How sizes and money are written: a screen may hide them. */
export interface AmountText {
  size(value: Decimal): string
  amount(value: Decimal): string
}

const plain: AmountText = { size: value => exactText(value), amount: value => exactText(value) }

/** Legs in buyer's form: as listed, else read from the joined symbol; an order for one instrument has one leg of ratio 1. */
export function legsOfOrder(order: { readonly symbol: string; readonly legs?: readonly PackageLeg[] | undefined }): readonly PackageLeg[] {
  if (order.legs !== undefined && order.legs.length > 0) return order.legs
  return parseJoinedSymbol(order.symbol) ?? [{ symbol: order.symbol, ratio: 1 }]
}

const verbs = { buy: 'Buy', sell: 'Sell' } as const
const doneVerbs = { buy: 'Bought', sell: 'Sold' } as const

/** "Buy 2 · Bull call spread 90/100 C · 25DEC26 BTC"; without a verb where the side is not known. */
export function orderPhrase({ legs, side, quantity }: PhrasedOrder, text: Pick<AmountText, 'size'> = plain): string {
  const { side: effective, times, text: structure } = structurePhrase(legs, side)
  const size = text.size(times === 1 ? quantity : mul(quantity, dec(times)))
  return `${effective === undefined ? '' : `${verbs[effective]} `}${size} · ${structure}`
}

/** "pay 120" of a package, "at 1,500" of one instrument; "" without a price. `price` is signed as bought, for one package as listed. */
export function priceWords({ legs, side, price }: Pick<PhrasedOrder, 'legs' | 'side'> & { readonly price: Decimal | undefined }): string {
  if (price === undefined) return ''
  if (legs.length < 2 || side === undefined) return `at ${exactText(price)}`
  return effectLabel(side, price).text
}

const finest = 4

export interface PhrasedFill extends PhrasedOrder {
  /** Signed as bought, for one package as listed. */
  readonly average: Decimal
  readonly closes?: boolean | undefined
}

/** "Bought 2 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 3,955 (1,977.5 each)"; "Sold 3 · BTC PERP at 95,000". */
export function fillPhrase({ legs, side, quantity, average, closes = false }: PhrasedFill, text: AmountText = plain): string {
  const { side: effective, times, text: structure } = structurePhrase(legs, side)
  const size = text.size(times === 1 ? quantity : mul(quantity, dec(times)))
  const what = `${effective === undefined ? 'Traded' : doneVerbs[effective]}${closes ? ' to close' : ''} ${size} · ${structure}`
  return what + fillPrice({ legs, side, quantity, average: times === 1 ? average : div(average, dec(times)) }, times, text)
}

function fillPrice({ legs, side, quantity, average }: PhrasedFill, times: number, text: AmountText): string {
  const each = exactText(abs(canonical(roundTo(average, finest))))
  if (legs.length < 2 || side === undefined) return ` at ${legs.length < 2 ? each : exactText(canonical(roundTo(average, finest)))}`
  if (isZero(average)) return ' at no cost'
  const size = times === 1 ? quantity : mul(quantity, dec(times))
  const verb = effectOf(side, average) === 'credit' ? 'received' : 'paid'
  if (eq(size, dec('1'))) return `, ${verb} ${each}`
  return `, ${verb} ${text.amount(canonical(roundTo(abs(mul(average, size)), finest)))} (${each} each)`
}
