/**
 * Header totals, each the sum of the rows below it. A total is a value only when its inputs are there; what could not be valued is named,
 * not zero. Equity is one of three definitions (conventions 6): cash has already moved by the premium, so a definition has either the
 * value of options or their uPnL, never both. The row USD-REFERENCE is the venue's own and goes into no other.
 *
 * Rows are summed in the asset they are quoted in and valued once: sums of decimals are exact, so that is the sum of the valued rows.
 */
import { type Balance, usdReference } from '../../domain/account.ts'
import { type Decimal, isZero, mul, sum } from '../../domain/decimal.ts'
import { type EquityDefinition, equityOf } from '../../domain/sample.ts'
import type { PositionRow } from './book/position-rows.ts'
import { type Summaries, type UsdTotal, usdRate, usdTotal } from './usd-value.ts'

export interface Total {
  /** In USD; undefined while an input is missing. */
  readonly value: Decimal | undefined
  /** Assets and instruments that are held and not in the value. */
  readonly leftOut: readonly string[]
}

export interface PortfolioTotals {
  readonly cash: Total
  readonly reserved: Total
  readonly available: Total
  /** Mark × size of options. */
  readonly optionValue: Total
  readonly optionUpnl: Total
  /** Of perpetuals and futures. */
  readonly futuresUpnl: Total
  /** The venue's, of all positions. */
  readonly upnl: Total
  /** Reckoned here, of all positions. */
  readonly ourUpnl: Total
  /** Names of rows whose uPnL differs from ours by more than a price step on the whole size. */
  readonly differing: readonly string[]
  /** Cash of the venue's reference row, where it sends one. */
  readonly reference: Decimal | undefined
  /** Positions of no product that an equity knows. */
  readonly others: readonly string[]
  /** Number of open positions. */
  readonly positions: number | undefined
}

const missing: Total = { value: undefined, leftOut: [] }

/** Balances that are holdings. */
export const held = (balances: readonly Balance[]): Balance[] => balances.filter(balance => balance.symbol !== usdReference)

/** A sum in USD of one balance field over all assets. */
function balanceTotal(
  balances: readonly Balance[] | undefined,
  field: keyof Balance & `${string}_balance`,
  summaries: Summaries | undefined,
): Total {
  if (balances === undefined) return missing
  return usdTotal(
    held(balances).map(balance => ({ asset: balance.symbol, amount: balance[field] })),
    summaries,
  )
}

type RowAmount = 'value' | 'upnl' | 'ourUpnl'

/** A sum in USD over rows; rows whose quote asset has no index are named. */
function rowsTotal(rows: readonly PositionRow[], field: RowAmount, summaries: Summaries | undefined): Total & { readonly value: Decimal } {
  const byQuote = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const group = byQuote.get(row.quote)
    if (group === undefined) byQuote.set(row.quote, [row])
    else group.push(row)
  }
  const values: Decimal[] = []
  const leftOut: string[] = []
  for (const [quote, members] of byQuote) {
    const rate = usdRate(quote, summaries)
    if (rate === undefined) leftOut.push(...members.filter(row => !isZero(row[field])).map(row => row.name))
    else values.push(mul(sum(members.map(row => row[field])), rate.rate))
  }
  return { value: sum(values), leftOut }
}

const isFuture = (row: PositionRow): boolean => row.product === 'perpetual' || row.product === 'future'

/** Totals of what is there; an undefined input leaves every total that needs it undefined. */
export function portfolioTotals(inputs: {
  readonly rows: readonly PositionRow[] | undefined
  readonly balances: readonly Balance[] | undefined
  readonly summaries: Summaries | undefined
}): PortfolioTotals {
  const { rows, balances, summaries } = inputs
  const options = rows?.filter(row => row.product === 'option')
  const futures = rows?.filter(isFuture)
  const of = (some: readonly PositionRow[] | undefined, field: RowAmount): Total =>
    some === undefined ? missing : rowsTotal(some, field, summaries)
  return {
    cash: balanceTotal(balances, 'cash_balance', summaries),
    reserved: balanceTotal(balances, 'reserved_balance', summaries),
    available: balanceTotal(balances, 'available_balance', summaries),
    optionValue: of(options, 'value'),
    optionUpnl: of(options, 'upnl'),
    futuresUpnl: of(futures, 'upnl'),
    upnl: of(rows, 'upnl'),
    ourUpnl: of(rows, 'ourUpnl'),
    differing: rows?.filter(row => row.differs).map(row => row.name) ?? [],
    reference: balances?.find(balance => balance.symbol === usdReference)?.cash_balance,
    others: rows?.filter(row => row.product !== 'option' && !isFuture(row)).map(row => row.name) ?? [],
    positions: rows?.length,
  }
}

/** Equity by a definition; undefined while an input is missing, or where the venue sends no reference row. */
export function equityTotal(totals: PortfolioTotals, definition: EquityDefinition): Total {
  if (definition === 'venue') return { value: totals.reference, leftOut: [] }
  const { cash, optionValue, optionUpnl, futuresUpnl } = totals
  if (cash.value === undefined || optionValue.value === undefined || optionUpnl.value === undefined || futuresUpnl.value === undefined)
    return missing
  const parts = {
    cash: cash.value,
    optionValue: optionValue.value,
    optionUpnl: optionUpnl.value,
    futuresUpnl: futuresUpnl.value,
    leftOut: [],
  }
  const options = definition === 'value' ? optionValue : optionUpnl
  return {
    value: equityOf(parts, definition),
    leftOut: [...cash.leftOut, ...options.leftOut, ...futuresUpnl.leftOut, ...totals.others],
  }
}

/** uPnL by base, in the rows' order; bases whose quote cannot be valued have none. */
export function upnlByBase(
  rows: readonly PositionRow[],
  summaries: Summaries | undefined,
): { base: string; count: number; upnl: UsdTotal }[] {
  const groups = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const group = groups.get(row.base)
    if (group === undefined) groups.set(row.base, [row])
    else group.push(row)
  }
  return [...groups].map(([base, members]) => ({ base, count: members.length, upnl: rowsTotal(members, 'upnl', summaries) }))
}
