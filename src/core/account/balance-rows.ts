/** Rows of the balances grid: assets as sent, with their USD value by index. USD is first, its reference row last. */
import { type Balance, usdReference } from '../domain/account.ts'
import { abs, dec, type Decimal, gt, mul } from '../domain/decimal.ts'
import { type Summaries, type UsdRate, usdRate } from '../domain/equity.ts'
import type { DeliverableId } from '../domain/ids.ts'

export interface BalanceRow {
  readonly id: string
  readonly symbol: string
  readonly deliverableId: DeliverableId | undefined
  readonly isReference: boolean
  readonly cash: Decimal
  /** Undefined, like the next two, for a past minute that did not store it. */
  readonly reserved: Decimal | undefined
  readonly available: Decimal | undefined
  readonly withdrawable: Decimal | undefined
  /** USD per unit. */
  readonly rate: UsdRate | undefined
  readonly usdValue: Decimal | undefined
  readonly timestampMs: number
}

export type KnownBalance = Pick<Balance, 'symbol' | 'timestamp' | 'cash_balance'> & Partial<Balance>

export const referenceNote =
  'The venue’s own reference row in USD. It shares the id of USD and the contract does not say what it means. Shown as sent, in no total.'

function rowOf(balance: KnownBalance, summaries: Summaries | undefined): BalanceRow {
  const isReference = balance.symbol === usdReference
  const rate = isReference ? undefined : usdRate(balance.symbol, summaries)
  return {
    id: balance.symbol,
    symbol: balance.symbol,
    deliverableId: balance.deliverable_id,
    isReference,
    cash: balance.cash_balance,
    reserved: balance.reserved_balance,
    available: balance.available_balance,
    withdrawable: balance.withdrawable_balance,
    rate,
    usdValue: rate === undefined ? undefined : mul(balance.cash_balance, rate.rate),
    timestampMs: balance.timestamp / 1000,
  }
}

const dustBelowUsd = dec('1')

/** True if the asset is worth less than one dollar, also in what is reserved. False without an index. */
export function isDust({ symbol, isReference, usdValue, reserved, rate }: BalanceRow): boolean {
  if (isReference || symbol === 'USD' || usdValue === undefined || rate === undefined || reserved === undefined)
    return false
  return !gt(abs(usdValue), dustBelowUsd) && !gt(abs(mul(reserved, rate.rate)), dustBelowUsd)
}

const rank = (row: BalanceRow): number => (row.isReference ? 2 : row.symbol === 'USD' ? 0 : 1)

export function balanceRows(balances: readonly KnownBalance[], summaries: Summaries | undefined): BalanceRow[] {
  return balances
    .map(balance => rowOf(balance, summaries))
    .sort((a, b) => rank(a) - rank(b) || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
}
