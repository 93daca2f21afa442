/** The rows of the positions panel: by view, base and filter. */
import { useCallback, useMemo, useState } from 'react'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { upnlByBase } from '../../../../core/account/totals.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import type { Trades } from '../trades/trades-reader.tsx'
import { TradesReader } from './lazy-panels.tsx'
import { usePositionsFilter } from './positions-filter.tsx'
import { storeBase, storedBase } from './positions-table.ts'
import { usePositionsRows, usePositionsView } from './use-positions-rows.ts'

export type TradesShown = 'open' | 'closed'

export const noRows: readonly PositionRow[] = []

function useChosenBase(bases: readonly { readonly base: string }[]) {
  const [base, setBase] = useState(storedBase)
  const choose = useCallback((next: string | undefined) => {
    setBase(next)
    storeBase(next)
  }, [])
  return [bases.some(each => each.base === base) ? base : undefined, choose] as const
}

const inBase = (rows: readonly PositionRow[], base: string | undefined): readonly PositionRow[] =>
  base === undefined ? rows : rows.filter(row => row.base === base)

export function useShownRows(
  { positionRows: now, indexes, gap }: Portfolio,
  last: readonly PositionRow[] | undefined,
  isPhone: boolean,
) {
  const { view, isChosen, choose, keep } = usePositionsView(isPhone)
  const isLastKnown = last !== undefined && view !== 'trades'
  const positionRows = (isLastKnown ? last : now) ?? noRows
  const [seen, setSeen] = useState<Trades>()
  // Until a view is chosen or a press or key in its rows keeps it, the panel switches to trades once one is known.
  const read = useCallback(
    (trades: Trades | undefined) => {
      setSeen(trades)
      if (!isChosen && trades?.book.open.some(trade => trade.kind === 'trade') === true) choose('trades')
    },
    [isChosen, choose],
  )
  const trades = view === 'trades' ? seen : undefined
  const tradeRows = useMemo(() => trades?.beside(positionRows), [trades, positionRows])
  const all = useMemo(
    () => (tradeRows === undefined ? positionRows : [...positionRows, ...tradeRows.netted]),
    [tradeRows, positionRows],
  )
  const groups = useMemo(() => upnlByBase(positionRows, indexes), [positionRows, indexes])
  const [base, setBase] = useChosenBase(groups)
  const ofBase = useMemo(() => inBase(all, base), [all, base])
  const filter = usePositionsFilter(ofBase)
  const isWhole = gap === undefined
  const book = usePositionsRows({ view, shown: filter.shown, isWhole, trades: tradeRows })
  const filtered = filter.shown.length === all.length ? undefined : filter.shown
  const [tradesShown, setTradesShown] = useState<TradesShown>('open')
  const closing = { tradesShown, chooseTrades: setTradesShown, isClosed: view === 'trades' && tradesShown === 'closed' }
  return {
    ...book,
    ...filter,
    ...closing,
    all,
    of: ofBase.length,
    filtered,
    view,
    choose,
    keep,
    trades,
    reader: view === 'trades' || !isChosen ? <TradesReader positions={positionRows} onRead={read} /> : null,
    groups,
    base,
    setBase,
    isWhole,
    isLastKnown,
  }
}

export type ShownRows = ReturnType<typeof useShownRows>
