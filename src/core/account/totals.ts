/**
 * Totals of the account, each the sum of its rows. If an input is incomplete, the total has a gap instead of a value.
 * Assets without a USD rate are listed, not counted as zero. Sums and equity are those of `domain/equity.ts`, as in
 * stored samples. Reserved and available cover only the assets that margin is paid in.
 */
import type { Balance } from '../domain/account.ts'
import { type Decimal, isZero, sub, sum, sumProducts, zero } from '../domain/decimal.ts'
import {
  type BalanceField,
  balancesTotal,
  type EquityDefinition,
  equityOf,
  holdingsOf,
  positionsTotal,
  ratesIn,
  referenceOf,
  sortedOut,
  type Summaries,
  type UsdTotal,
} from '../domain/equity.ts'
import { type MissingInput, oldestGap } from './gap.ts'
import type { PositionRow } from './position-rows.ts'

export interface Total {
  readonly value: Decimal | undefined
  readonly leftOut: readonly string[]
  readonly gap?: MissingInput | undefined
  readonly last?: LastKnown<Decimal> | undefined
}

export interface LastKnown<Value> {
  readonly value: Value
  readonly atMs: number
}

export interface Gaps {
  readonly positions?: MissingInput | undefined
  readonly balances?: MissingInput | undefined
  /** For balance fields other than cash: a past minute may have stored cash only. */
  readonly funds?: MissingInput | undefined
  /** For the market summary: its indexes value coins. */
  readonly indexes?: MissingInput | undefined
}

export interface PortfolioTotals {
  readonly cash: Total
  /** Assets that margin is paid in: USD, and the other quote assets of the derivatives held. */
  readonly marginAssets: readonly string[]
  /** Cash of the margin assets. The next two cover the same assets. */
  readonly collateral: Total
  readonly reserved: Total
  readonly available: Total
  /** Available balance of all other assets, valued by index. */
  readonly coins: Total
  readonly optionValue: Total
  readonly optionUpnl: Total
  readonly futuresUpnl: Total
  readonly upnl: Total
  readonly ourUpnl: Total
  /** Names of rows with a uPnL that differs from ours by more than a price step on the whole size. */
  readonly differing: readonly string[]
  readonly reference: Decimal | undefined
  readonly gaps: Gaps
  readonly others: readonly string[]
  readonly positions: number | undefined
}

const missing: Total = { value: undefined, leftOut: [] }
const noGaps: Gaps = {}

const unknown = (gap: MissingInput): Total => ({ value: undefined, leftOut: [], gap })

/**
 * A gap if the index was unreadable or was sent before. An asset that never had an index is only listed as left out.
 */
function gapOfIndexes(
  total: Total,
  assets: readonly string[],
  gap: MissingInput | undefined,
): MissingInput | undefined {
  if (gap === undefined || assets.every(asset => asset === 'USD')) return undefined
  if (gap.kind === 'lost') return gap.assets.some(asset => assets.includes(asset)) ? gap : undefined
  return gap.kind !== 'unread' || total.leftOut.length > 0 ? gap : undefined
}

function marginAssetsOf(held: readonly PositionRow[]): readonly string[] {
  const quotes = held.map(row => row.quote)
  return ['USD', ...[...new Set(quotes)].filter(each => each !== 'USD').sort()]
}

function marginTotal(
  balances: readonly Balance[] | undefined,
  assets: readonly string[],
  field: BalanceField,
  summaries: Summaries | undefined,
  gaps: Gaps,
): Total {
  const own = balances?.filter(balance => assets.includes(balance.symbol))
  const total = balanceTotal(own, field, summaries, gaps)
  const absent = assets.filter(asset => own?.some(balance => balance.symbol === asset) === false)
  return absent.length === 0 || total.gap !== undefined ? total : { value: undefined, leftOut: absent }
}

function balanceTotal(
  balances: readonly Balance[] | undefined,
  field: BalanceField,
  summaries: Summaries | undefined,
  gaps: Gaps,
): Total {
  if (balances === undefined) return missing
  if (gaps.balances !== undefined) return unknown(gaps.balances)
  if (gaps.funds !== undefined && field !== 'cash_balance') return unknown(gaps.funds)
  const rateOf = ratesIn(summaries)
  const { value, leftOut } = balancesTotal(balances, field, rateOf)
  // If no asset can be valued, the empty sum is not a value.
  const isValued = leftOut.length === 0 || holdingsOf(balances).some(row => rateOf(row.symbol) !== undefined)
  const total: Total = { value: isValued ? value : undefined, leftOut }
  const counted = holdingsOf(balances).filter(balance => !isZero(balance[field]))
  const gap = gapOfIndexes(
    total,
    counted.map(balance => balance.symbol),
    gaps.indexes,
  )
  return gap === undefined ? total : unknown(gap)
}

type RowAmount = 'value' | 'upnl' | 'ourUpnl'

/** Sum of rows in one currency. Products are summed without formatting each one: decimal sums are exact. */
function sumOf(rows: readonly PositionRow[], field: RowAmount): Decimal {
  if (field === 'upnl') return sum(rows.map(row => row.upnl))
  const sizes = rows.map(row => row.size)
  const worth = sumProducts(
    rows.map(row => row.mark),
    sizes,
  )
  if (field === 'value') return worth
  const paid = sumProducts(
    rows.map(row => row.entry),
    sizes,
  )
  return sub(worth, paid)
}

function rowsTotal(
  rows: readonly PositionRow[],
  field: RowAmount,
  summaries: Summaries | undefined,
  gaps: Gaps,
): Total {
  if (gaps.positions !== undefined) return unknown(gaps.positions)
  const isUsd = rows.every(row => row.quote === 'USD')
  const total = isUsd
    ? { value: sumOf(rows, field), leftOut: [] }
    : positionsTotal(
        rows.map(row => ({ name: row.name, quote: row.quote, amount: row[field] ?? zero })),
        'amount',
        ratesIn(summaries),
      )
  const gap = gapOfIndexes(
    total,
    rows.map(row => row.quote),
    gaps.indexes,
  )
  return gap === undefined ? total : unknown(gap)
}

const noRows: readonly PositionRow[] = []
const isKnown = (row: PositionRow): boolean => row.product !== undefined

function ourTotal(total: Total, rows: readonly PositionRow[] | undefined): Total {
  const names = rows?.flatMap(row => (isKnown(row) ? [] : [row.name])) ?? []
  return names.length === 0 || total.gap !== undefined ? total : { ...total, leftOut: [...total.leftOut, ...names] }
}

/** An undefined input makes every total that needs it undefined. */
export function portfolioTotals(inputs: {
  readonly rows: readonly PositionRow[] | undefined
  readonly balances: readonly Balance[] | undefined
  readonly summaries: Summaries | undefined
  readonly gaps?: Gaps | undefined
}): PortfolioTotals {
  const { rows, balances, summaries, gaps = noGaps } = inputs
  const { options, futures, others } = sortedOut(rows ?? noRows)
  const marginAssets = marginAssetsOf(rows ?? noRows)
  const of = (some: readonly PositionRow[], field: RowAmount): Total =>
    rows === undefined ? missing : rowsTotal(some, field, summaries, gaps)
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
    upnl: of(rows ?? noRows, 'upnl'),
    ourUpnl: ourTotal(of(rows?.filter(isKnown) ?? noRows, 'ourUpnl'), rows),
    differing: rows?.filter(row => row.differs).map(row => row.name) ?? [],
    reference: balances === undefined ? undefined : referenceOf(balances),
    others: others.map(row => row.name),
    positions: gaps.positions === undefined ? rows?.length : undefined,
    gaps,
  }
}

export function equityTotal(totals: PortfolioTotals, definition: EquityDefinition): Total {
  if (definition === 'venue') {
    return totals.gaps.balances === undefined ? { value: totals.reference, leftOut: [] } : unknown(totals.gaps.balances)
  }
  const { cash, optionValue, optionUpnl, futuresUpnl } = totals
  const gap = oldestGap([cash.gap, optionValue.gap, optionUpnl.gap, futuresUpnl.gap])
  if (gap !== undefined) return unknown(gap)
  // Cash without a USD rate is listed as left out, as in the samples that the browser stores.
  const cashValue = cash.value ?? (cash.leftOut.length > 0 ? zero : undefined)
  if (
    cashValue === undefined ||
    optionValue.value === undefined ||
    optionUpnl.value === undefined ||
    futuresUpnl.value === undefined
  )
    return missing
  const parts = {
    cash: cashValue,
    optionValue: optionValue.value,
    optionUpnl: optionUpnl.value,
    futuresUpnl: futuresUpnl.value,
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

/** uPnL by base, in the rows' order. Undefined for a base with an unknown quote rate. All rows must have been read. */
export function upnlByBase(rows: readonly PositionRow[], summaries: Summaries | undefined): BaseUpnl[] {
  const groups = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const group = groups.get(row.base)
    if (group === undefined) groups.set(row.base, [row])
    else group.push(row)
  }
  return [...groups].map(([base, members]) => ({
    base,
    count: members.length,
    upnl: positionsTotal(members, 'upnl', ratesIn(summaries)),
  }))
}
