/**
 * Rows of the positions table: the venue's figures as sent, with ours beside them as a check. Order: base, expiry
 * (perpetuals and spot first), strike, call or put. Facts from names and listings are cached per listing, since each
 * poll sends every position again.
 */
import { type Position, signedSize, unrealisedPnl } from '../domain/account.ts'
import {
  abs,
  canonical,
  cmp,
  dec,
  type Decimal,
  eq,
  gt,
  isZero,
  mul,
  places,
  sub,
  toNumber,
  zero,
} from '../domain/decimal.ts'
import { quoteOf } from '../domain/equity.ts'
import type { EntityId } from '../domain/ids.ts'
import {
  compareBases,
  expiryOf,
  type Instrument,
  type InstrumentName,
  parseInstrumentName,
  type Product,
  productRank,
  shortName,
  valuedProduct,
} from '../domain/instrument.ts'
import type { Side } from '../domain/order.ts'
import { type Greeks, greeksOfSize, type UnitGreeks } from '../pricing/portfolio/unit-greeks.ts'

export interface InstrumentFacts {
  readonly symbol: string
  readonly name: string
  readonly base: string
  readonly product: Product | undefined
  readonly expiryMs: number | undefined
  readonly quote: string
  /** Undefined until instruments are loaded, or if the venue no longer lists it. */
  readonly entityId: EntityId | undefined
  /** Rounding step of entry and mark: one digit finer than the price step, since a venue's marks lie between steps. */
  readonly shownStep: Decimal
  readonly priceStep: Decimal | undefined
  readonly quantityStep: Decimal | undefined
  readonly tradeable: boolean
  readonly parsed: InstrumentName | undefined
}

export interface PositionRow extends InstrumentFacts {
  readonly id: string
  /** Undefined if the venue reports neither long nor short. */
  readonly side: Side | undefined
  readonly size: Decimal
  readonly entry: Decimal
  readonly mark: Decimal
  readonly markMs: number
  readonly upnl: Decimal
  /** |entry × size|, the denominator of `upnlFraction`. */
  readonly entryValue: number
  readonly upnlFraction: number | undefined
  readonly ourUpnl: Decimal | undefined
  /** True if the venue's uPnL differs from ours by more than one price step on the whole size. */
  readonly differs: boolean
  /**
   * In the quote asset. Mark × size for an option; the venue's uPnL for linear products, which cost nothing to enter.
   */
  readonly value: Decimal | undefined
  readonly marginValue: Decimal | undefined
  readonly unit: UnitGreeks | undefined
  readonly greeks: Greeks | undefined
}

type ListedInstrument = Pick<
  Instrument,
  'symbol' | 'base_asset' | 'quote_asset' | 'tags' | 'tradeable_entity_id' | 'price_step' | 'quantity_step' | 'status'
>
export type ListedTerms = Pick<ListedInstrument, 'symbol' | 'base_asset' | 'quote_asset' | 'tags'> &
  Partial<ListedInstrument>
export type FindInstrument = (symbol: string) => ListedTerms | undefined
export type UnitsBySymbol = ReadonlyMap<string, UnitGreeks>

const cent = dec('0.01')
const noRule: UnitGreeks = { isPriced: false, why: 'no_rule' }

/** Tolerance of the uPnL check: one price step on the whole size, or a cent if the step is unknown. */
const tolerance = (size: Decimal, priceStep: Decimal | undefined): Decimal =>
  priceStep === undefined ? cent : mul(priceStep, abs(size))

/** One digit finer than the price step, but at most a cent. */
export const shownStep = (priceStep: Decimal | undefined): Decimal => {
  if (priceStep === undefined) return cent
  const digits = Math.max(2, places(canonical(priceStep)) + 1)
  return dec(`0.${'1'.padStart(digits, '0')}`)
}

export const baseOf = (symbol: string, instrument?: Pick<Instrument, 'base_asset'>): string =>
  parseInstrumentName(symbol)?.base ?? instrument?.base_asset ?? symbol

function factsOf(
  position: Pick<Position, 'symbol' | 'product_type'>,
  instrument: ListedTerms | undefined,
): InstrumentFacts {
  const { symbol } = position
  const parsed = parseInstrumentName(symbol)
  return {
    symbol,
    name: shortName(symbol),
    base: baseOf(symbol, instrument),
    product: valuedProduct(symbol, instrument, position.product_type),
    expiryMs: expiryOf(symbol),
    quote: quoteOf(symbol, instrument),
    entityId: instrument?.tradeable_entity_id,
    shownStep: shownStep(instrument?.price_step),
    priceStep: instrument?.price_step,
    quantityStep: instrument?.quantity_step,
    tradeable: instrument?.status === 'active',
    parsed,
  }
}

/** Generous bound on the relative error of double arithmetic over a few figures. */
const doubt = 1e-12

/** Compares doubles first, and decimals only if they are too close: each poll checks every position. */
function differsFrom(
  { upnl, mark_price: mark, average_entry_price: entry }: Position,
  size: Decimal,
  ours: Decimal,
  most: Decimal,
): boolean {
  const [said, from, to, count, limit] = [upnl, entry, mark, size, most].map(toNumber) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const by = Math.abs(said - (to - from) * count)
  const unsure = doubt * (Math.abs(said) + (Math.abs(to) + Math.abs(from)) * Math.abs(count) + limit)
  if (Math.abs(by - limit) > unsure) return by > limit
  return !eq(upnl, ours) && gt(abs(sub(upnl, ours)), most)
}

const valueOf = (
  product: Product | undefined,
  { mark_price: mark, upnl }: Position,
  size: Decimal,
): Decimal | undefined =>
  product === 'perpetual' || product === 'future' ? upnl : product === undefined ? undefined : mul(mark, size)

function rowOf(position: Position, facts: InstrumentFacts, read: UnitGreeks | undefined): PositionRow {
  const { product, priceStep } = facts
  const { average_entry_price: entry, side, upnl } = position
  const size = signedSize(position)
  const count = toNumber(size)
  const entryValue = Math.abs(toNumber(entry) * count)
  const unit = product === undefined && read?.isPriced === true ? noRule : read
  const ourUpnl = product === undefined ? undefined : unrealisedPnl(position, size)
  const { symbol, name, base, expiryMs, quote, entityId, shownStep: step, quantityStep, tradeable, parsed } = facts
  return {
    // Listed one by one: spreading into such a large object is a hundred times slower.
    symbol,
    name,
    base,
    product,
    expiryMs,
    quote,
    entityId,
    shownStep: step,
    priceStep,
    quantityStep,
    tradeable,
    parsed,
    id: `${symbol} ${position.deliverable_id}`,
    side: side === 'long' ? 'buy' : side === 'short' ? 'sell' : undefined,
    size,
    entry,
    mark: position.mark_price,
    markMs: position.timestamp / 1000,
    upnl,
    entryValue,
    upnlFraction: entryValue === 0 ? undefined : toNumber(upnl) / entryValue,
    ourUpnl,
    differs: ourUpnl !== undefined && differsFrom(position, size, ourUpnl, tolerance(size, priceStep)),
    value: valueOf(product, position, size),
    marginValue: position.margin_value,
    unit,
    greeks: unit === undefined ? undefined : greeksOfSize(unit, count),
  }
}

/** A row of size zero for an instrument that trades hold but the venue nets to zero. It prices the legs. */
export function netZeroRow(
  symbol: string,
  instrument: ListedTerms | undefined,
  mark: Decimal | undefined,
  atMs: number,
  unit: UnitGreeks | undefined,
): PositionRow {
  const position = {
    symbol,
    deliverable_id: '' as Position['deliverable_id'],
    product_type: '',
    timestamp: (atMs * 1000) as Position['timestamp'],
    side: '',
    size: zero,
    average_entry_price: zero,
    mark_price: mark ?? zero,
    upnl: zero,
  }
  return { ...rowOf(position, factsOf(position, instrument), unit), id: `${symbol} net zero` }
}

/** Base (BTC and ETH first, as in Markets), expiry (none first), product, strike as a number, call before put. */
export function comparePositions(a: InstrumentFacts, b: InstrumentFacts): number {
  const byBase = compareBases(a.base, b.base)
  if (byBase !== 0) return byBase
  const byExpiry = (a.expiryMs ?? 0) - (b.expiryMs ?? 0)
  const byProduct = productRank(a) - productRank(b)
  const strikes =
    a.parsed?.product === 'option' && b.parsed?.product === 'option' ? cmp(a.parsed.strike, b.parsed.strike) : 0
  // Of equal strikes the call comes first; no collator, since making one takes 10 ms of a start.
  return byExpiry || byProduct || strikes || (a.symbol === b.symbol ? 0 : a.symbol < b.symbol ? -1 : 1)
}

const noUnits: UnitsBySymbol = new Map()

const factsOfListing = new WeakMap<FindInstrument, Map<string, InstrumentFacts>>()

/** Rows of the open positions, without those of size zero. The same `find` must mean the same listing. */
export function positionRows(
  positions: readonly Position[],
  find: FindInstrument,
  units: UnitsBySymbol = noUnits,
): PositionRow[] {
  const known = factsOfListing.get(find) ?? new Map<string, InstrumentFacts>()
  factsOfListing.set(find, known)
  const rows = positions.flatMap(position => {
    if (isZero(position.size)) return []
    const { symbol } = position
    const key = `${symbol} ${position.product_type}`
    const facts = known.get(key) ?? factsOf(position, find(symbol))
    known.set(key, facts)
    return rowOf(position, facts, units.get(symbol))
  })
  return rows.sort(comparePositions)
}
