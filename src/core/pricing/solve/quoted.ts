/**
 * Quotes as integers: prices and strikes in units of one decimal place, so that sums and comparisons are exact. An
 * instrument that cannot be traded in the needed size costs Infinity.
 */
import {
  abs,
  dec,
  type Decimal,
  divExact,
  gt,
  isMultipleOf,
  lt,
  mul,
  places,
  sign,
  zero,
} from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { MarketSummary, Quotes } from '../../domain/market-data.ts'

export interface QuotedSizes {
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
}

export interface QuotedMarket {
  readonly quotes: Quotes
  readonly sizes: ReadonlyMap<string, QuotedSizes>
  readonly quantity: Decimal | undefined
}

export type Lack = 'suspended' | 'bid' | 'ask' | 'size' | 'bid size' | 'ask size'

function endOf(summary: MarketSummary | undefined, end: 'bid' | 'ask'): Decimal | undefined {
  const { best_bid: bid, best_ask: ask } = summary ?? {}
  if (bid !== undefined && ask !== undefined && gt(ask, zero) && gt(bid, ask)) return undefined
  const price = end === 'bid' ? bid : ask
  return price !== undefined && sign(price) > 0 ? price : undefined
}

export function quotedPrice(
  instrument: Instrument,
  ratio: number,
  { quotes, sizes, quantity }: QuotedMarket,
): { readonly price: Decimal } | { readonly lack: Lack } {
  const end = ratio > 0 ? 'ask' : 'bid'
  if (instrument.status !== 'active') return { lack: 'suspended' }
  const price = endOf(quotes.get(instrument.symbol), end)
  if (price === undefined) return { lack: end }
  if (quantity === undefined) return { price }
  const size = abs(mul(quantity, dec(ratio)))
  const { minimum_quantity: least, maximum_quantity: most, quantity_step: step } = instrument
  if (lt(size, least) || gt(size, most) || !isMultipleOf(size, step)) return { lack: 'size' }
  const known = sizes.get(instrument.symbol)
  const quoted = known?.[end]
  if (known !== undefined && (quoted === undefined || gt(size, quoted))) return { lack: `${end} size` }
  return { price }
}

/** Integer in units of 10^-scale; NaN if not a safe integer. */
export function toUnits(value: Decimal, scale: number): number {
  const units = Number(value.replace('.', '')) * 10 ** (scale - places(value))
  return Number.isSafeInteger(units) ? units : Number.NaN
}

export function fromUnits(units: number, scale: number): Decimal {
  const value = divExact(dec(units), dec(10 ** scale))
  if (value === undefined) throw new Error(`${units} units of ${scale} places`)
  return value
}
