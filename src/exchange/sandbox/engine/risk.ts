import {
  abs,
  add,
  canonical,
  cmp,
  dec,
  type Decimal,
  gt,
  isZero,
  lt,
  max,
  min,
  mul,
  neg,
  sub,
  sum,
  zero,
} from '../../../core/domain/decimal.ts'
import { must } from '../../../core/domain/must.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { ListedInstrument } from '../market/market.ts'
import { type Commitment, committedAlone, groupsOf, lossAt } from './commitments.ts'
import type { Contract } from './contracts.ts'
import { usd } from './ledger.ts'
import type { AccountState, CommittedOrders, Holding, State } from './model.ts'
import { addHolding, emptyProfile, type Profile, unitWorth, worthAlong } from './profile.ts'
import { nowMsOf } from './state.ts'

export interface RiskRules {
  /** Price range up and down, as a share of the index. */
  readonly shock: Decimal
  /** Charge for each net short option, as a share of the index. */
  readonly shortOption: Decimal
}
export const initialRules: RiskRules = { shock: dec('0.3'), shortOption: dec('0.03') }
/**
 * Maintenance margin, below which positions are liquidated (`liquidation.ts`): half of the initial numbers, so never
 * more.
 */
export const maintenanceRules: RiskRules = { shock: dec('0.15'), shortOption: dec('0.015') }

export type Bound = ReadonlyMap<string, Decimal>

export interface WeighedLeg {
  readonly listed: ListedInstrument
  readonly ratio: Decimal
  /** Zero for a spot coin, which has no USD value here. */
  readonly mark: Decimal
}

interface Part {
  readonly orders: CommittedOrders
  readonly legs: readonly WeighedLeg[]
  readonly others: Decimal | undefined
}

interface Underlying {
  readonly index: Decimal
  readonly held: Profile
  readonly parts: Part[]
}

function underlyingOf(state: State, all: Map<string, Underlying>, base: string): Underlying {
  const known = all.get(base)
  if (known !== undefined) return known
  const fresh: Underlying = { index: state.market.indexPrice(base, nowMsOf(state)), held: emptyProfile(), parts: [] }
  all.set(base, fresh)
  return fresh
}

export const weighedLegs = (state: State, { legs }: Contract): WeighedLeg[] =>
  legs.map(({ listed, ratioDecimal }) => ({
    listed,
    ratio: ratioDecimal,
    mark: listed.product === 'spot' ? zero : state.market.markPrice(listed, nowMsOf(state)),
  }))

function addOrders(state: State, all: Map<string, Underlying>, orders: CommittedOrders): void {
  const legs = weighedLegs(state, orders.contract)
  const [bearer] = legs
  for (const base of new Set(legs.map(leg => leg.listed.base))) {
    const others = legs.filter(leg => leg.listed.base !== base).map(leg => mul(leg.ratio, leg.mark))
    underlyingOf(state, all, base).parts.push({
      orders,
      legs: legs.filter(leg => leg.listed.base === base),
      others: bearer?.listed.base === base ? sum(others) : undefined,
    })
  }
}

export function weighed(legs: readonly WeighedLeg[], worthOf: (leg: WeighedLeg) => Decimal): Decimal {
  const [only] = legs
  if (legs.length === 1 && only !== undefined) return mul(only.ratio, worthOf(only))
  return sum(legs.map(leg => mul(leg.ratio, worthOf(leg))))
}

/** Loss of a part (zero or negative) if its legs are worth `worthOf`. */
function partLoss({ orders, legs, others }: Part, worthOf: (leg: WeighedLeg) => Decimal): Decimal {
  const worth = weighed(legs, worthOf)
  if (others !== undefined) return lossAt(orders, add(worth, others))
  const gain = sub(worth, weighed(legs, markOf))
  return mul(orders.total, min(zero, orders.side === 'buy' ? gain : neg(gain)))
}

const optionsSold = ({ orders, legs }: Part, right: ListedInstrument['right']): Decimal =>
  mul(orders.total, unitSold(legs, orders.side, right))

export function unitSold(legs: readonly WeighedLeg[], side: Side, right: ListedInstrument['right']): Decimal {
  const net = sum(legs.filter(leg => leg.listed.right === right).map(leg => leg.ratio))
  return min(zero, side === 'buy' ? net : neg(net))
}

/** Prices at which the worst case can be: both ends of the range and every strike between. */
export function pointsBetween(index: Decimal, strikes: readonly Decimal[], { shock }: RiskRules): Decimal[] {
  const move = mul(index, shock)
  const [low, high] = [sub(index, move), add(index, move)]
  const inside = strikes.filter(strike => gt(strike, low) && lt(strike, high)).sort(cmp)
  return [...new Set([low, ...inside, high])]
}

export const strikesOf = (legs: readonly WeighedLeg[]): Decimal[] =>
  legs.flatMap(({ listed }) => listed.strike ?? []).map(canonical)

function bound({ index, held, parts }: Underlying, rules: RiskRules): Decimal {
  const strikes = [...held.kinks.keys(), ...parts.flatMap(part => strikesOf(part.legs))]
  const points = pointsBetween(index, strikes, rules)
  const heldWorth = worthAlong(held, points)
  let worst = worthAtMarks(held, parts)
  const calls = min(
    zero,
    parts.reduce((net, part) => add(net, optionsSold(part, 'call')), held.calls),
  )
  const puts = min(
    zero,
    parts.reduce((net, part) => add(net, optionsSold(part, 'put')), held.puts),
  )
  worst = add(worst, mul(add(calls, puts), mul(index, rules.shortOption)))
  for (const [at, point] of points.entries()) {
    const ordersWorth = parts.map(part => partLoss(part, leg => unitWorth(leg.listed, point, leg.mark, index)))
    worst = min(worst, add(must(heldWorth[at], 'a worth at each point'), sum(ordersWorth)))
  }
  return neg(worst)
}

function worthAtMarks(held: Profile, parts: readonly Part[]): Decimal {
  return add(held.atMarks, sum(parts.map(part => partLoss(part, markOf))))
}

export const markOf = ({ mark }: WeighedLeg): Decimal => mark

export function boundOf(state: State, account: AccountState, more?: Commitment): Map<string, Decimal> {
  if (account.isHouse) return new Map()
  const groups = groupsOf(account)
  if (more !== undefined) groups.push(committedAlone(more))
  return boundBy(state, account.positions.values(), groups, initialRules)
}

export const boundWith = (
  state: State,
  account: AccountState,
  groups: readonly CommittedOrders[],
  rules: RiskRules,
): Bound => boundBy(state, account.positions.values(), groups, rules)

export function boundBy(
  state: State,
  held: Iterable<Holding>,
  groups: readonly CommittedOrders[],
  rules: RiskRules,
): Map<string, Decimal> {
  const all = new Map<string, Underlying>()
  for (const { listed, size, cost } of held) {
    const underlying = underlyingOf(state, all, listed.base)
    addHolding(underlying.held, listed, size, cost, state.market.markPrice(listed, nowMsOf(state)), underlying.index)
  }
  const result = new Map<string, Decimal>()
  for (const orders of groups) {
    addOrders(state, all, orders)
    for (const { asset, quantity } of deliveries(orders.contract, orders.side, orders.total))
      result.set(asset, add(result.get(asset) ?? zero, quantity))
  }
  const total = sum([...all.values()].map(underlying => bound(underlying, rules)))
  if (!isZero(total)) result.set(usd, total)
  return result
}

export function deliveries({ legs }: Contract, side: Side, total: Decimal): { asset: string; quantity: Decimal }[] {
  return legs.flatMap(({ listed, ratio, ratioDecimal }) =>
    listed.product === 'spot' && ratio > 0 === (side === 'sell')
      ? [{ asset: listed.base, quantity: abs(mul(total, ratioDecimal)) }]
      : [],
  )
}

/** USD that a single position would bind alone; never negative. */
export function marginOf(
  state: State,
  listed: ListedInstrument,
  size: Decimal,
  cost: Decimal,
  mark: Decimal,
  rules = initialRules,
): Decimal {
  const index = state.market.indexPrice(listed.base, nowMsOf(state))
  const held = emptyProfile()
  addHolding(held, listed, size, cost, mark, index)
  return max(zero, bound({ index, held, parts: [] }, rules))
}
