/**
 * What an account is worth in USD: one implementation for the figures of now and for the samples that the browser keeps, so that a change
 * between the two is money and never arithmetic. Cash has already moved by the premium of options, so a definition has either their
 * value or their uPnL, never both. The row USD-REFERENCE is the venue's own and goes into no other.
 */
import { type Balance, type Position, usdReference } from './account.ts'
import { add, type Decimal, isZero, mul, one, sign, sum } from './decimal.ts'
import { parseInstrumentName, type Product } from './instrument.ts'
import type { MarketSummary } from './market-data.ts'

/**
 * Values in USD. Only the venue's index values an asset: a last trade or a mid is a price someone paid, not what a coin is worth.
 * What has no index is named as left out, never valued at zero.
 */
export type Summaries = ReadonlyMap<string, Pick<MarketSummary, 'index_price'>>

export interface UsdRate {
  readonly rate: Decimal
  /** "USD itself", "index of BTC-USD". */
  readonly source: string
}

/** USD of one unit of an asset; undefined without an index. */
type RateOf = (asset: string) => Decimal | undefined

/** Instruments whose index values an asset in USD, in the order they are asked. */
export const indexSymbols = (asset: string): readonly string[] => [`${asset}-USD`, `${asset}-USD-PERPETUAL`]

/** USD of one unit of an asset; undefined where the market summary gives no index above zero. */
export function usdRate(asset: string, summaries: Summaries | undefined): UsdRate | undefined {
  if (asset === 'USD') return { rate: one, source: 'USD itself' }
  for (const symbol of indexSymbols(asset)) {
    const index = summaries?.get(symbol)?.index_price
    if (index !== undefined && sign(index) > 0) return { rate: index, source: `index of ${symbol}` }
  }
  return undefined
}

/** The same as numbers only. */
export const ratesIn =
  (summaries: Summaries | undefined): RateOf =>
  asset =>
    usdRate(asset, summaries)?.rate

/**
 * Assets that had an index and have none now. Such an asset is missing, not worth nothing; one whose market the venue no longer lists has no
 * index to wait for.
 */
export const lostIndexes = (
  assets: Iterable<string>,
  { had, rateOf, isListed }: { had(asset: string): boolean; rateOf: RateOf; isListed(symbol: string): boolean },
): string[] => [...new Set(assets)].filter(each => had(each) && rateOf(each) === undefined && indexSymbols(each).some(isListed)).sort()

/** What of a row goes into a total, and what it is called where nothing values it. */
export interface Counted<Row> {
  readonly name: (row: Row) => string
  readonly asset: (row: Row) => string
  readonly amount: (row: Row) => Decimal
}

/** A total in USD and what it leaves out for want of an index. */
export interface UsdTotal {
  readonly value: Decimal
  /** Names of what is held but not valued, each once. */
  readonly leftOut: readonly string[]
}

/** Sum of rows valued in USD; an amount of zero leaves nothing out. Rows of an asset are added up first: sums of decimals are exact. */
export function usdTotal<Row>(rows: readonly Row[], { name, asset, amount }: Counted<Row>, rateOf: RateOf): UsdTotal {
  const byAsset = new Map<string, Row[]>()
  for (const row of rows) {
    const group = byAsset.get(asset(row))
    if (group === undefined) byAsset.set(asset(row), [row])
    else group.push(row)
  }
  const values: Decimal[] = []
  const leftOut = new Set<string>()
  for (const [each, members] of byAsset) {
    const rate = rateOf(each)
    if (rate !== undefined) values.push(mul(sum(members.map(amount)), rate))
    else for (const row of members) if (!isZero(amount(row))) leftOut.add(name(row))
  }
  return { value: sum(values), leftOut: [...leftOut] }
}

/** `value`: cash + option value + futures uPnL. `upnl`: cash + all uPnL. `venue`: the venue's own reference row. */
export type EquityDefinition = 'value' | 'upnl' | 'venue'

export interface EquityParts {
  /** Coins by index. */
  readonly cash: Decimal
  /** Mark × size of options, negative for shorts. */
  readonly optionValue: Decimal
  readonly optionUpnl: Decimal
  readonly futuresUpnl: Decimal
  /** Cash of the venue's `USD-REFERENCE` row, where it sends one. */
  readonly reference?: Decimal | undefined
  /** Assets and instruments that are held and not in these sums. */
  readonly leftOut: readonly string[]
}

/** Undefined where the venue sends no reference row. */
export function equityOf(parts: Omit<EquityParts, 'leftOut'>, definition: EquityDefinition): Decimal | undefined {
  if (definition === 'venue') return parts.reference
  return add(parts.cash, add(parts.futuresUpnl, definition === 'value' ? parts.optionValue : parts.optionUpnl))
}

/** Unrealised P&L of all positions. */
export const upnlOf = (parts: EquityParts): Decimal => add(parts.optionUpnl, parts.futuresUpnl)

/** What of a position goes into equity; amounts in its quote asset. */
export interface EquityPosition {
  readonly name: string
  readonly product: Product | undefined
  readonly quote: string
  /** Mark × signed size. */
  readonly value: Decimal
  /** The venue's. */
  readonly upnl: Decimal
}

export type BalanceField = keyof Balance & `${string}_balance`

/** A sum in USD of one balance field over all assets, without the venue's reference row. */
export const balancesTotal = (balances: readonly Balance[], field: BalanceField, rateOf: RateOf): UsdTotal =>
  usdTotal(holdingsOf(balances), { name: row => row.symbol, asset: row => row.symbol, amount: row => row[field] }, rateOf)

export const holdingsOf = (balances: readonly Balance[]): Balance[] => balances.filter(balance => balance.symbol !== usdReference)

export const referenceOf = (balances: readonly Balance[]): Decimal | undefined =>
  balances.find(balance => balance.symbol === usdReference)?.cash_balance

/** A sum in USD of one amount over positions; those whose quote asset has no index are named. */
export const positionsTotal = <Field extends string>(
  rows: readonly (Pick<EquityPosition, 'name' | 'quote'> & Readonly<Record<Field, Decimal>>)[],
  field: Field,
  rateOf: RateOf,
): UsdTotal => usdTotal(rows, { name: row => row.name, asset: row => row.quote, amount: row => row[field] }, rateOf)

/** Positions by how equity takes them: options by value or uPnL, perpetuals and futures by uPnL, and those of no product whose worth is known. */
export function sortedOut<Row extends Pick<EquityPosition, 'product'>>(
  rows: readonly Row[],
): { readonly options: readonly Row[]; readonly futures: readonly Row[]; readonly others: readonly Row[] } {
  const options: Row[] = []
  const futures: Row[] = []
  const others: Row[] = []
  for (const row of rows) {
    if (row.product === 'option') options.push(row)
    else if (row.product === 'perpetual' || row.product === 'future') futures.push(row)
    else others.push(row)
  }
  return { options, futures, others }
}

/** The parts of equity of an account that was read in full. */
export function equityParts(balances: readonly Balance[], positions: readonly EquityPosition[], rateOf: RateOf): EquityParts {
  const { options, futures, others } = sortedOut(positions)
  const cash = balancesTotal(balances, 'cash_balance', rateOf)
  const optionValue = positionsTotal(options, 'value', rateOf)
  const optionUpnl = positionsTotal(options, 'upnl', rateOf)
  const futuresUpnl = positionsTotal(futures, 'upnl', rateOf)
  const totals = [cash, optionValue, optionUpnl, futuresUpnl]
  return {
    cash: cash.value,
    optionValue: optionValue.value,
    optionUpnl: optionUpnl.value,
    futuresUpnl: futuresUpnl.value,
    reference: referenceOf(balances),
    leftOut: [...new Set([...totals.flatMap(total => total.leftOut), ...others.map(row => row.name)])],
  }
}

/** Asset that an instrument is quoted in: of its listing, else of its name. The name of a dated one does not say, and such are quoted in USD. */
export function quoteOf(symbol: string, listed?: { readonly quote_asset: string }): string {
  if (listed !== undefined) return listed.quote_asset
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'quote' in name ? name.quote : 'USD'
}

/** Are positions all quoted in USD, so that their sums need no index? */
export const areInUsd = (
  positions: readonly Pick<Position, 'symbol'>[],
  listing: { bySymbol(symbol: string): { readonly quote_asset: string } | undefined } | undefined,
): boolean => positions.every(({ symbol }) => quoteOf(symbol, listing?.bySymbol(symbol)) === 'USD')
