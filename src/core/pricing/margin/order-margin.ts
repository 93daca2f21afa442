/**
 * Effect of one more order on an account's margin: while it works (filled or not, whichever is worse; this is what the
 * venue requires) and once it is filled at its price. Also the largest size that passes. Rules: `scenario-margin.ts`.
 */
import { largestSteps } from './largest-steps.ts'
import {
  initialRules,
  marginByBase,
  type MarginHolding,
  type MarginLeg,
  type MarginOrder,
  type MarginRules,
  totalBound,
} from './scenario-margin.ts'

export interface MarginAccount {
  readonly holdings: readonly MarginHolding[]
  readonly orders: readonly MarginOrder[]
  /** Cash in the margin assets, USD. */
  readonly collateral: number
  readonly indexOf: (base: string) => number | undefined
}

/** An order that is not open yet. */
export interface NewMarginOrder extends MarginOrder {
  /** Id of the open order that is cancelled before this one is sent. */
  readonly replaces?: string | undefined
}

export interface MarginState {
  readonly collateral: number
  readonly bound: number
  readonly available: number
}

export interface OrderMargin {
  readonly before: MarginState
  readonly working: MarginState
  readonly filled: MarginState
  /** True if margin is covered, or does not increase. */
  readonly passes: boolean
}

const stateOf = (collateral: number, bound: number): MarginState => ({
  collateral,
  bound,
  available: collateral - bound,
})

function boundOf(account: MarginAccount, rules: MarginRules): number | undefined {
  const margins = marginByBase(account.holdings, account.orders, account.indexOf, rules)
  return margins === undefined ? undefined : totalBound(margins)
}

const beforeSending = (account: MarginAccount, { replaces }: NewMarginOrder): MarginAccount =>
  replaces === undefined ? account : { ...account, orders: account.orders.filter(({ id }) => id !== replaces) }

const isPaid = ({ kind }: MarginLeg): boolean => kind !== 'linear'

/**
 * The account after the order fills at its price. Linear legs are entered at their marks; options and coins bear the
 * rest of the price in cash. A package of linear legs only books it as profit or loss. The available money does not
 * depend on this split.
 */
export function filledAccount(account: MarginAccount, order: NewMarginOrder): MarginAccount {
  const sign = (order.side === 'buy' ? 1 : -1) * order.quantity
  const linearWorth = order.legs.reduce((total, leg) => total + (isPaid(leg) ? 0 : leg.ratio * leg.mark), 0)
  const rest = sign * (order.price - linearWorth)
  const paysCash = order.legs.some(isPaid)
  const bearer = order.legs[0]
  const added = order.legs.flatMap((leg): MarginHolding[] => {
    const { symbol, base, kind, strike, mark } = leg
    if (kind === 'spot') return []
    return [{ symbol, base, kind, strike, size: sign * leg.ratio, mark, upnl: leg === bearer && !paysCash ? -rest : 0 }]
  })
  return {
    ...beforeSending(account, order),
    holdings: [...account.holdings, ...added],
    collateral: account.collateral - (paysCash ? rest : 0),
  }
}

export function orderMargin(account: MarginAccount, order: NewMarginOrder): OrderMargin | undefined {
  const sending = beforeSending(account, order)
  const filled = filledAccount(account, order)
  const before = boundOf(account, initialRules)
  const without = sending === account ? before : boundOf(sending, initialRules)
  const working = boundOf({ ...sending, orders: [...sending.orders, order] }, initialRules)
  const after = boundOf(filled, initialRules)
  if (before === undefined || without === undefined || working === undefined || after === undefined) return undefined
  return {
    before: stateOf(account.collateral, before),
    working: stateOf(account.collateral, working),
    filled: stateOf(filled.collateral, after),
    passes: working <= account.collateral || working <= without,
  }
}

/**
 * The largest number of steps, up to `most`, that the account can afford or that does not increase its margin. Zero if
 * no step passes, undefined if an underlying has no index.
 */
export function affordableSteps(
  account: MarginAccount,
  order: NewMarginOrder,
  step: number,
  most: number,
): number | undefined {
  const sending = beforeSending(account, order)
  const before = boundOf(sending, initialRules)
  if (before === undefined) return undefined
  const working = (steps: number): number =>
    boundOf({ ...sending, orders: [...sending.orders, { ...order, quantity: steps * step }] }, initialRules) ??
    Number.POSITIVE_INFINITY
  if (!Number.isFinite(working(most))) return undefined
  const allowed = Math.max(account.collateral, before)
  return largestSteps(steps => working(steps) - allowed, 0, most) ?? 0
}
