/** Columns of the instruments grid. */
import { Hammer } from 'lucide-react'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Decimal, sign } from '../../domain/decimal.ts'
import { type Product, shortExpiry } from '../../domain/instrument.ts'
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

/** A bid or an ask of zero is none. */
export const quoted = (price: Decimal | undefined): Decimal | undefined => (price !== undefined && sign(price) > 0 ? price : undefined)

const step = (row: InstrumentRow): Decimal => row.instrument.price_step

const expiryText = (row: InstrumentRow): string | undefined =>
  row.expiryMs === undefined ? undefined : `${shortExpiry(row.expiryMs)} · ${formatDaysLeft(row.expiryMs - serverNowMs())}`

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
    value: row => row.summary?.last_price,
    step,
    width: 92,
    minWidth: 80,
    flex: 1,
  }),
  decimalColumn({
    id: 'change',
    header: '24 h change',
    title: 'price_change, as the venue says',
    value: row => row.summary?.price_change,
    places: 2,
    sign: 'always',
    width: 88,
  }),
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
