/**
 * Effect of an order on margin before it is sent: available funds now and after, used share, liquidation prices, and
 * the largest affordable size. Uses the sandbox's rules; undefined for venues with unknown rules, and while an input is
 * missing.
 */
import {
  cautiousLegs,
  marginLegs,
  type MarginModel,
  marginModel,
  type MarkOf,
} from '../../../core/account/margin-model.ts'
import { marginFraction, type MarginLevel, marginLevel } from '../../../core/account/margin-use.ts'
import type { PositionRow } from '../../../core/account/position-rows.ts'
import { memoizeLast } from '../../../core/account/memoize-last.ts'
import { dec, type Decimal, div, mul, roundToStep, toNumber } from '../../../core/domain/decimal.ts'
import { noQuotes, type Quotes } from '../../../core/domain/market-data.ts'
import type { Side } from '../../../core/domain/order.ts'
import {
  filledAccount,
  affordableSteps,
  type MarginAccount,
  type MarginState,
  type NewMarginOrder,
  type OrderMargin,
  orderMargin,
} from '../../../core/pricing/margin/order-margin.ts'
import { useMarket } from '../market/use-market.ts'
import { marginMarks, modelOf, useMargin } from './use-margin.ts'
import { usePortfolio } from './use-portfolio.ts'

/** An order as intended. Legs by symbol and ratio; `price` is per unit, or the estimate of an order without one. */
export interface MeantOrder {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
  readonly step: Decimal | undefined
  readonly most: Decimal | undefined
  /** Client order ID of the order that this one amends. */
  readonly replaces: string | undefined
}

export interface OrderMarginPreview extends OrderMargin {
  /** Undefined if step or limit are unknown; zero if no size is affordable. */
  readonly largest: Decimal | undefined
  /** Both are computed on access, since a ticket needs them only in its review. */
  readonly liquidationBefore: MarginModel | undefined
  readonly liquidationAfter: MarginModel | undefined
  readonly bases: readonly string[]
}

export const stateFraction = ({ collateral, bound }: MarginState): number => marginFraction(collateral, bound)
export const stateLevel = (state: MarginState): MarginLevel => marginLevel(stateFraction(state))

function preview(
  account: MarginAccount,
  rows: readonly PositionRow[],
  order: MeantOrder,
  markOf: MarkOf,
  quotes: Quotes,
  atMs: number,
): OrderMarginPreview | undefined {
  const legs = marginLegs(order.legs, markOf)
  if (legs === undefined) return undefined
  const { side, replaces } = order
  const weighed = { side, quantity: toNumber(order.quantity), price: toNumber(order.price), legs, replaces }
  const change = orderMargin(account, weighed)
  if (change === undefined) return undefined
  let after: { readonly model: MarginModel | undefined } | undefined
  return {
    ...change,
    largest: largestOf(account, { ...weighed, legs: cautiousLegs(weighed, account.holdings, quotes) }, order),
    get liquidationBefore() {
      return modelOf(account, rows, atMs)
    },
    get liquidationAfter() {
      after ??= { model: marginModel(filledAccount(account, weighed), rows, atMs) }
      return after.model
    },
    bases: [...new Set(legs.map(leg => leg.base))],
  }
}

function largestOf(account: MarginAccount, weighed: NewMarginOrder, { step, most }: MeantOrder): Decimal | undefined {
  if (step === undefined || most === undefined) return undefined
  const steps = affordableSteps(
    account,
    weighed,
    toNumber(step),
    Math.round(toNumber(div(roundToStep(most, step, 'down'), step))),
  )
  return steps === undefined ? undefined : mul(step, dec(String(steps)))
}

const meantOf = memoizeLast((text: string): MeantOrder => JSON.parse(text) as MeantOrder)
const previewOf = memoizeLast(preview)

export function useOrderMargin(order: MeantOrder | undefined): OrderMarginPreview | undefined {
  const portfolio = usePortfolio()
  const { quotes, surfaces } = useMarket()
  const { account } = useMargin(portfolio)
  const rows = portfolio.positionRows
  if (order === undefined || rows === undefined || account === undefined) return undefined
  return previewOf(
    account,
    rows,
    meantOf(JSON.stringify(order)),
    marginMarks(rows, quotes.data, surfaces),
    quotes.data ?? noQuotes,
    surfaces.atMs,
  )
}
