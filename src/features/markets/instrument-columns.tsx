/** Columns of the instruments grid. */
import { Hammer } from 'lucide-react'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Decimal, sign } from '../../domain/decimal.ts'
import { type Product, shortExpiry } from '../../domain/instrument.ts'
import { dayMs, hourMs } from '../../domain/time.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import type { Column } from '../../ui/grid/column.ts'
import { decimalColumn, textColumn } from '../../ui/grid/columns.ts'
import { actionsColumn } from '../../ui/grid/component-columns.tsx'
import type { InstrumentRow } from './instrument-rows.ts'

export const productWords: Readonly<Record<Product, string>> = {
  spot: 'Spot',
  perpetual: 'Perpetual',
  future: 'Future',
  option: 'Option',
  index: 'Index',
}

/** A price of zero is none: nobody bids, asks or has traded. */
export const quoted = (price: Decimal | undefined): Decimal | undefined => (price !== undefined && sign(price) > 0 ? price : undefined)

const step = (row: InstrumentRow): Decimal => row.instrument.price_step

/** "25DEC26 · 32.1 d"; on the last day "22NOV26 · 2 h left", which nobody takes for a time of day. */
function expiryText(row: InstrumentRow): string | undefined {
  if (row.expiryMs === undefined) return undefined
  const leftMs = row.expiryMs - serverNowMs()
  const isLastDay = leftMs > 0 && leftMs < dayMs
  const left = isLastDay ? `${leftMs < hourMs ? '<1' : Math.floor(leftMs / hourMs)} h left` : formatDaysLeft(leftMs)
  return `${shortExpiry(row.expiryMs)} · ${left}`
}

const changeTones = { '1': 'gain', '0': undefined, '-1': 'loss' } as const

/** The venue's change over a day is in percent; coloured by its sign. */
const changeColumn = (): Column<InstrumentRow> => {
  const column = decimalColumn<InstrumentRow>({
    id: 'change',
    header: '24 h %',
    title: 'Change of the price over 24 hours in percent: price_change, as the venue says',
    value: row => row.summary?.price_change,
    places: 2,
    sign: 'always',
    width: 84,
  })
  const { text } = column
  return {
    ...column,
    text: row => (row.summary?.price_change === undefined ? text(row) : `${text(row)} %`),
    tone: row => (row.summary?.price_change === undefined ? undefined : changeTones[`${sign(row.summary.price_change)}`]),
  }
}

const columns: readonly Column<InstrumentRow>[] = [
  textColumn({
    id: 'instrument',
    header: 'Instrument',
    value: row => row.name,
    width: 176,
    pinned: 'left',
    tone: row => (row.active ? 'strong' : 'muted'),
    tip: row => row.symbol,
  }),
  textColumn({
    id: 'product',
    header: 'Product',
    value: row => (row.product === undefined ? undefined : productWords[row.product]),
    width: 76,
    tone: () => 'muted',
  }),
  textColumn({
    id: 'status',
    header: 'Status',
    value: row => row.instrument.status,
    width: 84,
    tone: row => (row.active ? 'muted' : 'warning'),
  }),
  {
    ...textColumn<InstrumentRow>({
      id: 'expiry',
      header: 'Expiry',
      value: expiryText,
      width: 144,
      align: 'right',
      tip: row => (row.expiryMs === undefined ? 'does not expire' : formatZoned(row.expiryMs)),
    }),
    sortValue: row => row.expiryMs,
  },
  decimalColumn({ id: 'strike', header: 'Strike', value: row => row.strike, width: 80 }),
  decimalColumn({
    id: 'bid',
    header: 'Bid',
    title: 'Best bid',
    value: row => quoted(row.summary?.best_bid),
    step,
    width: 92,
    minWidth: 80,
    flex: 1,
    flashStep: step,
  }),
  decimalColumn({
    id: 'ask',
    header: 'Ask',
    title: 'Best ask',
    value: row => quoted(row.summary?.best_ask),
    step,
    width: 92,
    minWidth: 80,
    flex: 1,
    flashStep: step,
  }),
  decimalColumn({
    id: 'last',
    header: 'Last',
    title: 'Last trade',
    value: row => quoted(row.summary?.last_price),
    step,
    width: 92,
    minWidth: 80,
    flex: 1,
  }),
  changeColumn(),
  decimalColumn({
    id: 'volume',
    header: '24 h volume',
    title: 'In the base asset, as the venue says',
    value: row => row.summary?.base_volume ?? row.summary?.volume,
    places: 1,
    width: 104,
  }),
  decimalColumn({ id: 'interest', header: 'Open interest', value: row => row.summary?.open_interest, places: 1, width: 104 }),
]

export const instrumentColumns = (actions: {
  readonly trade: (row: InstrumentRow) => void
  readonly build: (row: InstrumentRow) => void
}): readonly Column<InstrumentRow>[] => [
  ...columns,
  actionsColumn({
    id: 'actions',
    width: 92,
    actions: [
      { id: 'trade', label: 'Trade', run: actions.trade, enabled: row => row.active },
      { id: 'build', label: 'Add to builder', icon: <Hammer size={13} />, run: actions.build, enabled: row => row.active },
    ],
  }),
]
