/**
 * Results of trades by structure or tag of the opening order, before fees. A closing counts for the order that opened
 * the position; initial positions and forced closings are separate groups. A roll continues the trade that it rolls.
 */
import { compareNames } from '../../../core/domain/compare-names.ts'
import { add, dec, type Decimal, gte, isZero, mul, sign, sum, zero } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalNote } from '../../../core/domain/journal-row.ts'
import { isForcedClose } from '../../../core/domain/order-outcome.ts'
import { opposite, parseSide, sideSign } from '../../../core/domain/order.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { structureName } from '../../../core/domain/trade-story/trade-phrase.ts'
import type { Trade } from '../../../core/domain/trades/trade.ts'
import { isClosing, legsOfOrder } from '../../../core/domain/trade-story/trade-words.ts'
import { zonedDate } from '../../ui/format/zoned-days.ts'

/** `weekday` is the weekday of the closing; `held` is the time until closing. */
export type ResultGrouping = 'structure' | 'tag' | 'weekday' | 'held'

export interface ResultRow {
  readonly id: string
  readonly name: string
  readonly orders: number
  readonly closed: number
  readonly won: number
  readonly lost: number
  readonly realised: Decimal
  /** Won divided by won and lost, 0 to 1. A result of exactly zero counts as neither. Undefined without either. */
  readonly winRate: number | undefined
}

export const heldBefore = 'Opened before recording'
export const liquidated = 'Liquidations'
export const funding = 'Funding'
export const untagged = 'No tag'
const unknownSide = 'Side not understood'

/** A closing order is named by the position, as everywhere. */
export function structureOf(
  order: Pick<JournalOrder, 'symbol' | 'legs' | 'side'> & Partial<Pick<JournalOrder, 'client_order_id' | 'title'>>,
): string {
  const legs = legsOfOrder(order)
  const side = parseSide(order.side)
  if (side === undefined) return unknownSide
  const turn = sideSign(isClosing(order) ? opposite(side) : side)
  return structureName(legs.map(leg => ({ symbol: leg.symbol, ratio: leg.ratio * turn })))
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const weekdayOf = (atMs: number): string => weekdays[zonedDate(atMs).weekday] ?? ''

const holdings = [
  [hourMs, 'Under 1 h'],
  [dayMs, '1 to 24 h'],
  [7 * dayMs, '1 to 7 d'],
  [Number.POSITIVE_INFINITY, 'Over 7 d'],
] as const

export function holdingOf(openedMs: number | undefined, closedMs: number): string | undefined {
  if (openedMs === undefined) return undefined
  return holdings.find(([most]) => closedMs - openedMs < most)?.[1]
}

/** Opening order of the trade that each rolling order continues. Undefined if that was opened before recording. */
export type RolledFrom = ReadonlyMap<string, string | undefined>
const noRolls: RolledFrom = new Map()

export const rolledFrom = (trades: readonly Trade[]): RolledFrom =>
  new Map(
    trades.flatMap(({ steps, orders, isFromBefore }) =>
      steps.flatMap(({ kind, order }) =>
        kind !== 'roll' || order === undefined ? [] : [[order, isFromBefore ? undefined : orders[0]] as const],
      ),
    ),
  )

interface Group {
  readonly orders: Set<string>
  readonly byOrder: Map<string, Decimal>
}

interface Closed {
  /** Order that opened what was closed first; undefined if that was opened before recording. */
  readonly opener: string | undefined
  /** Unsigned quantity by symbol. */
  readonly sizes: Map<string, Decimal>
}

/** What each closing order closed. */
function closedByOrder(closings: readonly Closing[]): ReadonlyMap<string, Closed> {
  const found = new Map<string, Closed>()
  for (const { symbol, closedBy, openedBy, isFunding, quantity } of closings) {
    if (isFunding === true || closedBy === undefined) continue
    const closed = found.get(closedBy) ?? { opener: openedBy, sizes: new Map() }
    found.set(closedBy, closed)
    closed.sizes.set(symbol, add(closed.sizes.get(symbol) ?? zero, quantity))
  }
  return found
}

/** A new spread may close a leg of an earlier trade, and a larger order turns a position: both open something too. */
function onlyCloses(order: JournalOrder, { sizes }: Closed): boolean {
  const filled = sum(order.executions.map(each => each.executed_quantity))
  const legs = legsOfOrder(order)
  return legs.every(({ symbol, ratio }) => gte(sizes.get(symbol) ?? zero, mul(filled, dec(Math.abs(ratio)))))
}

export function resultRows(
  orders: ReadonlyMap<string, JournalOrder>,
  closings: readonly Closing[],
  notes: ReadonlyMap<string, JournalNote>,
  grouping: ResultGrouping,
  rolled: RolledFrom = noRolls,
): ResultRow[] {
  const groups = new Map<string, Group>()
  const groupsOf = (id: string): readonly string[] => {
    if (isForcedClose({ ...orders.get(id), client_order_id: id })) return [liquidated]
    if (grouping === 'weekday' || grouping === 'held') return []
    if (rolled.has(id) && rolled.get(id) === undefined) return [heldBefore]
    const from = rolled.get(id) ?? id
    if (grouping === 'structure') return [structureOf(orders.get(from) ?? { symbol: '', side: 'buy' })]
    const tags = notes.get(id)?.tags ?? notes.get(from)?.tags ?? []
    return tags.length === 0 ? [untagged] : tags.map(tag => `#${tag}`)
  }
  const into = (name: string): Group => {
    const group = groups.get(name) ?? { orders: new Set(), byOrder: new Map() }
    groups.set(name, group)
    return group
  }
  const closed = closedByOrder(closings)
  // An order that only closes counts with the trade that it closes, unless it has tags of its own.
  const countedUnder = (id: string, order: JournalOrder): readonly string[] => {
    const own = groupsOf(id)
    const trade = rolled.has(id) ? undefined : closed.get(id)
    if (trade === undefined || !onlyCloses(order, trade)) return own
    if (own.length === 0 || own[0] === liquidated || (grouping === 'tag' && own[0] !== untagged)) return own
    return trade.opener === undefined ? [heldBefore] : groupsOf(trade.opener)
  }
  for (const [id, order] of orders) for (const name of countedUnder(id, order)) into(name).orders.add(id)
  for (const closing of closings) {
    const isForced = isForcedClose({ client_order_id: closing.closedBy })
    const names =
      closing.isFunding === true
        ? [funding]
        : isForced
          ? [liquidated]
          : closing.openedBy === undefined
            ? [heldBefore]
            : grouping === 'weekday'
              ? [weekdayOf(closing.atMs)]
              : grouping === 'held'
                ? [holdingOf(orders.get(closing.openedBy)?.firstFillMs, closing.atMs) ?? heldBefore]
                : groupsOf(closing.openedBy)
    for (const name of names) {
      const { byOrder, orders: counted } = into(name)
      const order = isForced ? closing.closedBy : (closing.openedBy ?? closing.closedBy)
      if ((grouping === 'weekday' || grouping === 'held') && order !== undefined) counted.add(order)
      const trade = (order === undefined ? undefined : (rolled.get(order) ?? order)) ?? closing.symbol
      byOrder.set(trade, add(byOrder.get(trade) ?? zero, closing.realised))
    }
  }
  return [...groups]
    .map(([name, group]) => rowOf(name, group))
    .sort((a, b) => b.orders - a.orders || compareNames(a.name, b.name))
}

function rowOf(name: string, { orders, byOrder }: Group): ResultRow {
  const realised = [...byOrder.values()]
  // Funding closes nothing, so it neither wins nor loses.
  const results = name === funding ? [] : realised
  const won = results.filter(each => sign(each) > 0).length
  const lost = results.filter(each => sign(each) < 0).length
  const even = results.filter(isZero).length
  const closed = won + lost + even
  return {
    id: name,
    name,
    orders: orders.size,
    closed,
    won,
    lost,
    realised: realised.reduce((sum, each) => add(sum, each), zero),
    winRate: won + lost === 0 ? undefined : won / (won + lost),
  }
}
