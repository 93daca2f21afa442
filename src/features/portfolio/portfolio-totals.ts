/**
 * Header totals. A total is a value only when all of its inputs are there; what could not be valued is named, not zero. Equity is
 * defined as cash + option value + futures uPnL (conventions 6); cash has already moved by the premium, so option uPnL is not
 * part of it. The row USD-REFERENCE is the venue's own reference and goes into no total.
 */
import { type Balance, usdReference } from '../../domain/account.ts'
import { type Decimal, sum } from '../../domain/decimal.ts'
import { type Amount, type Summaries, type UsdTotal, usdTotal } from './usd-value.ts'
import type { PositionRow } from './position-rows.ts'

export interface Total {
  /** In USD; undefined while an input is missing. */
  readonly value: Decimal | undefined
  /** Assets and instruments that are held and not in the value. */
  readonly leftOut: readonly string[]
  /** What it is made of, for the explanation. */
  readonly parts: readonly { readonly name: string; readonly value: Decimal }[]
}

export interface PortfolioTotals {
  readonly equity: Total
  readonly upnl: Total
  readonly cash: Total
  readonly reserved: Total
  readonly available: Total
  /** Number of open positions. */
  readonly positions: number | undefined
}

const missing: Total = { value: undefined, leftOut: [], parts: [] }

const held = (balances: readonly Balance[]): Balance[] => balances.filter(balance => balance.symbol !== usdReference)

/** A sum in USD of one balance field over all assets; the parts are the assets that go in, each valued by itself. */
function balanceTotal(
  balances: readonly Balance[] | undefined,
  field: keyof Balance & `${string}_balance`,
  summaries: Summaries | undefined,
): Total {
  if (balances === undefined) return missing
  return partsTotal(
    held(balances).map(balance => ({ name: balance.symbol, asset: balance.symbol, amount: balance[field] })),
    summaries,
  )
}

type Part = Amount & { readonly name: string }

function partsTotal(amounts: readonly Part[], summaries: Summaries | undefined): Total {
  const valued = amounts.map(part => ({ part, total: usdTotal([part], summaries) }))
  const inside = valued.filter(({ total }) => total.leftOut.length === 0)
  return {
    value: sum(inside.map(({ total }) => total.value)),
    leftOut: valued.filter(({ total }) => total.leftOut.length > 0).map(({ part }) => part.name),
    parts: inside.map(({ part, total }) => ({ name: part.name, value: total.value })),
  }
}

const positionPart =
  (field: 'value' | 'upnl') =>
  (row: PositionRow): Part => ({ name: row.name, asset: row.quote, amount: row[field] })

function equityOf(cash: Total, rows: readonly PositionRow[] | undefined, summaries: Summaries | undefined): Total {
  if (cash.value === undefined || rows === undefined) return missing
  const options = partsTotal(rows.filter(row => row.product === 'option').map(positionPart('value')), summaries)
  const futures = partsTotal(
    rows.filter(row => row.product === 'perpetual' || row.product === 'future').map(positionPart('upnl')),
    summaries,
  )
  const others = rows.filter(row => row.product !== 'option' && row.product !== 'perpetual' && row.product !== 'future')
  const parts = [
    { name: 'cash', value: cash.value },
    { name: 'option value', value: options.value ?? sum([]) },
    { name: 'futures uPnL', value: futures.value ?? sum([]) },
  ]
  return {
    value: sum(parts.map(part => part.value)),
    leftOut: [...cash.leftOut, ...options.leftOut, ...futures.leftOut, ...others.map(row => row.name)],
    parts,
  }
}

/** Totals of what is there; an undefined input leaves every total that needs it undefined. */
export function portfolioTotals(inputs: {
  readonly rows: readonly PositionRow[] | undefined
  readonly balances: readonly Balance[] | undefined
  readonly summaries: Summaries | undefined
}): PortfolioTotals {
  const { rows, balances, summaries } = inputs
  const cash = balanceTotal(balances, 'cash_balance', summaries)
  return {
    equity: equityOf(cash, rows, summaries),
    upnl: rows === undefined ? missing : partsTotal(rows.map(positionPart('upnl')), summaries),
    cash,
    reserved: balanceTotal(balances, 'reserved_balance', summaries),
    available: balanceTotal(balances, 'available_balance', summaries),
    positions: rows?.length,
  }
}

/** uPnL by base, in the rows' order; bases whose quote cannot be valued have none. */
export function upnlByBase(
  rows: readonly PositionRow[],
  summaries: Summaries | undefined,
): { base: string; count: number; upnl: UsdTotal }[] {
  const groups = new Map<string, PositionRow[]>()
  for (const row of rows) groups.set(row.base, [...(groups.get(row.base) ?? []), row])
  return [...groups].map(([base, members]) => ({
    base,
    count: members.length,
    upnl: usdTotal(members.map(positionPart('upnl')), summaries),
  }))
}
