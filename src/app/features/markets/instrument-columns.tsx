import { Hammer } from 'lucide-react'
import type { Surfaces } from '../../../core/account/surfaces.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { signedSize } from '../../../core/domain/account.ts'
import { type Decimal, sign } from '../../../core/domain/decimal.ts'
import { type Product, shortExpiry } from '../../../core/domain/instrument.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import type { OptionMark } from '../../../core/pricing/market/base-surface.ts'
import { legQuote } from '../../../core/pricing/market/leg-quotes.ts'
import { signTone } from '../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import type { Column } from '../../ui/grid/column.ts'
import {
  decimalColumn,
  numberColumn,
  percentColumn,
  quantityColumn,
  textColumn,
  timeSheet,
} from '../../ui/grid/columns.ts'
import { actionsColumn } from '../../ui/grid/component-columns.tsx'
import type { ColumnSet } from '../../ui/grid/fit-columns.ts'
import type { InstrumentRow } from './instrument-rows.ts'
import type { MarketNavigation } from './market-navigation.ts'

export const productLabels: Readonly<Record<Product, string>> = {
  spot: 'Spot',
  perpetual: 'Perpetual',
  future: 'Future',
  option: 'Option',
  index: 'Index',
}

/** A zero price means no price: no bid, ask or trade. */
export const quoted = (price: Decimal | undefined): Decimal | undefined =>
  price !== undefined && sign(price) > 0 ? price : undefined

const step = (row: InstrumentRow): Decimal => row.instrument.price_step

/** "25DEC26 · 32.1 d"; on the last day "22NOV26 · 2 h left", which cannot be read as a time of day. */
function expiryText(row: InstrumentRow): string | undefined {
  if (row.expiryMs === undefined) return undefined
  const leftMs = row.expiryMs - serverNowMs()
  const isLastDay = leftMs > 0 && leftMs < dayMs
  const left = isLastDay ? `${leftMs < hourMs ? '<1' : Math.floor(leftMs / hourMs)} h left` : formatDaysLeft(leftMs)
  return `${shortExpiry(row.expiryMs)} · ${left}`
}

/** The venue's 24 h change is in percent; coloured by sign. */
export const changeColumn = (): Column<InstrumentRow> => {
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
    tone: row => (row.summary?.price_change === undefined ? undefined : signTone(sign(row.summary.price_change))),
  }
}

export const markOf = (
  surfaces: Surfaces,
  { product, base, expiryMs, symbol }: InstrumentRow,
): OptionMark | undefined =>
  product === 'option' && expiryMs !== undefined
    ? surfaces.of(base)?.expiries.get(expiryMs)?.marks.get(symbol)
    : undefined

const ivSources = {
  mid: 'From the mid of bid and ask',
  last: 'From the last trade: nobody quotes both sides',
  surface: 'From the surface through the other strikes: it has no price of its own',
  typed: 'Typed',
} as const

export const ivTip = (mark: OptionMark | undefined): string | undefined =>
  mark?.source === undefined ? undefined : ivSources[mark.source]

type ReadMark = (row: InstrumentRow) => OptionMark | undefined

const nameColumns: readonly Column<InstrumentRow>[] = [
  textColumn({
    id: 'instrument',
    header: 'Instrument',
    title: 'BTC and ETH first, then the other underlyings by name; pressing a header sorts by it',
    value: row => (row.isWatched ? `★ ${row.name}` : row.name),
    width: 168,
    pinned: 'left',
    tone: row => (row.active ? 'strong' : 'muted'),
    tip: row => row.symbol,
  }),
]

const price = (id: string, header: string, title: string, value: (row: InstrumentRow) => Decimal | undefined) =>
  decimalColumn({ id, header, title, value, step, width: 84, flashStep: step })

/** The venue gives a mark only for positions; otherwise the mid. */
const markPrice = ({ position, summary }: InstrumentRow): Decimal | undefined =>
  position?.mark_price ?? legQuote(summary).mid

const priceColumns: readonly Column<InstrumentRow>[] = [
  price('bid', 'Bid', 'Best bid', row => quoted(row.summary?.best_bid)),
  price('ask', 'Ask', 'Best ask', row => quoted(row.summary?.best_ask)),
  decimalColumn({
    id: 'mark',
    header: 'Mark',
    title: 'The venue’s mark of a position, else the mid of bid and ask',
    value: markPrice,
    step,
    width: 84,
    tone: row => (row.position === undefined ? 'muted' : undefined),
    tip: row =>
      markPrice(row) === undefined ? undefined : row.position === undefined ? 'Mid of bid and ask' : 'The venue’s mark',
  }),
]

const greekColumns = (read: ReadMark): readonly Column<InstrumentRow>[] => [
  {
    ...percentColumn<InstrumentRow>({
      id: 'iv',
      header: 'IV',
      title: 'Implied volatility a year',
      value: row => read(row)?.volatility,
      width: 68,
      tone: row => (read(row)?.source === 'mid' ? undefined : 'muted'),
      tip: row => ivTip(read(row)),
    }),
    ticking: true,
  },
  {
    ...numberColumn<InstrumentRow>({
      id: 'delta',
      header: 'Delta',
      title: 'Of one option, Black-76, to the forward',
      value: row => read(row)?.delta,
      places: 2,
      width: 64,
    }),
    ticking: true,
  },
]

const marketColumns: readonly Column<InstrumentRow>[] = [
  quantityColumn({
    id: 'position',
    header: 'Position',
    title: 'The account’s position, negative for a short',
    value: row => (row.position === undefined ? undefined : signedSize(row.position)),
    width: 76,
    tone: row => (row.position === undefined ? 'muted' : 'strong'),
  }),
  changeColumn(),
  decimalColumn({
    id: 'last',
    header: 'Last',
    title: 'Last trade',
    value: row => quoted(row.summary?.last_price),
    step,
    width: 84,
  }),
  decimalColumn({
    id: 'volume',
    header: '24 h volume',
    title: 'In the base asset, as the venue says',
    value: row => row.summary?.base_volume ?? row.summary?.volume,
    places: 1,
    width: 96,
  }),
  decimalColumn({
    id: 'interest',
    header: 'Open interest',
    value: row => row.summary?.open_interest,
    places: 1,
    width: 100,
  }),
]

const listingColumns: readonly Column<InstrumentRow>[] = [
  {
    ...textColumn<InstrumentRow>({
      id: 'expiry',
      header: 'Expiry',
      value: expiryText,
      width: 144,
      align: 'right',
      tip: row => (row.expiryMs === undefined ? 'no expiry' : formatZoned(row.expiryMs)),
    }),
    sortValue: row => row.expiryMs,
    sheet: timeSheet('Expiry', row => row.expiryMs),
  },
  decimalColumn({ id: 'strike', header: 'Strike', value: row => row.strike, width: 80 }),
  textColumn({
    id: 'product',
    header: 'Product',
    value: row => (row.product === undefined ? undefined : productLabels[row.product]),
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
]

/** Prices come first, so that they fit in narrow layouts. `read` returns the option's current mark. */
export const instrumentColumns = (read: ReadMark): readonly Column<InstrumentRow>[] =>
  [...nameColumns, ...priceColumns, ...greekColumns(read), ...marketColumns, ...listingColumns].map(column => ({
    ...column,
    minWidth: column.width,
  }))

/** Columns without room are dropped from the end; the side panel shows them for the selected row. */
export const instrumentColumnSet: ColumnSet = {
  ids: [
    'bid',
    'ask',
    'change',
    'position',
    'iv',
    'delta',
    'last',
    'mark',
    'volume',
    'interest',
    'expiry',
    'strike',
    'status',
    'product',
  ],
  isFitted: true,
}

export const rowActions = (actions: Pick<MarketNavigation, 'trade' | 'build'>): Column<InstrumentRow> =>
  actionsColumn({
    id: 'actions',
    width: 92,
    actions: [
      { id: 'trade', label: 'Trade', run: row => actions.trade(row), enabled: row => row.active },
      {
        id: 'build',
        label: 'Add to builder',
        icon: <Hammer size={13} />,
        run: actions.build,
        enabled: row => row.active,
      },
    ],
  })
