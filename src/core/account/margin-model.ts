/**
 * The sandbox's scenario margin (`pricing/margin`) of the account: margin by underlying, liquidation prices, margin per
 * position. No other venue documents its margin rules, so nothing is computed there. Options use their current
 * volatility; an option without one keeps its time value.
 */
import { toNumber } from '../domain/decimal.ts'
import { parseInstrumentName, valuedProduct } from '../domain/instrument.ts'
import type { Quotes } from '../domain/market-data.ts'
import { fillsOf } from '../domain/order-state.ts'
import { firmMarket, type OrderRecord } from '../domain/order.ts'
import { runSteps, type Steps } from '../domain/steps.ts'
import { legsOfOrder } from '../domain/trade-story/trade-words.ts'
import { type LiquidationPrices, liquidationSteps } from '../pricing/margin/liquidation-prices.ts'
import type { MarginAccount } from '../pricing/margin/order-margin.ts'
import {
  type BaseMargin,
  createMarksAt,
  initialRules,
  maintenanceRules,
  marginByBase,
  type MarginHolding,
  type MarginLeg,
  type MarginOrder,
  type MarginRules,
  totalBound,
} from '../pricing/margin/scenario-margin.ts'
import { groupLines, modelLeg, type PortfolioLine } from '../pricing/portfolio/net-greeks.ts'
import { bookLines } from './lines.ts'
import type { PositionRow } from './position-rows.ts'

export type MarkOf = (symbol: string) => number | undefined
export type IndexOf = (base: string) => number | undefined

export interface BaseUse {
  readonly base: string
  readonly index: number
  /** For positions and open orders. */
  readonly initial: number
  readonly maintenance: number
  /** Price at which the positions need the most initial margin. Undefined if closing at the marks needs the most. */
  readonly worstAt: number | undefined
  readonly liquidation: LiquidationPrices
}

export interface MarginModel {
  readonly initial: number
  readonly maintenance: number
  readonly bases: readonly BaseUse[]
}

function holdingOf(row: PositionRow): MarginHolding | undefined {
  const { symbol, base, parsed, product, quote } = row
  const option = parsed?.product === 'option' ? parsed : undefined
  const isKnown = (product === 'option' && option !== undefined) || product === 'perpetual' || product === 'future'
  if (!isKnown || quote !== 'USD') return undefined
  const strike = option === undefined ? undefined : toNumber(option.strike)
  const [size, mark, upnl] = [toNumber(row.size), toNumber(row.mark), toNumber(row.upnl)]
  return { symbol, base, kind: option?.right ?? 'linear', strike, size, mark, upnl }
}

export function marginLegs(
  legs: readonly { readonly symbol: string; readonly ratio: number }[],
  markOf: MarkOf,
): MarginLeg[] | undefined {
  const all = legs.map(({ symbol, ratio }): MarginLeg | undefined => {
    const name = parseInstrumentName(symbol)
    const mark = markOf(symbol)
    if (name === undefined || mark === undefined || valuedProduct(symbol) === undefined) return undefined
    if (name.product === 'option')
      return { symbol, base: name.base, kind: name.right, strike: toNumber(name.strike), ratio, mark }
    return {
      symbol,
      base: name.base,
      kind: name.product === 'spot' ? 'spot' : 'linear',
      strike: undefined,
      ratio,
      mark,
    }
  })
  const known = all.filter(leg => leg !== undefined)
  return known.length === all.length ? known : undefined
}

/**
 * The legs of an order with futures and perpetuals without a position at their worse quote: the venue reports the mark
 * of a position only, and the mid may differ from it in the order's favour.
 */
export const cautiousLegs = (
  { side, legs }: Pick<MarginOrder, 'side' | 'legs'>,
  holdings: readonly MarginHolding[],
  quotes: Quotes,
): readonly MarginLeg[] =>
  legs.map(leg => {
    const { best_bid, best_ask } = quotes.get(leg.symbol) ?? {}
    const worse = leg.ratio > 0 === (side === 'buy') ? best_bid : best_ask
    const isMarked = leg.kind !== 'linear' || holdings.some(({ symbol }) => symbol === leg.symbol)
    return isMarked || worse === undefined ? leg : { ...leg, mark: toNumber(worse) }
  })

function openOrder(order: OrderRecord, markOf: MarkOf): MarginOrder | undefined {
  const { remaining } = fillsOf(order)
  const legs = marginLegs(legsOfOrder(order), markOf)
  const side = order.side === 'buy' || order.side === 'sell' ? order.side : undefined
  if (remaining === undefined || legs === undefined || side === undefined || order.price === undefined) return undefined
  return { id: order.client_order_id, side, quantity: toNumber(remaining), price: toNumber(order.price), legs }
}

export interface AccountInputs {
  readonly rows: readonly PositionRow[]
  readonly orders: readonly OrderRecord[]
  /** USD. */
  readonly collateral: number
  readonly markOf: MarkOf
  readonly indexOf: IndexOf
}

export function marginAccount({ rows, orders, collateral, markOf, indexOf }: AccountInputs): MarginAccount | undefined {
  const holdings = rows.flatMap(row => holdingOf(row) ?? [])
  const firm = orders.filter(order => order.market_id === firmMarket)
  const open = firm.flatMap(order => openOrder(order, markOf) ?? [])
  if (holdings.length < rows.length || open.length < firm.length) return undefined
  return { holdings, orders: open, collateral, indexOf }
}

function modelsOf(holdings: readonly MarginHolding[], lines: readonly PortfolioLine[], index: number) {
  const bySymbol = new Map(lines.map(line => [line.symbol, line]))
  return holdings.map(({ symbol }) => {
    const line = bySymbol.get(symbol)
    return line === undefined ? undefined : modelLeg({ ...line, size: 1 }, index)
  })
}

const boundBy = (account: MarginAccount, rules: MarginRules) =>
  marginByBase(account.holdings, account.orders, account.indexOf, rules)

export interface SolvedPrices {
  readonly holdings: string
  readonly moment: Moment
  readonly prices: LiquidationPrices
}

interface Moment {
  readonly serial: number | undefined
  readonly account: MarginAccount
  readonly atMs: number
}

export interface Due {
  readonly base: string
  readonly holdings: string
  readonly moment: Moment
  readonly steps: () => Steps<LiquidationPrices>
}

/** Solving is the slowest step. With more holdings than this, it is not repeated at every poll. */
const manyHoldings = 60
/** With unchanged positions, liquidation prices move less than the market does in this time. */
const solvedForMs = 5_000

/**
 * Reuses the liquidation prices of this session while the positions are unchanged, else solves immediately. Aged prices
 * are `due`: the component solves them outside rendering. None are due if `isSeen` is false.
 */
export function createSolver(before: ReadonlyMap<string, SolvedPrices>, moment: Moment, isSeen = true) {
  const after = new Map<string, SolvedPrices>()
  const due: Due[] = []
  const hasAged = (count: number, of: Moment): boolean =>
    count > manyHoldings
      ? moment.atMs - of.atMs >= solvedForMs
      : moment.account !== of.account || moment.atMs !== of.atMs
  const solve = (
    base: string,
    held: readonly MarginHolding[],
    steps: () => Steps<LiquidationPrices>,
  ): LiquidationPrices => {
    const holdings = held.map(({ symbol, size }) => `${symbol} ${size}`).join()
    const known = before.get(base)
    const isSame = known?.holdings === holdings && known.moment.serial === moment.serial
    const solved = isSame ? known : { holdings, moment, prices: runSteps(steps()) }
    after.set(base, solved)
    if (isSeen && hasAged(held.length, solved.moment)) due.push({ base, holdings, moment, steps })
    return solved.prices
  }
  return { solve, due: (): readonly Due[] => due, after: (): ReadonlyMap<string, SolvedPrices> => after }
}

type Solve = ReturnType<typeof createSolver>['solve']

interface AccountBounds {
  readonly initial: readonly BaseMargin[]
  /** Initial margin, for positions only. */
  readonly positions: readonly BaseMargin[]
  readonly maintenance: readonly BaseMargin[]
}

export function accountBounds(account: MarginAccount): AccountBounds | undefined {
  const held = { ...account, orders: [] }
  const initial = boundBy(account, initialRules)
  const positions = boundBy(held, initialRules)
  const maintenance = boundBy(held, maintenanceRules)
  if (initial === undefined || positions === undefined || maintenance === undefined) return undefined
  return { initial, positions, maintenance }
}

export function marginModel(
  account: MarginAccount,
  rows: readonly PositionRow[],
  atMs: number,
  solve: Solve = (_base, _held, steps) => runSteps(steps()),
  bounds = accountBounds(account),
): MarginModel | undefined {
  if (bounds === undefined) return undefined
  const { initial, positions, maintenance } = bounds
  const maintained = totalBound(maintenance)
  const byBase = groupLines(account.holdings, each => each.base)
  const bases = maintenance.flatMap(({ base, bound }): BaseUse[] => {
    const index = account.indexOf(base)
    if (index === undefined) return []
    const others = maintained - bound
    const holdings = byBase.get(base) ?? []
    const liquidation = solve(base, holdings, () => {
      const marksAt = createMarksAt(holdings, modelsOf(holdings, bookLines(rows), index), index, atMs)
      return liquidationSteps({ holdings, index, money: account.collateral - others, marksAt })
    })
    const initialBound = initial.find(each => each.base === base)?.bound ?? 0
    const worstAt = positions.find(each => each.base === base)?.worstAt
    return [{ base, index, initial: initialBound, maintenance: bound, worstAt, liquidation }]
  })
  return { initial: totalBound(initial), maintenance: maintained, bases }
}

export interface LegMargin {
  readonly symbol: string
  readonly name: string
  /** Decrease in initial margin if this position were closed. Negative if the position covers others. */
  readonly frees: number
}

export function legMargins(account: MarginAccount, rows: readonly PositionRow[]): readonly LegMargin[] | undefined {
  const byBase = groupLines(account.holdings, each => each.base)
  const boundWith = (holdings: readonly MarginHolding[]): number | undefined => {
    const margins = boundBy({ ...account, holdings, orders: [] }, initialRules)
    return margins === undefined ? undefined : totalBound(margins)
  }
  const legs = rows.map((row): LegMargin | undefined => {
    const all = byBase.get(row.base) ?? []
    const [whole, without] = [boundWith(all), boundWith(all.filter(each => each.symbol !== row.symbol))]
    return whole === undefined || without === undefined
      ? undefined
      : { symbol: row.symbol, name: row.name, frees: whole - without }
  })
  const known = legs.filter(leg => leg !== undefined)
  return known.length < legs.length ? undefined : known.sort((a, b) => b.frees - a.frees)
}
