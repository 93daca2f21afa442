/**
 * Applies an execution to the open trades: closes, rolls or opens.
 *
 * 1. A package that reduces every leg within one trade closes it in whole or part, the oldest first.
 * 2. Else a package that rolls one trade (3) rolls it; else one that reduces a position with every leg closes across
 * trades. Trades with a leg that the order takes in whole come first.
 * 3. A roll closes some legs and opens for each another of the same kind (call, put, linear), on the same side, in
 * another expiry. The trade continues with the new legs; trades rolled together become one. An order larger than an
 * open leg rolls nothing. Within an expiry only one leg of a package, or a whole single trade, rolls at equal size.
 * 4. A single instrument closes single trades or initial positions; legs of packages only if the position shrinks.
 * 5. Everything else opens a separate trade, even if the venue nets its legs.
 */
import { abs, add, dec, type Decimal, eq, gt, gte, isZero, mul, neg, sign, sub, zero } from '../decimal.ts'
import type { ExecutedLeg, ExecutedPackage } from '../fill.ts'
import { fittingPackages } from '../grouping/group-positions.ts'
import { expiryOf } from '../instrument.ts'
import { lotOf } from '../lot.ts'
import { isReplacedBy } from '../package/closing.ts'
import type { PackageLeg } from '../package/package-leg.ts'
import { OpenTrade } from './open-trade.ts'

export interface OpenTrades {
  holding(symbol: string): readonly OpenTrade[]
  withId(id: string): OpenTrade | undefined
  freeId(id: string): string
  add(trade: OpenTrade): void
}

const sized = (leg: ExecutedLeg, quantity: Decimal): Decimal => mul(quantity, abs(dec(leg.ratio)))

/** Returns how many packages of `legs`, at most `most`, fit into the open sizes that they reduce (`closable`). */
const reversing = (legs: readonly PackageLeg[], most: Decimal, closable: (leg: PackageLeg) => Decimal): Decimal =>
  fittingPackages(legs, most, leg => (leg.ratio < 0 ? neg(closable(leg)) : closable(leg)))

/**
 * Returns the trades with an opposite size in one of the legs, oldest first. Trades that this order already touched
 * come first.
 */
function against(trades: OpenTrades, { legs, order }: ExecutedPackage): OpenTrade[] {
  const found = new Set(
    legs.flatMap(leg => trades.holding(leg.symbol).filter(trade => !isZero(trade.closableBy(leg.symbol, leg.ratio)))),
  )
  return [...found].sort((a, b) => {
    if (a.hasOrder(order) !== b.hasOrder(order)) return a.hasOrder(order) ? -1 : 1
    return a.isOlderThan(b) ? -1 : b.isOlderThan(a) ? 1 : 0
  })
}

function closeLegs(
  trade: OpenTrade,
  { order, atMs }: ExecutedPackage,
  legs: readonly ExecutedLeg[],
  quantity: Decimal,
): void {
  for (const leg of legs) trade.close(leg.symbol, sized(leg, quantity), leg.price, { order, atMs })
}

function closeAmong(
  found: readonly OpenTrade[],
  execution: ExecutedPackage,
  leg: ExecutedLeg,
  quantity: Decimal,
): void {
  let left = quantity
  for (const trade of found) {
    const closable = trade.closableBy(leg.symbol, leg.ratio)
    const now = gt(closable, left) ? left : closable
    if (isZero(now)) continue
    trade.close(leg.symbol, now, leg.price, execution)
    left = sub(left, now)
  }
}

const closableIn =
  (found: readonly OpenTrade[]) =>
  (leg: PackageLeg): Decimal =>
    found.reduce((total, trade) => add(total, trade.closableBy(leg.symbol, leg.ratio)), zero)

function closeTrades(found: readonly OpenTrade[], execution: ExecutedPackage, quantity: Decimal): Decimal {
  let left = quantity
  for (const trade of found) {
    const now = reversing(execution.legs, left, leg => trade.closableBy(leg.symbol, leg.ratio))
    if (isZero(now)) continue
    closeLegs(trade, execution, execution.legs, now)
    left = sub(left, now)
  }
  return left
}

function closeAcross(found: readonly OpenTrade[], execution: ExecutedPackage, quantity: Decimal): Decimal {
  const now = isZero(quantity) ? zero : reversing(execution.legs, quantity, closableIn(found))
  if (isZero(now)) return quantity
  for (const leg of execution.legs) closeAmong(found, execution, leg, sized(leg, now))
  return sub(quantity, now)
}

interface Roll {
  readonly out: readonly ExecutedLeg[]
  readonly into: readonly ExecutedLeg[]
}

/** True if one leg of a package, or a whole single trade, rolls at equal size. Required within an expiry. */
function isShift({ out, into }: Roll, found: readonly OpenTrade[], ordered: Decimal): boolean {
  const [leg, ...more] = out
  if (leg === undefined || more.length > 0 || into.some(each => Math.abs(each.ratio) !== Math.abs(leg.ratio)))
    return false
  return found.some(
    trade =>
      trade.kind === 'trade' &&
      (trade.lots.size > 1 || gte(sized(leg, ordered), trade.closableBy(leg.symbol, leg.ratio))),
  )
}

/** Undefined unless each closed leg has an opened leg of its kind, on the side on which it was held. */
function rollOf({ legs, order }: ExecutedPackage, found: readonly OpenTrade[], ordered: Decimal): Roll | undefined {
  const closable = closableIn(found)
  const out = legs.filter(leg => !isZero(closable(leg)))
  const into = legs.filter(leg => !out.includes(leg))
  if (!isReplacedBy(out, into)) return undefined
  // Once it has begun to roll, less is open than it was for.
  const hasBegun = found.some(trade => trade.hasOrder(order))
  if (!hasBegun && out.some(leg => gt(sized(leg, ordered), closable(leg)))) return undefined
  const expiries = new Set(out.map(leg => expiryOf(leg.symbol)))
  const isToOthers = into.every(leg => !expiries.has(expiryOf(leg.symbol)))
  return isToOthers || isShift({ out, into }, found, ordered) ? { out, into } : undefined
}

/** Returns the trade that continues with the new legs: the one with all closed legs, else one merged from several. */
function rolledTrade(
  trades: OpenTrades,
  found: readonly OpenTrade[],
  { order, atMs }: ExecutedPackage,
  out: readonly ExecutedLeg[],
  quantity: Decimal,
): OpenTrade {
  const whole = found.find(
    trade =>
      trade.kind === 'trade' && !isZero(reversing(out, quantity, leg => trade.closableBy(leg.symbol, leg.ratio))),
  )
  if (whole !== undefined) return whole
  const begun = found.map(trade => trade.openedMs)
  const isFromBefore = found.some(trade => trade.isFromBefore)
  const id = `${order} rolled`
  // An order that fills in parts rolls into one trade.
  const made =
    trades.withId(id) ??
    new OpenTrade({
      id,
      kind: 'trade',
      isFromBefore,
      openedMs: begun.includes(undefined) ? undefined : Math.min(...begun.map(each => each ?? 0)),
    })
  for (const leg of out) {
    let left = sized(leg, quantity)
    for (const trade of found) {
      const closable = trade.closableBy(leg.symbol, leg.ratio)
      const now = gt(closable, left) ? left : closable
      if (isZero(now)) continue
      for (const earlier of trade.orders) made.touch(earlier, 0)
      made.addLot(leg.symbol, trade.takeLot(leg.symbol, now, atMs), atMs)
      left = sub(left, now)
    }
  }
  return made
}

function roll(
  trades: OpenTrades,
  found: readonly OpenTrade[],
  execution: ExecutedPackage,
  quantity: Decimal,
  ordered: Decimal,
): Decimal {
  let left = quantity
  while (!isZero(left)) {
    const open = found.filter(trade => trade.isOpen)
    const legs = rollOf(execution, open, ordered)
    const most = legs === undefined ? zero : reversing(legs.out, left, closableIn(open))
    if (legs === undefined || isZero(most)) return left
    const trade = rolledTrade(trades, open, execution, legs.out, most)
    const now = reversing(legs.out, most, leg => trade.closableBy(leg.symbol, leg.ratio))
    closeLegs(trade, execution, legs.out, now)
    for (const leg of legs.into) openLeg(trade, execution, leg, now)
    trade.rolled(execution.order)
    trades.add(trade)
    left = sub(left, now)
  }
  return left
}

const rollTrades = (
  trades: OpenTrades,
  found: readonly OpenTrade[],
  execution: ExecutedPackage,
  quantity: Decimal,
  ordered: Decimal,
): Decimal =>
  found
    .filter(trade => trade.kind === 'trade')
    .toReversed()
    .reduce((left, trade) => roll(trades, [trade], execution, left, ordered), quantity)

function fits(trade: OpenTrade, { order, legs }: ExecutedPackage, ordered: Decimal): boolean {
  if (trade.hasOrder(order)) return true
  return legs.some(leg => {
    const closable = trade.closableBy(leg.symbol, leg.ratio)
    return !isZero(closable) && eq(closable, sized(leg, ordered))
  })
}

function openLeg(trade: OpenTrade, { order, atMs }: ExecutedPackage, leg: ExecutedLeg, quantity: Decimal): void {
  trade.open(leg.symbol, lotOf(mul(quantity, dec(leg.ratio)), leg.price, leg.isEstimated), order, atMs)
}

function open(trades: OpenTrades, execution: ExecutedPackage, quantity: Decimal): void {
  const { legs, order, atMs } = execution
  const [first] = legs
  if (first === undefined || isZero(quantity)) return
  const same = trades.holding(first.symbol).find(trade => trade.kind === 'trade' && trade.isMadeOf(legs))
  const trade = same ?? new OpenTrade({ id: trades.freeId(order), kind: 'trade', isFromBefore: false, openedMs: atMs })
  for (const leg of legs) openLeg(trade, execution, leg, quantity)
  trades.add(trade)
}

function closeSingle(
  trades: OpenTrades,
  found: readonly OpenTrade[],
  execution: ExecutedPackage,
  quantity: Decimal,
): Decimal {
  const [leg] = execution.legs
  if (leg === undefined) return quantity
  const alone = found.filter(trade => trade.lots.size === 1)
  const position = trades.holding(leg.symbol).reduce((total, trade) => add(total, trade.sizeOf(leg.symbol)), zero)
  let left = quantity
  const closable = closableIn(alone)(leg)
  const now = gt(closable, left) ? left : closable
  closeAmong(alone, execution, leg, now)
  left = sub(left, now)
  // What is left of the position itself, on the side that this trades against.
  const rest = sign(position) === Math.sign(leg.ratio) ? zero : sub(abs(position), now)
  if (!gt(rest, zero) || isZero(left)) return left
  const packaged = found.filter(trade => trade.isOpen)
  const inPackages = closableIn(packaged)(leg)
  const most = [left, rest, inPackages].reduce((a, b) => (gt(a, b) ? b : a))
  closeAmong(packaged, execution, leg, most)
  return sub(left, most)
}

/** Applies an execution to the open trades. `ordered` is the total execution of its order. */
export function takeExecution(trades: OpenTrades, execution: ExecutedPackage, ordered: Decimal): void {
  const found = against(trades, execution)
  if (execution.legs.length === 1) {
    const quantity = sized(execution.legs[0] as ExecutedLeg, execution.quantity)
    const single = { ...execution, legs: execution.legs.map(leg => ({ ...leg, ratio: Math.sign(leg.ratio) })) }
    return open(trades, single, closeSingle(trades, found, single, quantity))
  }
  const fitting = found.filter(trade => fits(trade, execution, ordered))
  const others = found.filter(trade => !fitting.includes(trade))
  const afterTrades = [fitting, others].reduce((left, some) => {
    const rest = closeTrades(some, execution, left)
    return rollTrades(trades, some, execution, rest, ordered)
  }, execution.quantity)
  const left = closeAcross(found, execution, afterTrades)
  open(trades, execution, roll(trades, found, execution, left, ordered))
}
