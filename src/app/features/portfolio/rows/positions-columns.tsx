import { serverNowMs } from '../../../api/venue/clock.ts'
import { sheetNumber } from '../../../../core/domain/csv.ts'
import { dec, type Decimal, formatDecimal, sign, toNumber, visibleStep } from '../../../../core/domain/decimal.ts'
import type { Product } from '../../../../core/domain/instrument.ts'
import type { Greeks, UnpricedReason } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { formatNumber, formatPercent, formatPnl } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import type { Column, ColumnOptions } from '../../../ui/grid/column.ts'
import {
  ageColumn,
  decimalColumn,
  numberColumn,
  percentColumn,
  pnlColumn,
  quantityColumn,
  textColumn,
  timeSheet,
} from '../../../ui/grid/columns.ts'
import { actionsColumn } from '../../../ui/grid/component-columns.tsx'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import { breakEvens, evenText } from './break-evens.ts'
import type { PositionsRow } from './positions-row.ts'
import { growing } from './positions-widths.tsx'

const productLabels: Readonly<Record<Product, string>> = {
  option: 'Option',
  perpetual: 'Perpetual',
  future: 'Future',
  spot: 'Spot',
  index: 'Index',
}
const sideLabels = { buy: 'long', sell: 'short' } as const

const unpricedLabels: Readonly<Record<UnpricedReason, string>> = {
  no_rule: 'its value at another price is unknown',
  unreadable: 'its name cannot be read',
  expired: 'it has expired',
  no_market: 'its base has no quotes yet',
  pending: 'the quotes of its base are being read',
  not_listed: 'the venue lists no option of its expiry',
  no_forward: 'there is no price of its underlying',
  no_volatility: 'neither it nor its neighbours are quoted',
  not_stored: 'its volatility was not stored for this minute',
}

const checkTip = ({ figures, legs }: PositionsRow): string | undefined => {
  const { upnl, ourUpnl, differs, quote = '' } = figures
  if (upnl !== undefined && ourUpnl === undefined && legs.length === 1)
    return 'Not computed here: its valuation rule is unknown.'
  if (upnl === undefined || ourUpnl === undefined) return undefined
  const [only, ...more] = legs
  const formula =
    only !== undefined && more.length === 0 && only.isWhole
      ? `(mark ${formatDecimal(only.position.mark)} − entry ${formatDecimal(only.position.entry)}) × ${formatSize(only.position.size)} = `
      : 'the sum of (mark − entry) × size is '
  const calculated = `${formula}${formatPnl(ourUpnl)} ${quote}`
  return differs
    ? `The venue says ${formatPnl(upnl)}. Calculated here: ${calculated}. They differ by more than a price step on the whole size.`
    : `Calculated here: ${calculated}; it agrees with the venue’s figure.`
}

function greekTip({ legs, coverage }: PositionsRow): string | undefined {
  const [only, ...more] = legs
  if (only === undefined) return undefined
  if (more.length > 0) return `${coverage.priced} of ${coverage.of} legs priced`
  const { unit } = only.position
  if (unit === undefined) return 'no quotes yet'
  if (!unit.isPriced) return `not priced: ${unpricedLabels[unit.why]}`
  if (unit.inputs === undefined) return 'linear: one coin a unit'
  const { forward, volatility, source } = unit.inputs
  return `Black-76 on the forward ${formatNumber(forward)} at ${formatPercent(volatility)} volatility, from ${source === 'surface' ? 'the surface' : `its ${source}`}`
}

type Plain = ColumnOptions<PositionsRow>

const twoPlaces = dec('0.01')

/** One digit finer than the instrument's price step, at least two decimals. More for values that would read as zero. */
const stepOf = (value: Decimal | undefined, shownStep: Decimal = twoPlaces): Decimal =>
  value === undefined ? shownStep : visibleStep(shownStep, value)

/** Leaves cells of bases and expiries empty; a missing value would be a dash. */
const ofLegs = (column: Column<PositionsRow>): Column<PositionsRow> => ({
  ...column,
  text: row => (row.kind === 'leg' || row.kind === 'structure' || row.kind === 'step' ? column.text(row) : ''),
})
const ofOneLeg = (column: Column<PositionsRow>): Column<PositionsRow> => ({
  ...column,
  text: row => (row.kind === 'leg' ? column.text(row) : ''),
})

/** Coins of delta per 1 % of each forward; linear legs have none. */
function gammaOfPercent({ figures, legs }: PositionsRow): number | undefined {
  if (figures.greeks === undefined) return undefined
  return legs.reduce((total, { position: { unit }, size }) => {
    if (unit === undefined || !unit.isPriced || unit.inputs === undefined) return total
    return total + (unit.greeks.gamma * toNumber(size) * unit.inputs.forward) / 100
  }, 0)
}

const greek =
  (name: keyof Greeks) =>
  (row: PositionsRow): number | undefined =>
    row.figures.greeks?.[name]

const greekColumn = (
  value: (row: PositionsRow) => number | undefined,
  places: number,
  about: Plain,
): Column<PositionsRow> => ({
  ...numberColumn<PositionsRow>({
    ...about,
    value,
    places,
    sign: 'always',
    amount: true,
    tip: greekTip,
    tone: row => (row.coverage.priced < row.coverage.of && row.coverage.priced > 0 ? 'warning' : undefined),
  }),
})

const about = (nowMs: () => number): readonly Column<PositionsRow>[] => [
  textColumn({
    id: 'product',
    header: 'Product',
    value: ({ figures }) => (figures.product === undefined ? undefined : productLabels[figures.product]),
    width: 78,
    hide: true,
    tone: () => 'muted',
  }),
  {
    ...textColumn<PositionsRow>({
      id: 'left',
      header: 'Expires in',
      align: 'right',
      width: 74,
      value: ({ figures }) => (figures.expiryMs === undefined ? undefined : formatDaysLeft(figures.expiryMs - nowMs())),
      tip: ({ figures }) => (figures.expiryMs === undefined ? undefined : formatZoned(figures.expiryMs)),
      tone: () => 'muted',
    }),
    sortValue: ({ figures }) => figures.expiryMs,
    sheet: timeSheet('Expiry', ({ figures }) => figures.expiryMs),
    ticking: true,
  },
]

const held: readonly Column<PositionsRow>[] = [
  ofLegs(
    quantityColumn({
      id: 'size',
      header: 'Size',
      title: 'Negative when short; of a structure the number of packages',
      value: ({ figures }) => figures.size,
      step: () => twoPlaces,
      width: 62,
    }),
  ),
  ofOneLeg(
    textColumn({
      id: 'side',
      header: 'Side',
      value: ({ figures }) => (figures.side === undefined ? undefined : sideLabels[figures.side]),
      width: 54,
      tone: ({ figures }) => figures.side,
    }),
  ),
]

const priceTip = (value: Decimal | undefined, { kind, figures }: PositionsRow): string | undefined =>
  value === undefined
    ? undefined
    : `${value} ${figures.quote ?? ''}${kind === 'structure' ? ' a package, above zero paid' : ''}`

const prices: readonly Column<PositionsRow>[] = [
  ofLegs(
    decimalColumn({
      id: 'entry',
      header: 'Entry',
      title: 'Average entry price, as the venue says; of a structure net, a package: above zero paid, below received',
      value: ({ figures }) => figures.entry,
      step: ({ figures }) => stepOf(figures.entry, figures.shownStep),
      width: 80,
      tip: row => priceTip(row.figures.entry, row),
    }),
  ),
  ofLegs(
    decimalColumn({
      id: 'mark',
      header: 'Mark',
      title: 'Mark price of the venue; of a structure net, a package',
      value: ({ figures }) => figures.mark,
      step: ({ figures }) => stepOf(figures.mark, figures.shownStep),
      width: 80,
      flashStep: ({ kind, legs }) => (kind === 'leg' || kind === 'structure' ? legs[0]?.position.priceStep : undefined),
      tip: row => priceTip(row.figures.mark, row),
    }),
  ),
]

const moneyTip = (value: Decimal | undefined, { figures, legs }: PositionsRow): string | undefined =>
  value === undefined
    ? legs.length > 1
      ? 'no sum: several currencies, or a row that lacks it'
      : undefined
    : `${value} ${figures.quote ?? ''}`

const upnlColumn: Column<PositionsRow> = pnlColumn({
  id: 'upnl',
  header: 'uPnL',
  title: 'Unrealised profit and loss, as the venue says, before fees; of a group the sum of its rows',
  value: ({ figures }) => figures.upnl,
  asset: ({ figures }) => figures.quote,
  width: 88,
  tip: row => moneyTip(row.figures.upnl, row),
})

const money: readonly Column<PositionsRow>[] = [
  upnlColumn,
  percentColumn({
    id: 'upnl-percent',
    header: '% of entry',
    title: 'uPnL over the absolute value at entry, |entry × size|; of a group over the sum of its rows’',
    value: ({ figures }) => figures.upnlFraction,
    pnl: true,
    places: 2,
    width: 78,
  }),
]

const greeks: readonly Column<PositionsRow>[] = [
  greekColumn(greek('delta'), 3, {
    id: 'delta',
    header: 'Delta',
    title: deltaTitle,
    width: 60,
  }),
  greekColumn(gammaOfPercent, 4, {
    id: 'gamma',
    header: 'Γ 1 %',
    title: 'Gamma: coins of delta for a move of one percent of the forward',
    width: 66,
  }),
  greekColumn(greek('vegaPerVolPoint'), 1, { id: 'vega', header: 'Vega', title: 'USD a volatility point', width: 58 }),
  greekColumn(greek('thetaPerDay'), 1, { id: 'theta', header: 'Theta', title: 'USD a day', width: 58 }),
  greekColumn(greek('vannaPerVolPoint'), 4, {
    id: 'vanna',
    header: 'Vanna',
    title: 'Coins of delta a volatility point',
    width: 62,
  }),
  greekColumn(greek('volgaPerVolPoint'), 2, {
    id: 'volga',
    header: 'Volga',
    title: 'USD of vega a volatility point',
    width: 62,
  }),
  greekColumn(greek('charmPerDay'), 4, { id: 'charm', header: 'Charm', title: 'Coins of delta a day', width: 62 }),
]

const rest: readonly Column<PositionsRow>[] = [
  {
    ...ofLegs(
      textColumn<PositionsRow>({
        id: 'break-even',
        header: 'Break-even',
        title: 'Price at expiry at which the position breaks even, from its average entry; before fees',
        value: evenText,
        align: 'right',
        width: 130,
        tip: ({ kind, legs }) =>
          kind !== 'leg' && kind !== 'structure'
            ? undefined
            : legs.length > 1
              ? 'exact, at the expiry of its options; none for legs with several expiries'
              : undefined,
      }),
    ),
    sortValue: row => breakEvens(row)?.[0],
    sheet: {
      heads: ['Break-even'],
      cells: row => [(breakEvens(row) ?? []).flatMap(price => sheetNumber(price) ?? []).join('; ')],
    },
  },
  decimalColumn({
    id: 'value',
    header: 'Value',
    title:
      'What it adds to equity: of an option mark × size, negative for a short; of a perpetual or a future its uPnL',
    value: ({ figures }) => figures.value,
    places: 2,
    amount: true,
    width: 76,
    tip: row => moneyTip(row.figures.value, row),
  }),
  decimalColumn({
    id: 'margin',
    header: 'Margin value',
    title: 'As the venue says, where it does',
    value: ({ figures }) => figures.marginValue,
    places: 2,
    amount: true,
    width: 88,
    tip: row => moneyTip(row.figures.marginValue, row),
  }),
]

const check: readonly Column<PositionsRow>[] = [
  textColumn({
    id: 'check',
    header: 'Check',
    title: 'The venue’s uPnL against ours: (mark − entry) × size',
    value: ({ figures }) =>
      figures.ourUpnl === undefined ? undefined : figures.differs ? `≠ ${formatPnl(figures.ourUpnl)}` : '✓',
    width: 72,
    align: 'right',
    tone: ({ figures }) => (figures.differs ? 'warning' : 'muted'),
    tip: checkTip,
  }),
  ageColumn({
    id: 'age',
    header: 'Updated',
    title: 'Since the venue last updated the position; the mark itself is as old as the last poll',
    value: ({ figures }) => serverNowMs() - figures.markMs,
    width: 70,
  }),
]

export interface PositionsActions {
  readonly toggle: (row: PositionsRow) => void
  readonly close: (row: PositionsRow) => void
  /** Server time of the rows, if not the present. */
  readonly nowMs?: (() => number) | undefined
  readonly isUltrawide: boolean
}

const nameColumn = (isTree: boolean, { toggle, isUltrawide }: PositionsActions): Column<PositionsRow> => {
  const width = isTree ? (isUltrawide ? 300 : 252) : isUltrawide ? 240 : 190
  const column = textColumn<PositionsRow>({
    id: 'instrument',
    header: 'Instrument',
    value: row => row.label,
    width,
    minWidth: 120,
    // Takes the room that the figures leave.
    flex: width,
    pinned: 'left',
    tone: row => ((row.kind === 'leg' && isTree) || row.kind === 'step' || row.isGuess === true ? undefined : 'strong'),
    tip: row => row.tip,
  })
  if (!isTree) return column
  return {
    ...column,
    value: row => `${row.label} ${row.note ?? ''} ${row.isOpen ?? ''}`,
    sortable: false,
    sheet: {
      heads: ['Instrument', 'symbol'],
      cells: ({ label, legs }) => [label, legs.map(leg => leg.position.symbol).join('/')],
    },
    tree: { depth: row => row.depth, isOpen: row => row.isOpen, toggle, note: row => row.note },
  }
}

const canClose = (row: PositionsRow): boolean => row.legs.every(leg => leg.position.tradeable)

function closeName({ label, legs }: PositionsRow): string {
  const [only, ...more] = legs
  if (only === undefined || more.length > 0) return `Close ${label}`
  return `${sign(only.size) > 0 ? 'Sell' : 'Buy'} to close ${label}`
}

const ofNow = new Set(['age', 'actions'])

export const pastColumns = (
  isTree: boolean,
  actions: Omit<PositionsActions, 'close'>,
): readonly Column<PositionsRow>[] =>
  positionsColumns(isTree, { ...actions, close: () => undefined }).filter(column => !ofNow.has(column.id))

export const positionsColumns = (isTree: boolean, actions: PositionsActions): readonly Column<PositionsRow>[] => [
  nameColumn(isTree, actions),
  ...[...held, ...prices, ...money, ...greeks, ...rest, ...about(actions.nowMs ?? serverNowMs), ...check].map(growing),
  actionsColumn({
    id: 'actions',
    actions: [
      {
        id: 'close',
        label: 'Close',
        name: closeName,
        run: actions.close,
        enabled: canClose,
        shown: row => row.kind === 'leg' || row.kind === 'structure',
      },
    ],
    width: 58,
  }),
]
