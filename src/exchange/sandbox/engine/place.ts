/**
 * Processes an arriving order: detects a repeat, checks rules and funds, accepts and matches. Acceptance precedes the
 * executions (also in the events) and never includes them. A rejected order changes nothing but the record of its
 * client order id.
 */
import { dec, type Decimal, isZero, max, min, zero } from '../../../core/domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderKey } from '../../../core/domain/ids.ts'
import { checkOrder, rejectReason } from '../../../core/domain/order-rules.ts'
import {
  firmMarket,
  isPackage,
  isRfqMarket,
  type NewOrder,
  opposite,
  type OrderAccepted,
  type OrderRejected,
  type Side,
} from '../../../core/domain/order.ts'
import { cycleEnd, type EpochMicros, micros } from '../../../core/domain/time.ts'
import { type Outcome, type SentText, textOf } from '../exchange.ts'
import type { ListedInstrument } from '../market/market.ts'
import { canAfford } from './afford.ts'
import { worstPrice } from './book-view.ts'
import { type Contract, contractOf, legsOf } from './contracts.ts'
import { bestShown, offerOnly, touchBook } from './makers.ts'
import { match, rest } from './matching.ts'
import type { AccountState, Order, State } from './model.ts'
import { Acceptance, acceptance } from './order-row.ts'
import { endOrder, filledQuantity, recordOf } from './records.ts'
import { instrumentUnder, takesZeroMinimum, timesOutPackagesOnly, weighsOffers } from './rules.ts'
import { announce, answerTo, isFilled, nextOrderId, nowMsOf, orderOf, isLive } from './state.ts'
import { scheduleEnd, scheduleInstrument, unschedule } from './timers.ts'

/**
 * The same client order id with the same body gets the first answer again, whatever became of the order. With another
 * body it is rejected, because an id may be used once.
 */
export function place(state: State, account: AccountState, { order, text, offered }: OrderRequest): Outcome {
  const known = answerTo(state, account, order.client_order_id)
  if (known !== undefined)
    return textOf(known.text) === textOf(text) ? known.outcome : reject(state, order, undefined, 'invalid_fields')
  const contract = contractOf(state.market, order, nowMsOf(state))
  const reason = reasonToReject(state, account, order, contract, offered)
  if (reason !== undefined || contract === undefined) {
    const outcome = reject(state, order, contract, reason ?? 'invalid_tradeable_entity')
    if (order.client_order_id !== ('' as ClientOrderId)) account.answers.set(order.client_order_id, { text, outcome })
    return outcome
  }
  return enterOrder(state, account, { order, text, offered }, contract).outcome
}

interface OrderRequest {
  readonly order: NewOrder
  readonly text: SentText
  readonly offered?: Decimal | undefined
}

export const accept = (state: State, account: AccountState, asked: OrderRequest, contract: Contract): Order =>
  enterOrder(state, account, asked, contract).order

function enterOrder(
  state: State,
  account: AccountState,
  { order, text, offered }: OrderRequest,
  contract: Contract,
): { readonly outcome: Outcome; readonly order: Order } {
  const accepted = createOrder(state, account, order, contract)
  const answer = acceptance(state, accepted)
  account.answers.set(order.client_order_id, new Acceptance(state, accepted, text))
  enter(state, accepted, answer, offered)
  return { outcome: { kind: 'accepted', accepted: answer }, order: accepted }
}

function reasonToReject(
  state: State,
  account: AccountState,
  order: NewOrder,
  contract: Contract | undefined,
  offered: Decimal | undefined,
): string | undefined {
  const nowMs = nowMsOf(state)
  const ruled = (listed: ListedInstrument | undefined) =>
    listed === undefined ? undefined : instrumentUnder(state.rules, listed)
  const isRefusedMinimum =
    order.minimum_quantity !== undefined && isZero(order.minimum_quantity) && !takesZeroMinimum(state.rules)
  const problems = checkOrder(isRefusedMinimum ? { ...order, minimum_quantity: dec('-1') } : order, {
    byId: id => ruled(state.market.find({ id }, nowMs)),
    bySymbol: symbol => ruled(state.market.find({ symbol }, nowMs)),
    nowMs,
  })
  const blocking = problems.find(problem => problem.severity === 'block')
  if (blocking !== undefined) return rejectReason(blocking)
  if (contract === undefined || contract.legs.some(leg => leg.listed.product === 'index'))
    return 'invalid_tradeable_entity'
  const mayRest = isRfqMarket(order.market_id) || order.time_in_force !== 'IOC'
  if (mayRest && account.open.size >= state.openOrdersPerAccount) return 'too_many_open_orders'
  if (isRfqMarket(order.market_id)) return undefined
  const side = order.side as Side
  const price = order.price ?? priceToPay(state, contract, side, order.quantity, offered)
  return canAfford(state, account, { contract, side, quantity: order.quantity, price })
    ? undefined
    : 'insufficient_account_balance'
}

/** The worst price of a market order. Without a counterparty it trades nothing and costs nothing. */
function priceToPay(
  state: State,
  contract: Contract,
  side: Side,
  quantity: Decimal,
  offered: Decimal | undefined,
): Decimal {
  const worst = worstPrice(state, contract, side, quantity)
  const offer =
    offered === undefined || !weighsOffers(state.rules) ? undefined : bestShown(state, contract, opposite(side))
  if (worst === undefined || offer === undefined) return worst ?? offer ?? zero
  return side === 'buy' ? max(worst, offer) : min(worst, offer)
}

function createOrder(state: State, account: AccountState, order: NewOrder, contract: Contract): Order {
  const created: Order = {
    order_id: nextOrderId(state),
    client_order_id: order.client_order_id,
    account,
    contract,
    market_id: order.market_id,
    side: order.side as Side,
    type: order.type,
    time_in_force: order.time_in_force,
    quantity: order.quantity,
    price: order.price,
    minimum_quantity: order.minimum_quantity,
    recv_window: order.recv_window,
    placedAt: state.now,
    executions: [],
    remaining: order.quantity,
    endsAt: undefined,
  }
  state.orders.set(created.order_id, created)
  account.open.set(created.order_id, created)
  return created
}

function enter(state: State, order: Order, accepted: OrderAccepted, offered: Decimal | undefined): void {
  state.events.push({
    kind: 'order_accepted',
    account: order.account.name,
    order: recordOf(order),
    accepted,
    at: state.now,
  })
  if (order.market_id === firmMarket) {
    const book = touchBook(state, order.contract)
    if (offered !== undefined) offerOnly(state, book, order, offered)
    match(state, book, order)
    if (isFilled(order)) return
    if (order.time_in_force === 'IOC') {
      endOrder(state, order, 'immediate_with_insufficient_liquidity')
      return
    }
    rest(book, order)
  } else announce(state, order)
  order.endsAt = endOf(state, order)
  scheduleEnd(state.timers, order.endsAt, order)
  for (const { listed } of order.contract.legs) {
    if (listed.expiryMs !== undefined) scheduleInstrument(state.timers, micros(listed.expiryMs * 1000), listed)
  }
}

/** Time-out of a live order: a GTC after its cycles, an RFQ of a package (or without cycles) if it is not refreshed. */
function endOf(state: State, order: Order): EpochMicros {
  const cycles = order.time_in_force === 'GTC' ? order.recv_window : undefined
  const lastCycle =
    cycles === undefined ? Number.POSITIVE_INFINITY : cycleEnd(cycles, Math.floor(order.placedAt / 1000)) * 1000
  const livesItsCycles = cycles !== undefined && !order.contract.isPackage && timesOutPackagesOnly(state.rules)
  const isFirm = order.market_id === firmMarket
  const interest = isFirm || livesItsCycles ? Number.POSITIVE_INFINITY : state.now + state.rfqTimeoutSeconds * 1_000_000
  return micros(Math.min(lastCycle, interest))
}

/** Echoes the request; a single order's instrument by both names if known. */
function reject(state: State, order: NewOrder, contract: Contract | undefined, reason: string): Outcome {
  const single = !isPackage(order)
  const instrument = contract?.legs[0]?.listed.instrument
  const id = instrument?.tradeable_entity_id ?? order.tradeable_entity_id ?? order.legs?.[0]?.tradeable_entity_id
  const symbol = instrument?.symbol ?? order.symbol ?? order.legs?.[0]?.symbol
  const rejected: OrderRejected = {
    utc_timestamp: state.now,
    market_id: order.market_id,
    ...(single && id !== undefined ? { tradeable_entity_id: id } : {}),
    ...(single && symbol !== undefined ? { symbol } : {}),
    type: order.type,
    client_order_id: order.client_order_id,
    quantity: order.quantity,
    ...(order.minimum_quantity === undefined ? {} : { minimum_quantity: order.minimum_quantity }),
    ...(order.price === undefined ? {} : { price: order.price }),
    ...(single ? {} : { legs: contract === undefined ? order.legs : legsOf(contract) }),
    reason,
  }
  return { kind: 'rejected', rejected }
}

export function findOrder(state: State, account: AccountState, key: OrderKey): Order | undefined {
  if ('client_order_id' in key) return answerTo(state, account, key.client_order_id)?.order
  const order = orderOf(state, key.order_id)
  return order?.account === account ? order : undefined
}

export function cancel(state: State, account: AccountState, key: OrderKey): Outcome {
  const order = findOrder(state, account, key)
  if (order === undefined) return { kind: 'not_found' }
  if (!isLive(order)) return { kind: 'too_late', order: recordOf(order) }
  endOrder(state, order, 'user_cancelled')
  return {
    kind: 'cancelled',
    cancelled: { order: recordOf(order), filled_quantity: filledQuantity(order), reason: 'user_cancelled' },
  }
}

interface Filter {
  readonly symbol?: string | undefined
  readonly tradeable_entity_id?: EntityId | undefined
}

/**
 * Cancels all live orders that match the filter: a symbol (joined, for a package) or an instrument id; all without one.
 */
export function cancelAll(state: State, account: AccountState, filter: Filter): Outcome {
  const chosen = [...account.open.values()].filter(
    ({ contract }) =>
      (filter.symbol === undefined || contract.symbol === filter.symbol) &&
      (filter.tradeable_entity_id === undefined ||
        (!contract.isPackage && contract.key === filter.tradeable_entity_id)),
  )
  for (const order of chosen) endOrder(state, order, 'user_cancelled')
  return { kind: 'cancelled_all', orders: chosen.map(recordOf) }
}

/** Restarts a live RFQ's time-out, within its cycles. A firm order cannot be refreshed. */
export function refreshInterest(state: State, account: AccountState, key: OrderKey): Outcome {
  const order = findOrder(state, account, key)
  if (order === undefined || order.market_id === firmMarket) return { kind: 'not_found' }
  if (!isLive(order)) return { kind: 'too_late', order: recordOf(order) }
  if (order.endsAt !== undefined) unschedule(state.timers, order.endsAt, order)
  order.endsAt = endOf(state, order)
  scheduleEnd(state.timers, order.endsAt, order)
  return { kind: 'refreshed', order: recordOf(order) }
}
