/**
 * Account value in USD. Current figures and stored samples share this implementation, so that a difference between them
 * is always money. Cash already includes option premiums, so a definition adds either option value or uPnL. The
 * USD-REFERENCE row belongs to the venue and enters no other sum.
 */
import { type Balance, type Position, usdReference } from './account.ts'
import { add, type Decimal, isZero, mul, one, sign, sum } from './decimal.ts'
import { parseInstrumentName, type Product } from './instrument.ts'
import type { MarketSummary } from './market-data.ts'

/**
 * Values in USD. Assets are valued by the venue's index only, never by a last trade or mid. An asset without an index
 * is listed as left out, never valued at zero.
 */
export type Summaries = ReadonlyMap<string, Pick<MarketSummary, 'index_price'>>

export interface UsdRate {
  readonly rate: Decimal
  /** "USD itself", "index of BTC-USD". */
  readonly source: string
}

/** USD per unit of an asset; undefined without an index. */
type RateOf = (asset: string) => Decimal | undefined

/** Instruments whose index values an asset in USD, in order of preference. */
export const indexSymbols = (asset: string): readonly string[] => [`${asset}-USD`, `${asset}-USD-PERPETUAL`]

/** Undefined if the market summary has no index above zero. */
export function usdRate(asset: string, summaries: Summaries | undefined): UsdRate | undefined {
  if (asset === 'USD') return { rate: one, source: 'USD itself' }
  for (const symbol of indexSymbols(asset)) {
    const index = summaries?.get(symbol)?.index_price
    if (index !== undefined && sign(index) > 0) return { rate: index, source: `index of ${symbol}` }
  }
  return undefined
}

export const ratesIn =
  (summaries: Summaries | undefined): RateOf =>
  asset =>
    usdRate(asset, summaries)?.rate

/** Assets whose index is missing now. Excludes assets whose market is no longer listed: no index will return. */
export const lostIndexes = (
  assets: Iterable<string>,
  { had, rateOf, isListed }: { had(asset: string): boolean; rateOf: RateOf; isListed(symbol: string): boolean },
): string[] =>
  [...new Set(assets)]
    .filter(each => had(each) && rateOf(each) === undefined && indexSymbols(each).some(isListed))
    .sort()

export interface TotalRow<Row> {
  readonly name: (row: Row) => string
  readonly asset: (row: Row) => string
  readonly amount: (row: Row) => Decimal
}

export interface UsdTotal {
  readonly value: Decimal
  readonly leftOut: readonly string[]
}

/**
 * Sums rows in USD. A zero amount is never left out. Rows of one asset are added first, since decimal sums are exact.
 */
export function usdTotal<Row>(rows: readonly Row[], { name, asset, amount }: TotalRow<Row>, rateOf: RateOf): UsdTotal {
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
  /** Coins valued by index. */
  readonly cash: Decimal
  readonly optionValue: Decimal
  readonly optionUpnl: Decimal
  readonly futuresUpnl: Decimal
  readonly reference?: Decimal | undefined
  /** Assets and instruments missing from these sums. */
  readonly leftOut: readonly string[]
}

/** Undefined if the venue sends no reference row. */
export function equityOf(parts: Omit<EquityParts, 'leftOut'>, definition: EquityDefinition): Decimal | undefined {
  if (definition === 'venue') return parts.reference
  return add(parts.cash, add(parts.futuresUpnl, definition === 'value' ? parts.optionValue : parts.optionUpnl))
}

export const upnlOf = (parts: EquityParts): Decimal => add(parts.optionUpnl, parts.futuresUpnl)

export interface EquityPosition {
  readonly name: string
  readonly product: Product | undefined
  readonly quote: string
  /** Mark × signed size. */
  readonly value: Decimal
  readonly upnl: Decimal
}

export type BalanceField = keyof Balance & `${string}_balance`

export const balancesTotal = (balances: readonly Balance[], field: BalanceField, rateOf: RateOf): UsdTotal =>
  usdTotal(
    holdingsOf(balances),
    { name: row => row.symbol, asset: row => row.symbol, amount: row => row[field] },
    rateOf,
  )

export const holdingsOf = (balances: readonly Balance[]): Balance[] =>
  balances.filter(balance => balance.symbol !== usdReference)

export const referenceOf = (balances: readonly Balance[]): Decimal | undefined =>
  balances.find(balance => balance.symbol === usdReference)?.cash_balance

/** Sums one amount over positions in USD. Positions whose quote asset has no index are listed. */
export const positionsTotal = <Field extends string>(
  rows: readonly (Pick<EquityPosition, 'name' | 'quote'> & Readonly<Record<Field, Decimal>>)[],
  field: Field,
  rateOf: RateOf,
): UsdTotal => usdTotal(rows, { name: row => row.name, asset: row => row.quote, amount: row => row[field] }, rateOf)

/** Options count by value or uPnL, perpetuals and futures by uPnL. Other products have no known value. */
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

/** Requires a complete read of the account. */
export function equityParts(
  balances: readonly Balance[],
  positions: readonly EquityPosition[],
  rateOf: RateOf,
): EquityParts {
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

/** Quote asset from the listing, else from the name. Names of dated instruments omit it: they are quoted in USD. */
export function quoteOf(symbol: string, listed?: { readonly quote_asset: string }): string {
  if (listed !== undefined) return listed.quote_asset
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'quote' in name ? name.quote : 'USD'
}

export const areInUsd = (
  positions: readonly Pick<Position, 'symbol'>[],
  listing: { bySymbol(symbol: string): { readonly quote_asset: string } | undefined } | undefined,
): boolean => positions.every(({ symbol }) => quoteOf(symbol, listing?.bySymbol(symbol)) === 'USD')
