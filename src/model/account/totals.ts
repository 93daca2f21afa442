/**
 * Totals of the account, each the sum of its rows. A total is a value only when its inputs were all read: else it says what could not be,
 * and is never the sum of the rest. What was read but cannot be valued is named, not zero. Equity is one of three definitions (conventions 6): cash has already moved by the premium, so a definition has either the
 * value of options or their uPnL, never both. The row USD-REFERENCE is the venue's own and goes into no other. Reserved and available are
 * of the assets that margin is paid in alone: a coin that covers no margin makes no more of it available.
 *
 * Rows are summed in the asset they are quoted in and valued once: sums of decimals are exact, so that is the sum of the valued rows.
 */
import { type Balance, usdReference } from '../../domain/account.ts'
import { type Decimal, isZero, mul, sum } from '../../domain/decimal.ts'
import { type EquityDefinition, equityOf } from '../../domain/sample.ts'
import type { Gap } from './gap.ts'
import type { PositionRow } from './position-rows.ts'
import { type Summaries, type UsdTotal, usdRate, usdTotal } from './usd-value.ts'

export interface Total {
  /** In USD; undefined while an input is missing. */
  readonly value: Decimal | undefined
  /** Assets and instruments that are held and not in the value. */
  readonly leftOut: readonly string[]
  /** Why there is no value, where an input was not read in full. */
  readonly gap?: Gap | undefined
  /** The last value whose inputs were all read, while there is none now. */
  readonly last?: LastKnown<Decimal> | undefined
}

export interface LastKnown<Value> {
  readonly value: Value
  /** Server time, ms. */
  readonly atMs: number
}

/** What of the inputs was not read in full. */
export interface Gaps {
  readonly positions?: Gap | undefined
  readonly balances?: Gap | undefined
  /** Of the market summary, whose indexes value coins. */
  readonly indexes?: Gap | undefined
}

export interface PortfolioTotals {
  readonly cash: Total
  /** Assets that margin is paid in: USD, and whatever else the derivatives held are quoted in. */
  readonly marginAssets: readonly string[]
  /** Cash of the assets that margin is paid in: all that covers any. As the next two. */
  readonly collateral: Total
  readonly reserved: Total
  readonly available: Total
  /** What is available of all other assets, valued by index. */
  readonly coins: Total
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
  readonly gaps: Gaps
  /** Positions of no product that an equity knows. */
  readonly others: readonly string[]
  /** Number of open positions; undefined while they are not all known. */
  readonly positions: number | undefined
}

const missing: Total = { value: undefined, leftOut: [] }
const noGaps: Gaps = {}

/** Balances that are holdings. */
export const held = (balances: readonly Balance[]): Balance[] => balances.filter(balance => balance.symbol !== usdReference)

const unknown = (gap: Gap): Total => ({ value: undefined, leftOut: [], gap })

/** An index that is missing because it could not be read is a gap; one that the venue does not have is named as left out. */
function gapOfIndexes(total: Total, needsIndex: boolean, gap: Gap | undefined): Gap | undefined {
  if (gap === undefined || !needsIndex) return undefined
  return gap.kind !== 'unread' || total.leftOut.length > 0 ? gap : undefined
}

/** Quote assets of derivatives held, USD first: what they win, lose and are margined in. */
function marginAssetsOf(rows: readonly PositionRow[] | undefined): readonly string[] {
  const quotes = (rows ?? []).filter(row => row.product === 'option' || isFuture(row)).map(row => row.quote)
  return ['USD', ...[...new Set(quotes)].filter(each => each !== 'USD').sort()]
}

/** The same sum over assets that must all be there: one that the venue does not list leaves it unknown. */
function marginTotal(
  balances: readonly Balance[] | undefined,
  assets: readonly string[],
  field: 'cash_balance' | 'reserved_balance' | 'available_balance',
  summaries: Summaries | undefined,
  gaps: Gaps,
): Total {
  const own = balances?.filter(balance => assets.includes(balance.symbol))
  const total = balanceTotal(own, field, summaries, gaps)
  const absent = assets.filter(asset => own?.some(balance => balance.symbol === asset) === false)
  return absent.length === 0 || total.gap !== undefined ? total : { value: undefined, leftOut: absent }
}

/** A sum in USD of one balance field over all assets. */
function balanceTotal(
  balances: readonly Balance[] | undefined,
  field: keyof Balance & `${string}_balance`,
  summaries: Summaries | undefined,
  gaps: Gaps,
): Total {
  if (balances === undefined) return missing
  if (gaps.balances !== undefined) return unknown(gaps.balances)
  const amounts = held(balances).map(balance => ({ asset: balance.symbol, amount: balance[field] }))
  const total = usdTotal(amounts, summaries)
  const needsIndex = amounts.some(({ asset, amount }) => asset !== 'USD' && !isZero(amount))
  const gap = gapOfIndexes(total, needsIndex, gaps.indexes)
  return gap === undefined ? total : unknown(gap)
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

/** The same, and none where a position was not read, or an index that one needs. */
function wholeRowsTotal(rows: readonly PositionRow[], field: RowAmount, summaries: Summaries | undefined, gaps: Gaps): Total {
  if (gaps.positions !== undefined) return unknown(gaps.positions)
  const total = rowsTotal(rows, field, summaries)
  const gap = gapOfIndexes(
    total,
    rows.some(row => row.quote !== 'USD'),
    gaps.indexes,
  )
  return gap === undefined ? total : unknown(gap)
}

const isFuture = (row: PositionRow): boolean => row.product === 'perpetual' || row.product === 'future'

/** Totals of what is there; an undefined input leaves every total that needs it undefined. */
export function portfolioTotals(inputs: {
  readonly rows: readonly PositionRow[] | undefined
  readonly balances: readonly Balance[] | undefined
  readonly summaries: Summaries | undefined
  readonly gaps?: Gaps | undefined
}): PortfolioTotals {
  const { rows, balances, summaries, gaps = noGaps } = inputs
  const options = rows?.filter(row => row.product === 'option')
  const futures = rows?.filter(isFuture)
  const marginAssets = marginAssetsOf(rows)
  const of = (some: readonly PositionRow[] | undefined, field: RowAmount): Total =>
    some === undefined ? missing : wholeRowsTotal(some, field, summaries, gaps)
  return {
    cash: balanceTotal(balances, 'cash_balance', summaries, gaps),
    marginAssets,
    collateral: marginTotal(balances, marginAssets, 'cash_balance', summaries, gaps),
    reserved: marginTotal(balances, marginAssets, 'reserved_balance', summaries, gaps),
    available: marginTotal(balances, marginAssets, 'available_balance', summaries, gaps),
    coins: balanceTotal(
      balances?.filter(balance => !marginAssets.includes(balance.symbol)),
      'available_balance',
      summaries,
      gaps,
    ),
    optionValue: of(options, 'value'),
    optionUpnl: of(options, 'upnl'),
    futuresUpnl: of(futures, 'upnl'),
    upnl: of(rows, 'upnl'),
    ourUpnl: of(rows, 'ourUpnl'),
    differing: rows?.filter(row => row.differs).map(row => row.name) ?? [],
    reference: balances?.find(balance => balance.symbol === usdReference)?.cash_balance,
    others: rows?.filter(row => row.product !== 'option' && !isFuture(row)).map(row => row.name) ?? [],
    positions: gaps.positions === undefined ? rows?.length : undefined,
    gaps,
  }
}

/** Equity by a definition; undefined while an input is missing, or where the venue sends no reference row. */
export function equityTotal(totals: PortfolioTotals, definition: EquityDefinition): Total {
  if (definition === 'venue') {
    return totals.gaps.balances === undefined ? { value: totals.reference, leftOut: [] } : unknown(totals.gaps.balances)
  }
  const { cash, optionValue, optionUpnl, futuresUpnl } = totals
  const gap = cash.gap ?? optionValue.gap ?? optionUpnl.gap ?? futuresUpnl.gap
  if (gap !== undefined) return unknown(gap)
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

export interface BaseUpnl {
  readonly base: string
  readonly count: number
  readonly upnl: UsdTotal
}

/** uPnL by base, in the rows' order; bases whose quote cannot be valued have none. Of rows that were all read. */
export function upnlByBase(rows: readonly PositionRow[], summaries: Summaries | undefined): BaseUpnl[] {
  const groups = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const group = groups.get(row.base)
    if (group === undefined) groups.set(row.base, [row])
    else group.push(row)
  }
  return [...groups].map(([base, members]) => ({ base, count: members.length, upnl: rowsTotal(members, 'upnl', summaries) }))
}
