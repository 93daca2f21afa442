/** Opens a client's account: funded from the treasury; the demo account gets initial positions. */
import { abs, dec, type Decimal, lt, max, mul, roundToStep, sub } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Product, Right } from '../../../core/domain/instrument.ts'
import { normalise, packagePrice, type WirePackage } from '../../../core/domain/normalise.ts'
import { firmMarket, type Leg, opposite, type Side } from '../../../core/domain/order.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { demoAccount, isAccountName } from '../exchange.ts'
import type { ListedInstrument } from '../market/market.ts'
import { type Contract, contractOf } from './contracts.ts'
import { transfer } from './ledger.ts'
import { houseOrder } from './makers.ts'
import { executeTrade } from './matching.ts'
import type { AccountState, Order, State } from './model.ts'
import { accountOf, addAccount, house, nextOrderId, nowMsOf } from './state.ts'

/**
 * Initial positions of the demo account, so that no screen is empty: a perpetual, a dated future, a call spread, a
 * short put and a straddle, bought from the house at the marks and visible in order details. Picked from the listing by
 * nearest expiry and distance of the strike from the index. Unlisted items are skipped.
 */
interface Item {
  readonly side: Side
  readonly quantity: Decimal
  readonly legs: readonly (readonly [ListedInstrument | undefined, ratio: number])[]
}

function buyStarterBook(state: State, account: AccountState): void {
  for (const [index, item] of starterItems(state).entries()) {
    const wire = wireOf(item)
    const contract = wire === undefined ? undefined : contractOf(state.market, wire, nowMsOf(state))
    if (wire !== undefined && contract !== undefined) trade(state, account, contract, wire, `starter-${index + 1}`)
  }
}

function starterItems(state: State): Item[] {
  const [bitcoin, ether] = [optionsNear(state, 'BTC', 30), optionsNear(state, 'ETH', 30)]
  const strike = (all: readonly ListedInstrument[], right: Right, moneyness: string) =>
    optionNear(state, all, right, dec(moneyness))
  return [
    { side: 'buy', quantity: dec('1.5'), legs: [[active(state, 'BTC', 'perpetual')[0], 1]] },
    { side: 'sell', quantity: dec('20'), legs: [[nearest(state, active(state, 'ETH', 'future'), 90), 1]] },
    {
      side: 'buy',
      quantity: dec('5'),
      legs: [
        [strike(bitcoin, 'call', '1.05'), 1],
        [strike(bitcoin, 'call', '1.2'), -1],
      ],
    },
    { side: 'sell', quantity: dec('2'), legs: [[strike(bitcoin, 'put', '0.85'), 1]] },
    {
      side: 'buy',
      quantity: dec('10'),
      legs: [
        [strike(ether, 'call', '1'), 1],
        [strike(ether, 'put', '1'), 1],
      ],
    },
  ]
}

function active(state: State, base: string, product: Product): ListedInstrument[] {
  const until = nowMsOf(state) + dayMs
  const lives = (listed: ListedInstrument) => listed.expiryMs === undefined || listed.expiryMs > until
  const { all } = state.market.listing(nowMsOf(state))
  return all.filter(
    listed =>
      listed.base === base && listed.product === product && listed.instrument.status === 'active' && lives(listed),
  )
}

function nearest(state: State, all: readonly ListedInstrument[], days: number): ListedInstrument | undefined {
  const wanted = nowMsOf(state) + days * dayMs
  const off = (listed: ListedInstrument): number => Math.abs((listed.expiryMs ?? wanted) - wanted)
  return all.reduce<ListedInstrument | undefined>(
    (best, listed) => (best === undefined || off(listed) < off(best) ? listed : best),
    undefined,
  )
}

function optionsNear(state: State, base: string, days: number): ListedInstrument[] {
  const all = active(state, base, 'option')
  const expiryMs = nearest(state, all, days)?.expiryMs
  return all.filter(listed => listed.expiryMs === expiryMs)
}

function optionNear(
  state: State,
  all: readonly ListedInstrument[],
  right: Right,
  moneyness: Decimal,
): ListedInstrument | undefined {
  const [first] = all
  if (first === undefined) return undefined
  const wanted = mul(state.market.indexPrice(first.base, nowMsOf(state)), moneyness)
  const off = (listed: ListedInstrument): Decimal => abs(sub(listed.strike ?? wanted, wanted))
  return all
    .filter(listed => listed.right === right)
    .reduce<ListedInstrument | undefined>(
      (best, listed) => (best === undefined || lt(off(listed), off(best)) ? listed : best),
      undefined,
    )
}

function wireOf({ legs, side, quantity }: Item): WirePackage | undefined {
  const found = legs.flatMap(([listed, ratio]): Leg[] => {
    if (listed === undefined) return []
    const { tradeable_entity_id, symbol } = listed.instrument
    return [{ tradeable_entity_id, symbol, ratio }]
  })
  if (found.length !== legs.length) return undefined
  const wire = normalise({ legs: found, side, quantity })
  return wire.ok ? wire.value : undefined
}

/** Trades with the house outside the book, without any resting order. */
function trade(
  state: State,
  account: AccountState,
  contract: Contract,
  { side, quantity }: WirePackage,
  name: string,
): void {
  const price = fairPrice(state, contract)
  const order: Order = {
    order_id: nextOrderId(state),
    client_order_id: clientOrderId(name),
    account,
    contract,
    market_id: firmMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'IOC',
    quantity,
    price,
    placedAt: state.now,
    executions: [],
    remaining: quantity,
  }
  state.orders.set(order.order_id, order)
  account.answers.set(order.client_order_id, { text: '', outcome: { kind: 'done' }, order })
  executeTrade(state, houseOrder(state, contract, opposite(side), { quantity, price }), order, quantity, price)
}

function fairPrice(state: State, contract: Contract): Decimal {
  const [first] = contract.legs
  const marks = contract.legs.map(leg => ({
    ratio: leg.ratio,
    price: state.market.markPrice(leg.listed, nowMsOf(state)),
  }))
  if (contract.isPackage || first === undefined) return packagePrice(marks)
  const step = first.listed.instrument.price_step
  return max(step, roundToStep(packagePrice(marks), step, 'nearest'))
}

const funds: readonly (readonly [asset: string, amount: Decimal])[] = [
  ['USD', dec('1000000')],
  ['BTC', dec('10')],
  ['ETH', dec('100')],
  ['SOL', dec('1000')],
  ['AVAX', dec('1000')],
  ['PTF', dec('100000')],
]

export function openAccount(state: State, name: string): void {
  if (state.accounts.has(name)) return
  if (!isAccountName(name)) throw new Error(`not a name for an account: ${name}`)
  const account = addAccount(state, name, false)
  for (const [asset, amount] of funds) transfer(state, accountOf(state, house.treasury), account, asset, amount)
  if (name === demoAccount) buyStarterBook(state, account)
}
