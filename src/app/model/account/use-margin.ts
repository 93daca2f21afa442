/**
 * The account's margin for every screen: the used share from the venue's balances, and in the sandbox, whose rules are
 * known, maintenance, liquidation prices and an order's effect. Derived once and shared.
 */
import type { Quotes } from '../../../core/domain/market-data.ts'
import type { MissingInput } from '../../../core/account/gap.ts'
import {
  accountBounds,
  createSolver,
  type Due,
  marginAccount,
  type MarginModel,
  marginModel,
  type SolvedPrices,
} from '../../../core/account/margin-model.ts'
import { type MarginUse, marginUse, usedOfUsd } from '../../../core/account/margin-use.ts'
import type { PositionRow } from '../../../core/account/position-rows.ts'
import { memoizeLast } from '../../../core/account/memoize-last.ts'
import { priceAt } from '../../../core/account/price-at.ts'
import type { Surfaces } from '../../../core/account/surfaces.ts'
import { useBalances } from '../../api/account/account-hooks.ts'
import { isVisible } from '../../api/browser/heartbeat.ts'
import { inSlices } from '../../api/browser/pause.ts'
import { createStore, useStore } from '../../api/browser/store.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { credentials } from '../../api/venue/session.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import type { LiquidationPrices } from '../../../core/pricing/margin/liquidation-prices.ts'
import type { MarginAccount } from '../../../core/pricing/margin/order-margin.ts'
import { useMarket } from '../market/use-market.ts'
import { useOpenOrders } from '../orders/use-registry.ts'
import { type Portfolio, usePlainPositions } from './use-portfolio.ts'

export interface AccountMargin {
  /** Undefined while balances are incomplete. */
  readonly use: MarginUse | undefined
  readonly gap: MissingInput | undefined
  /** Undefined if the venue's margin rules are unknown or an input is missing. */
  readonly account: MarginAccount | undefined
  readonly model: MarginModel | undefined
  readonly hasRules: boolean
}

/** USD value of one unit: the mark of a position, else its quote. */
export const marginMarks = memoizeLast(
  (rows: readonly PositionRow[], quotes: Quotes | undefined, surfaces: Surfaces) => {
    const held = new Map(rows.map(row => [row.symbol, toNumber(row.mark)]))
    return (symbol: string): number | undefined => {
      const mark = held.get(symbol)
      if (mark !== undefined) return mark
      const priced = priceAt(surfaces, symbol, quotes?.get(symbol))
      return priced === undefined ? undefined : toNumber(priced.price)
    }
  },
)

const indexReader = memoizeLast((surfaces: Surfaces) => (base: string): number | undefined => {
  const underlying = surfaces.underlying(base)
  return underlying === undefined ? undefined : toNumber(underlying.price)
})

const usesOf = memoizeLast(marginUse)
const accountOf = memoizeLast(
  (
    rows: readonly PositionRow[],
    orders: readonly OrderRecord[],
    collateral: Decimal,
    markOf: (symbol: string) => number | undefined,
    indexOf: (base: string) => number | undefined,
  ): MarginAccount | undefined => marginAccount({ rows, orders, collateral: toNumber(collateral), markOf, indexOf }),
)
let solved: ReadonlyMap<string, SolvedPrices> = new Map()
const solutions = createStore(0)
let isSolving = false

/** Solves in short tasks, outside rendering. Work that becomes due meanwhile waits for the next poll. */
async function solveLater(due: readonly Due[]): Promise<void> {
  if (isSolving || due.length === 0) return
  isSolving = true
  try {
    let isNews = false
    for (const { base, steps, ...what } of due) {
      const prices = await inSlices(steps())
      const known = solved.get(base)
      // Positions changed meanwhile.
      if (known?.holdings !== what.holdings || known.moment.serial !== what.moment.serial) continue
      isNews ||= !isSamePrices(known.prices, prices)
      solved = new Map(solved).set(base, { ...what, prices })
    }
    if (isNews) solutions.set(solutions.get() + 1)
  } finally {
    isSolving = false
  }
}
const isSamePrices = (a: LiquidationPrices, b: LiquidationPrices): boolean =>
  a.below === b.below && a.above === b.above && a.isNow === b.isNow

const boundsOf = memoizeLast(accountBounds)
const modelAt = memoizeLast(
  (account: MarginAccount, rows: readonly PositionRow[], atMs: number, _solutions: number): MarginModel | undefined => {
    const solver = createSolver(solved, { serial: credentials()?.serial, account, atMs }, isVisible())
    const model = marginModel(account, rows, atMs, solver.solve, boundsOf(account))
    solved = solver.after()
    void solveLater(solver.due())
    return model
  },
)
export const modelOf = (account: MarginAccount, rows: readonly PositionRow[], atMs: number): MarginModel | undefined =>
  modelAt(account, rows, atMs, solutions.get())

export function useMargin(portfolio: Portfolio): AccountMargin {
  const { totals, positionRows, gap: positionsGap } = portfolio
  const hasRules = useVenue().kind === 'sandbox'
  const orders = useOpenOrders()
  const { quotes, surfaces } = useMarket()
  useStore(solutions)
  const { use, gap } = usesOf(totals)
  const isWhole = hasRules && use !== undefined && positionsGap === undefined && orders.rejectedRows.length === 0
  if (!isWhole || positionRows === undefined || orders.data === undefined)
    return { use, gap, account: undefined, model: undefined, hasRules }
  const markOf = marginMarks(positionRows, quotes.data, surfaces)
  const account = accountOf(positionRows, orders.data, use.collateral, markOf, indexReader(surfaces))
  return {
    use,
    gap,
    account,
    hasRules,
    get model() {
      return account === undefined ? undefined : modelOf(account, positionRows, surfaces.atMs)
    },
  }
}

const usdUse = memoizeLast(usedOfUsd)

export function useMarginUse(): MarginUse | undefined {
  const { traded, gap } = usePlainPositions()
  const balances = useBalances()
  const { index } = useInstruments()
  const isWhole = gap === undefined && balances.rejectedRows.length === 0
  if (!isWhole || traded === undefined || balances.data === undefined) return undefined
  return usdUse(balances.data, traded, index)
}
