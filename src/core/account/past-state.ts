/**
 * The account at a past minute, computed from its sample and the journal until then by the models of the live figures.
 * A figure is missing, with a reason, if its inputs were not stored. Invariant: it uses nothing that happened or became
 * known after the minute, such as a settlement seen in the next sample or a fill listed later.
 */
import { type Balance, type Position, usdReference } from '../domain/account.ts'
import { type Decimal, sign, toNumber, zero } from '../domain/decimal.ts'
import { type EquityDefinition, equityOf, type EquityParts, type Summaries, upnlOf } from '../domain/equity.ts'
import type { DeliverableId } from '../domain/ids.ts'
import { parseInstrumentName } from '../domain/instrument.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import {
  type FirstPositions,
  quoteOfHeld,
  type Sample,
  type SamplePosition,
  type SavedSample,
} from '../domain/sample.ts'
import { firstAtOrAfter } from '../domain/settlement.ts'
import type { DayStart } from '../domain/thinning.ts'
import { microsFromMs, minuteMs } from '../domain/time.ts'
import { cashAt, ordersAt } from '../history/as-of.ts'
import { type NetGreeks, netGreeks } from '../pricing/portfolio/net-greeks.ts'
import { unitGreeksStored } from '../pricing/portfolio/unit-greeks.ts'
import type { AccountTotals } from './account-model.ts'
import { type BalanceRow, balanceRows, type KnownBalance } from './balance-rows.ts'
import { type DayChange, dayChange } from './day-change.ts'
import type { MissingInput } from './gap.ts'
import { bookLines, unpricedLegs } from './lines.ts'
import { type FindInstrument, type PositionRow, positionRows } from './position-rows.ts'
import { type SeenRealised, seenRealised } from './realised-model.ts'
import { seenFills, timesAround } from './seen-fills.ts'
import { portfolioTotals, type Total } from './totals.ts'

export interface StoredHistory {
  readonly samples: readonly SavedSample[]
  /** With positions: the sample of the requested minute, and those around fills of packages. */
  readonly full: readonly Sample[]
  readonly first: FirstPositions | undefined
  readonly orders: readonly JournalOrder[]
  readonly cash: readonly JournalRow[]
  /** Price and size steps of instruments, which do not change. */
  readonly find: FindInstrument
}

export interface PastState {
  /** Time of the sample. Without one, the requested minute. */
  readonly atMs: number
  readonly gap: MissingInput | undefined
  readonly rows: readonly PositionRow[] | undefined
  readonly balanceRows: readonly BalanceRow[]
  readonly totals: AccountTotals
  readonly net: NetGreeks | undefined
  readonly riskGap: MissingInput | undefined
  readonly unpriced: MissingInput | undefined
  readonly realised: SeenRealised | undefined
  readonly changeSince: (definition: EquityDefinition, start: DayStart) => DayChange | undefined
  readonly orders: readonly JournalOrder[]
}

const notStored = (what: string): MissingInput => ({ kind: 'not_stored', what })
const unknown = (gap: MissingInput): Total => ({ value: undefined, leftOut: [], gap })

const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs)

/** Returns the sample of the minute of `atMs`, unless it was taken later. */
export function sampleAt<Some extends { readonly atMs: number }>(
  samples: readonly Some[],
  atMs: number,
): Some | undefined {
  const last = samples[firstAtOrAfter(samples, atMs + 1) - 1]
  return last !== undefined && minuteOf(last.atMs) === minuteOf(atMs) ? last : undefined
}

const productTypes = {
  option: 'option',
  perpetual: 'perpetual_future',
  future: 'future',
  spot: 'spot',
  index: 'index',
} as const

function positionOf(held: SamplePosition, atMs: number): Position {
  const { symbol, product, size, average_entry_price, mark_price, upnl, margin_value } = held
  const side = sign(size) < 0 ? 'short' : 'long'
  return {
    symbol,
    deliverable_id: side as unknown as DeliverableId,
    product_type: product === undefined ? 'not known' : productTypes[product],
    timestamp: microsFromMs(atMs),
    side,
    size,
    average_entry_price,
    mark_price,
    upnl,
    margin_value,
  }
}

function findThen(positions: readonly SamplePosition[], find: FindInstrument): FindInstrument {
  const held = new Map(positions.map(each => [each.symbol, each]))
  return symbol => {
    const then = held.get(symbol)
    if (then === undefined) return find(symbol)
    const base = parseInstrumentName(symbol)?.base ?? symbol
    return {
      base_asset: base,
      ...find(symbol),
      symbol,
      quote_asset: quoteOfHeld(then),
      tags: then.product === undefined ? [] : [then.product],
    }
  }
}

function rowsAt({ positions, atMs }: Sample, find: FindInstrument): readonly PositionRow[] | undefined {
  if (positions === undefined) return undefined
  const units = new Map(
    positions.map(({ symbol, priced }) => [symbol, unitGreeksStored(symbol, priced, atMs)] as const),
  )
  return positionRows(
    positions.map(each => positionOf(each, atMs)),
    findThen(positions, find),
    units,
  )
}

const noId = '' as unknown as DeliverableId

function balancesAt({ cash, equity, funds, atMs }: SavedSample): readonly Balance[] {
  const balanceOf = (symbol: string, cash_balance: Decimal): Balance => {
    const { reserved, available, withdrawable } = funds?.[symbol] ?? {
      reserved: zero,
      available: zero,
      withdrawable: zero,
    }
    return {
      symbol,
      deliverable_id: noId,
      timestamp: microsFromMs(atMs),
      cash_balance,
      reserved_balance: reserved,
      available_balance: available,
      withdrawable_balance: withdrawable,
    }
  }
  const own = Object.entries(cash).map(([symbol, amount]) => balanceOf(symbol, amount))
  return equity.reference === undefined ? own : [...own, balanceOf(usdReference, equity.reference)]
}

const knownOf = (balances: readonly Balance[], funds: Sample['funds']): readonly KnownBalance[] =>
  balances.map(({ symbol, timestamp, cash_balance, ...more }) => {
    const { deliverable_id: _, ...amounts } = more
    return { symbol, timestamp, cash_balance, ...(funds?.[symbol] === undefined ? {} : amounts) }
  })

const summariesAt = ({ indexes }: SavedSample): Summaries =>
  new Map(Object.entries(indexes).map(([asset, index_price]) => [`${asset}-USD`, { index_price }]))

function equityAt(equity: EquityParts): AccountTotals['equity'] {
  const of = (definition: EquityDefinition): Total => ({
    value: equityOf(equity, definition),
    leftOut: definition === 'venue' ? [] : equity.leftOut,
  })
  return { value: of('value'), upnl: of('upnl'), venue: of('venue') }
}

function totalsAt(sample: Sample, rows: PastState['rows'], balances: readonly Balance[]): AccountTotals {
  const gaps = {
    positions: rows === undefined ? notStored('positions are') : undefined,
    funds: sample.funds === undefined ? notStored('amounts beside cash are') : undefined,
  }
  const totals = portfolioTotals({ rows, balances, summaries: summariesAt(sample), gaps })
  const ofSample: Partial<AccountTotals> =
    rows === undefined ? { upnl: { value: upnlOf(sample.equity), leftOut: sample.equity.leftOut } } : {}
  return { ...totals, ...ofSample, equity: equityAt(sample.equity) }
}

/** Greeks of the positions with a price. The underlying's price is the stored valuation price, else the index. */
const priceAt = ({ underlyings, indexes }: Sample, base: string): Decimal | undefined =>
  underlyings?.[base] ?? indexes[base]

function netAt(sample: Sample, rows: readonly PositionRow[]): NetGreeks {
  return netGreeks(bookLines(rows), base => {
    const price = priceAt(sample, base)
    return price === undefined ? undefined : { price: toNumber(price), source: 'the sample' }
  })
}

const nothingKnown = (atMs: number, orders: readonly JournalOrder[]): PastState => {
  const gap = notStored('sample is')
  const none = portfolioTotals({
    rows: undefined,
    balances: undefined,
    summaries: undefined,
    gaps: { positions: gap, balances: gap },
  })
  const all = unknown(gap)
  const totals = { ...none, cash: all, reserved: all, available: all, coins: all, upnl: all }
  return {
    atMs,
    gap,
    rows: undefined,
    balanceRows: [],
    totals: { ...totals, equity: { value: all, upnl: all, venue: all } },
    net: undefined,
    riskGap: gap,
    unpriced: undefined,
    realised: undefined,
    changeSince: () => undefined,
    orders,
  }
}

const sizesOf = (rows: readonly PositionRow[]): ReadonlyMap<string, Decimal> =>
  new Map(rows.map(row => [row.symbol, row.size]))

/** Returns the account at `instantMs` (server time): the sample of that minute, and the journal until that sample. */
export function stateAt(instantMs: number, stored: StoredHistory): PastState {
  const light = sampleAt(stored.samples, instantMs)
  if (light === undefined) return nothingKnown(instantMs, ordersAt(stored.orders, instantMs))
  const { atMs } = light
  const sample: Sample = stored.full.find(each => each.atMs === atMs) ?? light
  const samples = stored.samples.slice(0, firstAtOrAfter(stored.samples, atMs + 1))
  const orders = ordersAt(stored.orders, atMs).filter(order => order.executions.length > 0)
  const near = new Set(timesAround(orders, samples))
  const rows = rowsAt(sample, stored.find)
  const balances = balancesAt(sample)
  const totals = totalsAt(sample, rows, balances)
  const realised = seenRealised({
    seen: seenFills(
      orders,
      stored.full.filter(each => near.has(each.atMs)),
    ),
    first: stored.first !== undefined && stored.first.atMs <= atMs ? stored.first : undefined,
    samples,
    held: rows === undefined ? undefined : sizesOf(rows),
    cash: cashAt(stored.cash, atMs),
    nowMs: atMs,
  })
  return {
    atMs,
    gap: undefined,
    rows,
    balanceRows: balanceRows(knownOf(balances, sample.funds), summariesAt(sample)),
    totals,
    net: rows === undefined ? undefined : netAt(sample, rows),
    riskGap: rows === undefined ? notStored('positions are') : undefined,
    unpriced: rows === undefined ? undefined : unpricedLegs(rows, base => priceAt(sample, base) !== undefined),
    realised,
    changeSince: (definition, start) => {
      const { value } = totals.equity[definition]
      return value === undefined ? undefined : dayChange(samples, value, definition, start, atMs)
    },
    orders,
  }
}
