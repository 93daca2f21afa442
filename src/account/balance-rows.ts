/** Rows of the balances grid: assets as sent, valued in USD by index where there is one; USD first, its reference row last. */
import { type Balance, usdReference } from '../domain/account.ts'
import { type Decimal, mul } from '../domain/decimal.ts'
import { type Summaries, type UsdRate, usdRate } from '../domain/equity.ts'
import type { DeliverableId } from '../domain/ids.ts'

export interface BalanceRow {
  readonly id: string
  readonly symbol: string
  readonly deliverableId: DeliverableId
  readonly isReference: boolean
  readonly cash: Decimal
  readonly reserved: Decimal
  readonly available: Decimal
  readonly withdrawable: Decimal
  /** USD of one unit. */
  readonly rate: UsdRate | undefined
  /** Cash in USD; undefined without an index, and for the reference row, which is no holding. */
  readonly usdValue: Decimal | undefined
  readonly timestampMs: number
}

/** What the reference row is, as far as anyone can say. */
export const referenceNote =
  'The venue’s own reference row in USD. It shares the id of USD and the contract does not say what it means. Shown as sent, in no total.'

function rowOf(balance: Balance, summaries: Summaries | undefined): BalanceRow {
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

const rank = (row: BalanceRow): number => (row.isReference ? 2 : row.symbol === 'USD' ? 0 : 1)

export function balanceRows(balances: readonly Balance[], summaries: Summaries | undefined): BalanceRow[] {
  return balances
    .map(balance => rowOf(balance, summaries))
    .sort((a, b) => rank(a) - rank(b) || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
}
