/** Columns of the positions grid. */
import { serverNowMs } from '../../api/clock.ts'
import { abs } from '../../domain/decimal.ts'
import type { Product } from '../../domain/instrument.ts'
import { formatDecimal, formatPnl } from '../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import { formatSize } from '../../ui/format/amounts.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import type { Column } from '../../ui/grid/column.ts'
import { ageColumn, decimalColumn, percentColumn, pnlColumn, quantityColumn, textColumn } from '../../ui/grid/columns.ts'
import { actionsColumn } from '../../ui/grid/component-columns.tsx'
import type { PositionRow } from './position-rows.ts'

const productWords: Readonly<Record<Product, string>> = {
  option: 'Option',
  perpetual: 'Perpetual',
  future: 'Future',
  spot: 'Spot',
  index: 'Index',
}
const sideWords = { buy: 'long', sell: 'short' } as const

const checkTip = (row: PositionRow): string => {
  const formula = `(mark ${formatDecimal(row.mark)} − entry ${formatDecimal(row.entry)}) × ${formatSize(row.size)} = ${formatPnl(row.ourUpnl)} ${row.quote}`
  return row.differs
    ? `The venue says ${formatPnl(row.upnl)}. Reckoned here: ${formula}. They differ by more than a price step on the whole size.`
    : `Reckoned here: ${formula}; it agrees with the venue’s figure.`
}

const what: readonly Column<PositionRow>[] = [
  textColumn({
    id: 'instrument',
    header: 'Instrument',
    value: row => row.name,
    width: 190,
    pinned: 'left',
    tone: () => 'strong',
    tip: row => row.symbol,
  }),
  textColumn({
    id: 'product',
    header: 'Product',
    value: row => (row.product === undefined ? undefined : productWords[row.product]),
    width: 84,
    tone: () => 'muted',
  }),
  {
    ...textColumn<PositionRow>({
      id: 'left',
      header: 'Expires in',
      align: 'right',
      width: 84,
      value: row => (row.expiryMs === undefined ? undefined : formatDaysLeft(row.expiryMs - serverNowMs())),
      tip: row => (row.expiryMs === undefined ? 'does not expire' : formatZoned(row.expiryMs)),
      tone: () => 'muted',
    }),
    sortValue: row => row.expiryMs,
    ticking: true,
  },
  quantityColumn({
    id: 'size',
    header: 'Size',
    title: 'Negative when short',
    value: row => row.size,
    step: row => row.quantityStep,
    width: 84,
  }),
  textColumn({
    id: 'side',
    header: 'Side',
    value: row => (row.side === undefined ? undefined : sideWords[row.side]),
    width: 60,
    tone: row => row.side,
  }),
]

const money: readonly Column<PositionRow>[] = [
  decimalColumn({
    id: 'entry',
    header: 'Entry',
    title: 'Average entry price, as the venue says',
    value: row => row.entry,
    step: row => row.shownStep,
    width: 108,
    minWidth: 96,
    flex: 1,
    tip: row => `${row.entry} ${row.quote}`,
  }),
  decimalColumn({
    id: 'mark',
    header: 'Mark',
    title: 'Mark price of the venue',
    value: row => row.mark,
    step: row => row.shownStep,
    width: 108,
    minWidth: 96,
    flex: 1,
    flash: true,
    tip: row => `${row.mark} ${row.quote}`,
  }),
  decimalColumn({
    id: 'value',
    header: 'Value',
    title: 'Market value: mark × size, negative for a short',
    value: row => row.value,
    places: 2,
    amount: true,
    width: 116,
    minWidth: 104,
    flex: 1,
    tip: row => `${row.value} ${row.quote}`,
  }),
  pnlColumn({
    id: 'upnl',
    header: 'uPnL',
    title: 'Unrealised profit and loss, as the venue says, before fees',
    value: row => row.upnl,
    width: 116,
    minWidth: 104,
    flex: 1,
    flash: true,
    tip: row => `${row.upnl} ${row.quote}`,
  }),
  percentColumn({
    id: 'upnl-percent',
    header: 'uPnL % of entry',
    title: 'uPnL over the absolute value at entry, |entry × size|',
    value: row => row.upnlFraction,
    pnl: true,
    places: 2,
    width: 116,
  }),
  textColumn({
    id: 'check',
    header: 'Check',
    title: 'The venue’s uPnL against ours: (mark − entry) × size',
    value: row => (row.differs ? `≠ ${formatPnl(row.ourUpnl)}` : '✓'),
    width: 96,
    align: 'right',
    tone: row => (row.differs ? 'warning' : 'muted'),
    tip: checkTip,
  }),
  ageColumn({
    id: 'age',
    header: 'Updated',
    title: 'Since the venue last updated the position; the mark itself is as old as the last poll',
    value: row => serverNowMs() - row.markMs,
    width: 76,
  }),
]

/** `close` opens the ticket that would bring a position to zero. */
export const positionColumns = (close: (row: PositionRow) => void): readonly Column<PositionRow>[] => [
  ...what,
  ...money,
  actionsColumn({ id: 'actions', actions: [{ id: 'close', label: 'Close', run: close, enabled: row => row.tradeable }], width: 72 }),
]

/** Width in px of what a phone shows of a position: enough to read and to close it. */
const phoneWidths: Readonly<Record<string, number>> = { instrument: 170, size: 74, upnl: 72, actions: 60 }

/** The columns that a narrow window has room for. */
export const phoneColumns = (columns: readonly Column<PositionRow>[]): readonly Column<PositionRow>[] =>
  columns.flatMap(column => {
    const width = phoneWidths[column.id]
    return width === undefined ? [] : [{ ...column, width, minWidth: Math.min(width, 62) }]
  })

/** Search parameters of the single-leg ticket that closes a position. */
export const closeSearch = (row: PositionRow): { trade: string; side: string; quantity: string } => ({
  trade: row.symbol,
  side: row.size.startsWith('-') ? 'buy' : 'sell',
  quantity: abs(row.size),
})
