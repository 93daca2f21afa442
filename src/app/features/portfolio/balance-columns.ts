import { type BalanceRow, referenceNote } from '../../../core/account/balance-rows.ts'
import type { DeliverableName } from '../../api/market/deliverables.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { canonical, dec, type Decimal, isZero, places, zero } from '../../../core/domain/decimal.ts'
import type { Column } from '../../ui/grid/column.ts'
import { ageColumn, decimalColumn, textColumn } from '../../ui/grid/columns.ts'

const finest = 6
const steps = Array.from({ length: finest + 1 }, (_, digits) => dec(`0.${'1'.padStart(Math.max(1, digits), '0')}`))

/** Cents for dollars; for coins their own decimals, between cents and millionths. */
const stepOf = (row: BalanceRow, value: Decimal | undefined): Decimal | undefined =>
  steps[
    row.symbol.startsWith('USD') || value === undefined ? 2 : Math.min(finest, Math.max(2, places(canonical(value))))
  ]

const amount = (
  id: string,
  header: string,
  title: string,
  value: (row: BalanceRow) => Decimal | undefined,
): Column<BalanceRow> =>
  decimalColumn({
    id,
    header,
    title,
    value,
    step: row => stepOf(row, value(row)),
    amount: true,
    width: 112,
    tip: row => `${value(row) ?? 'not stored:'} ${row.isReference ? 'USD' : row.symbol}`,
    tone: row => (row.isReference || isZero(value(row) ?? zero) ? 'muted' : undefined),
    flex: 1,
    minWidth: 94,
  })

/** Name from the venue's deliverables; the reference row, which shares USD's id, keeps its own. */
const assetName = (row: BalanceRow, nameOf: DeliverableName): string =>
  row.isReference || row.deliverableId === undefined ? row.symbol : (nameOf(row.deliverableId) ?? row.symbol)

function assetTip(row: BalanceRow, nameOf: DeliverableName): string | undefined {
  if (row.isReference) return referenceNote
  return assetName(row, nameOf) === row.symbol
    ? undefined
    : `${row.symbol} in the balances, deliverable ${row.deliverableId}`
}

export const balanceColumns = (nameOf: DeliverableName): readonly Column<BalanceRow>[] => [
  textColumn({
    id: 'asset',
    header: 'Asset',
    value: row => assetName(row, nameOf),
    width: 124,
    pinned: 'left',
    tone: row => (row.isReference ? 'muted' : 'strong'),
    tip: row => assetTip(row, nameOf),
  }),
  amount('cash', 'Cash', 'Total balance of the asset', row => row.cash),
  amount('reserved', 'Reserved', 'Held for open orders and margin; may be negative', row => row.reserved),
  amount('available', 'Available', 'For trading', row => row.available),
  amount('withdrawable', 'Withdrawable', 'For withdrawal', row => row.withdrawable),
  decimalColumn({
    id: 'rate',
    header: 'Index, USD',
    title: 'USD of one unit, by the venue’s index',
    value: row => row.rate?.rate,
    places: 2,
    width: 88,
    flex: 1,
    minWidth: 80,
    tip: row => row.rate?.source ?? (row.isReference ? undefined : 'the venue gives no index: left out of the totals'),
  }),
  decimalColumn({
    id: 'usd',
    header: 'Cash in USD',
    value: row => row.usdValue,
    amount: true,
    places: 2,
    width: 108,
    flex: 1.2,
    minWidth: 104,
  }),
  ageColumn({
    id: 'age',
    header: 'Updated',
    width: 76,
    title: 'Since the venue last updated the balance',
    value: row => serverNowMs() - row.timestampMs,
  }),
]
