/** Columns of the quality view: each figure with its interval and count. */
import { type Decimal, neg } from '../../../core/domain/decimal.ts'
import { fewRfqs, type Estimate, halfOf } from '../../../core/pricing/quality/estimate.ts'
import { afterMinutes, type OrderQuality } from '../../../core/pricing/quality/order-quality.ts'
import type { QualityGroup, QualitySummary } from '../../../core/pricing/quality/quality-cuts.ts'
import { formatNumber, formatPercent } from '../../ui/format/format-decimal.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import type { Column } from '../../ui/grid/column.ts'
import { numberColumn, pnlColumn, textColumn } from '../../ui/grid/columns.ts'
import type { ColumnSet } from '../../ui/grid/fit-columns.ts'
import { costPlot } from './quality-plot.tsx'

type Write = (value: number) => string
const places =
  (count: number): Write =>
  value =>
    formatNumber(value, { places: count })
const percent: Write = value => formatPercent(value, { places: 0 })

export function estimateText(estimate: Estimate, write: Write): string | undefined {
  const half = halfOf(estimate)
  return estimate.value === undefined
    ? undefined
    : `${write(estimate.value)}${half === undefined ? '' : ` ± ${write(half)}`}`
}

export function estimateTip(estimate: Estimate, write: Write): string {
  const { count, low = 0, high = 0 } = estimate
  const interval = halfOf(estimate) === undefined ? 'no interval' : `95 % between ${write(low)} and ${write(high)}`
  return `${count} counted, ${interval}${count < fewRfqs ? `; fewer than ${fewRfqs} say little` : ''}`
}

interface EstimateOptions {
  readonly id: string
  readonly header: string
  readonly title: string
  readonly of: (summary: QualitySummary) => Estimate | undefined
  readonly write: Write
  readonly minWidth?: number
}

function estimateColumn({ id, header, title, of, write, minWidth = 92 }: EstimateOptions): Column<QualityGroup> {
  const estimate = ({ summary }: QualityGroup): Estimate =>
    of(summary) ?? { count: 0, value: undefined, low: undefined, high: undefined }
  return {
    ...textColumn<QualityGroup>({
      id,
      header,
      title,
      align: 'right',
      minWidth,
      flex: 1,
      value: row => estimateText(estimate(row), write),
      tip: row => estimateTip(estimate(row), write),
      tone: row => (estimate(row).count < fewRfqs ? 'muted' : undefined),
    }),
    sortValue: row => estimate(row).value,
  }
}

const edge = (cost: Decimal | undefined): Decimal | undefined => (cost === undefined ? undefined : neg(cost))

const name = textColumn<QualityGroup>({
  id: 'key',
  header: 'Group',
  value: row => row.key,
  width: 164,
  minWidth: 130,
  pinned: 'left',
})
const count = numberColumn<QualityGroup>({
  id: 'count',
  header: 'Count',
  value: row => row.summary.count,
  width: 64,
  minWidth: 64,
  places: 0,
})
const traded = estimateColumn({
  id: 'traded',
  header: 'Traded',
  title: 'Share that traded',
  of: each => each.traded,
  write: percent,
  minWidth: 72,
})
const costs: readonly Column<QualityGroup>[] = [
  estimateColumn({
    id: 'cost',
    header: 'Cost',
    title: 'Per package against fair when it was filled',
    of: each => each.cost,
    write: places(2),
  }),
  costPlot,
  estimateColumn({
    id: 'vol',
    header: 'Cost, vol',
    title: 'The same in vol points',
    of: each => each.costVol,
    write: places(2),
  }),
  pnlColumn({
    id: 'total',
    header: 'Trading P&L',
    title: 'Result of all fills against their fair value, as in Explain',
    value: row => edge(row.summary.costTotal),
    width: 110,
    minWidth: 110,
  }),
  numberColumn({
    id: 'unpriced',
    header: 'No fair',
    title: 'Fills without a fair value of their moment: they are in no cost',
    value: row => row.summary.unpricedFills,
    width: 64,
    minWidth: 64,
    places: 0,
  }),
  ...afterMinutes.map((minutes, index) =>
    estimateColumn({
      id: `after${minutes}`,
      header: `After ${minutes} min`,
      title: 'Price move in favour of the trade, per package',
      of: each => each.after[index],
      write: places(2),
    }),
  ),
]

const rfqColumns: readonly Column<QualityGroup>[] = [
  name,
  count,
  estimateColumn({
    id: 'quoted',
    header: 'Quoted',
    title: 'Share that was quoted',
    of: each => each.quoted,
    write: percent,
    minWidth: 72,
  }),
  traded,
  estimateColumn({
    id: 'first',
    header: 'First quote, s',
    title: 'Seconds to the first quote',
    of: each => each.firstQuoteSeconds,
    write: places(1),
  }),
  estimateColumn({
    id: 'spread',
    header: 'Half-spread',
    title: 'Of bid and ask',
    of: each => each.halfSpread,
    write: places(2),
  }),
  ...costs,
  estimateColumn({
    id: 'cover',
    header: 'Cover',
    title: 'From the best quote to the second',
    of: each => each.cover,
    write: places(2),
  }),
  estimateColumn({
    id: 'waiting',
    header: 'By waiting',
    title: 'The last best quote against the first',
    of: each => each.improvement,
    write: places(2),
  }),
]

const orderColumns: readonly Column<QualityGroup>[] = [
  name,
  count,
  estimateColumn({
    id: 'slippage',
    header: 'Slippage',
    title: 'Average price against mid when it was decided',
    of: each => each.slippage,
    write: places(2),
  }),
  ...costs,
]

export const groupColumns = { rfqs: rfqColumns, orders: orderColumns } as const

type Figure = 'firstQuoteSeconds' | 'halfSpread' | 'cost' | 'costVol' | 'slippage' | 'cover' | 'improvement'

const figure = (id: Figure, header: string, digits: number): Column<OrderQuality> =>
  numberColumn({
    id,
    header,
    value: row => row[id],
    width: 92,
    minWidth: 92,
    places: digits,
  })

export const behindColumns: readonly Column<OrderQuality>[] = [
  {
    ...textColumn<OrderQuality>({
      id: 'at',
      header: 'Sent',
      value: row => formatZoned(row.atMs, 'dateMinutes'),
      width: 170,
      minWidth: 170,
    }),
    sortValue: row => row.atMs,
  },
  textColumn<OrderQuality>({
    id: 'structure',
    header: 'Structure',
    value: row => row.structure,
    flex: 1,
    minWidth: 120,
  }),
  textColumn<OrderQuality>({ id: 'side', header: 'Side', value: row => row.side, width: 60, minWidth: 60 }),
  figure('firstQuoteSeconds', 'First quote, s', 1),
  figure('halfSpread', 'Half-spread', 2),
  figure('cost', 'Cost', 2),
  figure('costVol', 'Cost, vol', 2),
  pnlColumn({ id: 'total', header: 'Trading P&L', value: row => edge(row.costTotal), width: 110, minWidth: 110 }),
  figure('slippage', 'Slippage', 2),
  figure('cover', 'Cover', 2),
  figure('improvement', 'By waiting', 2),
  ...afterMinutes.map((minutes, index) =>
    numberColumn<OrderQuality>({
      id: `after${minutes}`,
      header: `After ${minutes} min`,
      value: row => row.after[index],
      width: 92,
      minWidth: 92,
      places: 2,
    }),
  ),
]

const allOf = (columns: readonly { readonly id: string }[]): ColumnSet => ({
  ids: [...new Set(columns.map(({ id }) => id))],
  isFitted: false,
})

/** `first` are those read first, most important first. */
export const columnSets = {
  first: {
    groups: { ids: ['count', 'cost', 'traded', 'quoted', 'slippage', 'total', 'plot', 'spread'], isFitted: true },
    behind: { ids: ['at', 'structure', 'side', 'total', 'cost', 'slippage', 'halfSpread'], isFitted: true },
  },
  all: { groups: allOf([...rfqColumns, ...orderColumns]), behind: allOf(behindColumns) },
} as const
