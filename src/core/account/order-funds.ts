/** Funds left after an order: by the venue's margin rules if known, else from balances and the order's worst case. */
import type { Balance, OrderFunds } from '../domain/account.ts'
import {
  add,
  dec,
  type Decimal,
  decimalFromNumber,
  div,
  eq,
  gt,
  isZero,
  lt,
  max,
  min,
  mul,
  roundToStep,
  sub,
  toNumber,
  zero,
} from '../domain/decimal.ts'
import { isSpot, parseInstrumentName } from '../domain/instrument.ts'
import { fillsOf } from '../domain/order-state.ts'
import { type OrderRecord, parseSide, type Side } from '../domain/order.ts'
import { legsOfOrder } from '../domain/trade-story/trade-words.ts'
import type { OrderMargin } from '../pricing/margin/order-margin.ts'

export interface BalanceInputs {
  readonly available: Decimal | undefined
  readonly asset: string
  readonly quantity: Decimal
  /** Worst result per package, including the price; negative for a loss. Undefined if unknown. */
  readonly least: number | 'unlimited' | undefined
  readonly step: Decimal | undefined
}

/** A loss per package is a float: it counts to this part of a unit. */
const perUnit = 1e9

export function fundsOfBalances({ available, asset, quantity, least, step }: BalanceInputs): OrderFunds | undefined {
  if (available === undefined) return undefined
  const known = { basis: 'balances', asset, available, whileOpen: undefined } as const
  if (least === undefined || least === 'unlimited')
    return { ...known, after: undefined, short: undefined, largest: undefined }
  const perPackage = -least > 1 / perUnit ? -least : 0
  const after = toNumber(available) - perPackage * toNumber(quantity)
  const cost = decimalFromNumber(Math.round(perPackage * perUnit) / perUnit)
  const short = after < 0 ? -after : undefined
  if (cost === undefined || isZero(cost) || step === undefined) return { ...known, after, short, largest: undefined }
  return {
    ...known,
    after,
    short,
    largest: gt(available, zero) ? roundToStep(div(available, cost), step, 'down') : zero,
  }
}

/** Half a cent: smaller amounts are not displayed. */
const unseen = 0.005

export function fundsOfMargin({
  before,
  working,
  filled,
  passes,
  largest,
}: OrderMargin & { readonly largest: Decimal | undefined }): OrderFunds {
  return {
    basis: 'scenario_margin',
    asset: 'USD',
    available: before.available,
    after: filled.available,
    whileOpen: working.available < filled.available - unseen ? working.available : undefined,
    short: passes ? undefined : -working.available,
    largest,
  }
}

interface Sale {
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly side: Side | undefined
  readonly quantity: Decimal
}

/** Coins that an order delivers, per package. */
function deliveredBy({ legs, side }: Sale): ReadonlyMap<string, Decimal> {
  const coins = new Map<string, Decimal>()
  for (const { symbol, ratio } of legs) {
    const name = parseInstrumentName(symbol)
    if (name?.product !== 'spot' || ratio > 0 !== (side === 'sell')) continue
    coins.set(name.base, add(coins.get(name.base) ?? zero, dec(String(Math.abs(ratio)))))
  }
  return coins
}

export interface CoinInputs {
  readonly balances: readonly Pick<Balance, 'symbol' | 'available_balance'>[]
  readonly step: Decimal
  /** The order that is cancelled first: it returns the coins that it reserves. */
  readonly replaced: OrderRecord | undefined
}

type Coins = Omit<CoinInputs, 'step'>

/** Returns the available balance of a coin, with what the replaced order returns. */
function createAvailableOf({ balances, replaced }: Coins): (asset: string) => Decimal | undefined {
  const reserved = replaced === undefined ? undefined : openPart(replaced)
  const returned = reserved === undefined ? undefined : deliveredBy(reserved)
  return asset => {
    const balance = balances.find(({ symbol }) => symbol === asset)?.available_balance
    if (balance === undefined) return undefined
    return add(balance, mul(returned?.get(asset) ?? zero, reserved?.quantity ?? zero))
  }
}

/** True if all legs are spot and the balances cover the coins that the order delivers. */
export function deliversOwnCoins(order: Sale, coins: Coins): boolean {
  const availableOf = createAvailableOf(coins)
  const delivered = [...deliveredBy(order)]
  const covers = ([asset, each]: readonly [string, Decimal]): boolean => {
    const available = availableOf(asset)
    return available !== undefined && !lt(available, mul(order.quantity, each))
  }
  return delivered.length > 0 && order.legs.every(leg => isSpot(leg.symbol)) && delivered.every(covers)
}

/** Limits the funds of an order by the coins that it delivers. Returns those of a coin if it is short of one. */
export function limitedByCoins(funds: OrderFunds, order: Sale, { step, ...coins }: CoinInputs): OrderFunds {
  const availableOf = createAvailableOf(coins)
  let result = funds
  for (const [asset, each] of deliveredBy(order)) {
    const available = availableOf(asset)
    if (available === undefined) continue
    const after = sub(available, mul(order.quantity, each))
    const most = roundToStep(div(max(available, zero), each), step, 'down')
    const largest = min(result.largest ?? most, most)
    const isShort = lt(after, zero) && (result.short === undefined || eq(largest, most))
    const coin = { basis: 'coins', asset, available, whileOpen: undefined } as const
    result = isShort ? { ...coin, after: toNumber(after), short: -toNumber(after), largest } : { ...result, largest }
  }
  return result
}

const openPart = (order: OrderRecord): Sale => ({
  legs: legsOfOrder(order),
  side: parseSide(order.side),
  quantity: fillsOf(order).remaining ?? zero,
})
