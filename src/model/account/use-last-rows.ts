/**
 * Rows of what was last known of the account, for a panel to show while the venue has not answered yet, or while no row of its answer can be read: figures keep their last
 * value then, and so do the rows. They are no part of the portfolio: no total, no greek, no size and no warning is made of them, and there are none as soon as there is an
 * answer of which a row was read.
 */
import { type LastRows, useLastKnownAccount } from '../../api/account/last-known.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { Balance, Position } from '../../domain/account.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { perSession } from '../per-session.ts'
import { remembered } from '../remembered.ts'
import { balanceRows, type BalanceRow } from './balance-rows.ts'
import { positionRows, type PositionRow } from './position-rows.ts'

export interface LastShown<Row> {
  readonly rows: readonly Row[]
  readonly agoMs: () => number
}

type Asked<Row> = Pick<Resource<readonly Row[]>, 'data' | 'setAside' | 'wholeAgoMs'>

/** An account without rows is not shown as last known: that there is nothing, only the venue says. */
function standIn<Row, Shown>(
  { data }: Pick<Asked<Row>, 'data'>,
  last: LastRows<Row> | undefined,
  shownOf: (rows: readonly Row[]) => readonly Shown[],
): LastShown<Shown> | undefined {
  if (data !== undefined || last === undefined) return undefined
  return shown(shownOf(last.rows), () => Math.max(0, serverNowMs() - last.atMs))
}

const shown = <Shown>(rows: readonly Shown[], agoMs: () => number): LastShown<Shown> | undefined =>
  rows.length === 0 ? undefined : { rows, agoMs }

/** What the page itself last read in full, while of what came since no row can be read. */
function createWholeReader<Row>() {
  let whole: readonly Row[] = []
  return <Shown>({ data, setAside, wholeAgoMs }: Asked<Row>, shownOf: (rows: readonly Row[]) => readonly Shown[]) => {
    if (data !== undefined && setAside.length === 0) whole = data
    const isUnread = data?.length === 0 && setAside.length > 0
    return isUnread ? shown(shownOf(whole), () => wholeAgoMs() ?? 0) : undefined
  }
}
const useWhole = perSession(() => ({ positions: createWholeReader<Position>(), balances: createWholeReader<Balance>() }))

const lastPositions = remembered((positions: readonly Position[], index: InstrumentIndex | undefined) =>
  positionRows(positions, symbol => index?.bySymbol(symbol)),
)

export function useLastPositions(positions: Resource<readonly Position[]>): LastShown<PositionRow> | undefined {
  const { index } = useInstruments()
  const stored = useLastKnownAccount().positions
  const shownOf = (rows: readonly Position[]) => lastPositions(rows, index)
  return useWhole().positions(positions, shownOf) ?? standIn(positions, stored, shownOf)
}

const lastBalances = remembered((balances: readonly Balance[]) => balanceRows(balances, undefined))

/** Not valued: indexes are of now. */
export function useLastBalances(balances: Resource<readonly Balance[]>): LastShown<BalanceRow> | undefined {
  const stored = useLastKnownAccount().balances
  return useWhole().balances(balances, lastBalances) ?? standIn(balances, stored, lastBalances)
}

/** `rowsOf` is the same function at every call. */
export const useLastOrders = <Row>(
  open: Resource<readonly OrderRecord[]>,
  rowsOf: (records: readonly OrderRecord[]) => readonly Row[],
): LastShown<Row> | undefined => standIn(open, useLastKnownAccount().openOrders, rowsOf)
