/** What the menu of a position offers: to close it, and to be told when a figure of it crosses a level. */
import type { RowMenuItem } from '../../ui/grid/data-grid.tsx'
import type { PositionRow } from './position-rows.ts'

type MenuRow = Pick<PositionRow, 'symbol' | 'base' | 'tradeable'>

/** `watch` opens the thresholds for a figure: `price:BTC-USD-PERPETUAL`. */
export function positionMenu<Row extends MenuRow>(
  row: Row,
  close: (row: Row) => void,
  watch: (what: string) => void,
): readonly RowMenuItem[] {
  const { symbol, base, tradeable } = row
  const ofBase =
    base === undefined
      ? []
      : [
          { id: 'watch-upnl', label: `Tell me at a uPnL of ${base}…`, run: () => watch(`upnl:${base}`) },
          { id: 'watch-delta', label: `Tell me at a delta of ${base}…`, run: () => watch(`delta:${base}`) },
        ]
  return [
    { id: 'close', label: 'Close…', enabled: tradeable, run: () => close(row) },
    { id: 'watch-price', label: 'Tell me at a price…', run: () => watch(`price:${symbol}`) },
    ...ofBase,
  ]
}
