/** Cells of the RFQ blotter that say how quotes came and went. */
import type { QuotesSeen } from '../../../domain/journal-order.ts'
import { type Decimal, cmp } from '../../../domain/decimal.ts'
import { parseInstrumentName, shortName } from '../../../domain/instrument.ts'
import type { Side } from '../../../domain/order.ts'
import { betterBy } from '../../../domain/own-quotes.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'

/** How the best quote last changed, for who asked: above zero it improved; undefined before it has. */
export function lastChange(quotes: QuotesSeen | undefined, side: Side | undefined): Decimal | undefined {
  const [before, now] = quotes?.trail.slice(-2) ?? []
  return before === undefined || now === undefined || side === undefined ? undefined : betterBy(side, now.price, before.price)
}

/** Seconds from asking to the first quote; undefined where either is not known. */
export function secondsToQuote(card: Pick<RfqCard, 'placedMs'>, quotes: QuotesSeen | undefined): number | undefined {
  return card.placedMs === undefined || quotes === undefined ? undefined : Math.max(0, quotes.firstMs - card.placedMs) / 1_000
}

/** What tells two structures of one name apart: "75000P 85000P 110000C 120000C", strikes ascending, whatever else it holds after them. */
export function strikesText(legs: RfqCard['legs']): string {
  const named = legs.map(({ symbol }) => ({ symbol, name: parseInstrumentName(symbol) }))
  const options = named.flatMap(({ name }) => (name?.product === 'option' ? [name] : []))
  const others = named.flatMap(({ symbol, name }) => (name?.product === 'option' ? [] : [shortName(symbol)]))
  const strikes = options.toSorted((a, b) => cmp(a.strike, b.strike)).map(({ strike, right }) => `${strike}${right === 'call' ? 'C' : 'P'}`)
  return [...strikes, ...others].join(' ')
}
