/**
 * Rows of what was last known of the account, for a panel to show while the venue has not answered yet. They are no part of the portfolio: no total,
 * no greek, no size and no warning is made of them, and there are none as soon as there is an answer.
 */
import { type LastRows, useLastKnownAccount } from '../../api/account/last-known.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { Balance, Position } from '../../domain/account.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { remembered } from '../remembered.ts'
import { balanceRows, type BalanceRow } from './balance-rows.ts'
import { positionRows, type PositionRow } from './position-rows.ts'

export interface LastShown<Row> {
  readonly rows: readonly Row[]
  readonly agoMs: () => number
}

/** An account without rows is not shown as last known: that there is nothing, only the venue says. */
function standIn<Row, Shown>(
  resource: Pick<Resource<unknown>, 'data'>,
  last: LastRows<Row> | undefined,
  shownOf: (rows: readonly Row[]) => readonly Shown[],
): LastShown<Shown> | undefined {
  if (resource.data !== undefined || last === undefined) return undefined
  const rows = shownOf(last.rows)
  return rows.length === 0 ? undefined : { rows, agoMs: () => Math.max(0, serverNowMs() - last.atMs) }
}

const lastPositions = remembered((positions: readonly Position[], index: InstrumentIndex | undefined) =>
  positionRows(positions, symbol => index?.bySymbol(symbol)),
)

export function useLastPositions(positions: Resource<readonly Position[]>): LastShown<PositionRow> | undefined {
  const { index } = useInstruments()
  return standIn(positions, useLastKnownAccount().positions, rows => lastPositions(rows, index))
}

const lastBalances = remembered((balances: readonly Balance[]) => balanceRows(balances, undefined))

/** Not valued: indexes are of now. */
export const useLastBalances = (balances: Resource<readonly Balance[]>): LastShown<BalanceRow> | undefined =>
  standIn(balances, useLastKnownAccount().balances, lastBalances)

/** `rowsOf` is the same function at every call. */
export const useLastOrders = <Row>(
  open: Resource<readonly OrderRecord[]>,
  rowsOf: (records: readonly OrderRecord[]) => readonly Row[],
): LastShown<Row> | undefined => standIn(open, useLastKnownAccount().openOrders, rowsOf)
