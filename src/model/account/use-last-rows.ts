/**
 * Rows as this page last read them in full, for a panel to show while no row of the latest answer can be read: figures keep their last value then, and so
 * do the rows. They are no part of the portfolio: no total, no greek, no size and no warning is made of them.
 */
import { type BalanceRow, balanceRows } from '../../account/balance-rows.ts'
import { type PositionRow, positionRows } from '../../account/position-rows.ts'
import { remembered } from '../../account/remembered.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import type { Resource } from '../../api/polling/resource.ts'
import type { Balance, Position } from '../../domain/account.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { perSession } from '../per-session.ts'

export interface LastShown<Row> {
  readonly rows: readonly Row[]
  readonly agoMs: () => number
}

type Asked<Row> = Pick<Resource<readonly Row[]>, 'data' | 'setAside' | 'wholeAgoMs'>

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
  const shownOf = (rows: readonly Position[]) => lastPositions(rows, index)
  return useWhole().positions(positions, shownOf)
}

const lastBalances = remembered((balances: readonly Balance[]) => balanceRows(balances, undefined))

/** Not valued: indexes are of now. */
export function useLastBalances(balances: Resource<readonly Balance[]>): LastShown<BalanceRow> | undefined {
  return useWhole().balances(balances, lastBalances)
}
