/**
 * What an account is worth in USD: one implementation for the figures of now and for the samples that the browser keeps, so that a change
 * between the two is money and never arithmetic. Cash has already moved by the premium of options, so a definition has either their
 * value or their uPnL, never both. The row USD-REFERENCE is the venue's own and goes into no other.
 */
import { type Balance, type Position, usdReference } from './account.ts'
import { type Decimal, add } from './decimal.ts'
import { type Product, parseInstrumentName } from './instrument.ts'
import { type RateOf, type UsdTotal, usdTotal } from './usd-value.ts'

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

/** Balances that are holdings. */
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
