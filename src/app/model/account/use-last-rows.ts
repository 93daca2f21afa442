/**
 * The last completely read rows, for a panel to show while no row of the latest answer can be read. They are not part
 * of the portfolio: no total, greek, size or warning uses them.
 */
import { type BalanceRow, balanceRows } from '../../../core/account/balance-rows.ts'
import { type PositionRow, positionRows } from '../../../core/account/position-rows.ts'
import { memoizeLast } from '../../../core/account/memoize-last.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import type { Resource } from '../../api/polling/resource.ts'
import type { Balance, Position } from '../../../core/domain/account.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { perSession } from '../per-session.ts'

export interface LastShown<Row> {
  readonly rows: readonly Row[]
  readonly agoMs: () => number
}

type RowsResource<Row> = Pick<Resource<readonly Row[]>, 'data' | 'rejectedRows' | 'wholeAgoMs'>

const shown = <Shown>(rows: readonly Shown[], agoMs: () => number): LastShown<Shown> | undefined =>
  rows.length === 0 ? undefined : { rows, agoMs }

/** Returns a function that remembers the last complete answer, for use while no row of later ones can be read. */
function createWholeReader<Row>() {
  let whole: readonly Row[] = []
  return <Shown>(
    { data, rejectedRows, wholeAgoMs }: RowsResource<Row>,
    shownOf: (rows: readonly Row[]) => readonly Shown[],
  ) => {
    if (data !== undefined && rejectedRows.length === 0) whole = data
    const isUnread = data?.length === 0 && rejectedRows.length > 0
    return isUnread ? shown(shownOf(whole), () => wholeAgoMs() ?? 0) : undefined
  }
}
const useWhole = perSession(() => ({
  positions: createWholeReader<Position>(),
  balances: createWholeReader<Balance>(),
}))

const lastPositions = memoizeLast((positions: readonly Position[], index: InstrumentIndex | undefined) =>
  positionRows(positions, symbol => index?.bySymbol(symbol)),
)

export function useLastPositions(positions: Resource<readonly Position[]>): LastShown<PositionRow> | undefined {
  const { index } = useInstruments()
  const shownOf = (rows: readonly Position[]) => lastPositions(rows, index)
  return useWhole().positions(positions, shownOf)
}

const lastBalances = memoizeLast((balances: readonly Balance[]) => balanceRows(balances, undefined))

/** Without USD values, because only present indexes are available. */
export function useLastBalances(balances: Resource<readonly Balance[]>): LastShown<BalanceRow> | undefined {
  return useWhole().balances(balances, lastBalances)
}
