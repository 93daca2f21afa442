/**
 * The header's figures in their order on the screen: names, unit, place and view. A new figure is an entry here and its
 * explanation (`explain-money.ts`, `explain-greeks.ts`).
 */
import { type ComponentType, memo } from 'react'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { Total } from '../../../../core/account/totals.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { Amount, Pnl } from '../../../ui/format/figures.tsx'
import { formatPnl } from '../../../ui/format/format-decimal.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { type GreekFigure, greekView } from './greek-view.tsx'
import { dayUnit, equityNames } from './header-choices.ts'
import {
  type FigureText,
  type FigureView,
  type HeaderData,
  HeaderStat,
  type LiveStatProps,
  unknownOf,
} from './header-stat.tsx'

type View = (data: HeaderData, choices: AccountChoices) => FigureView

export interface Figure extends FigureText {
  /** Name in commands and explanations, if it is not the label. */
  readonly name?: string
  /** `line`: at the top of the screen. `notes`: beside the balances. */
  readonly place: 'line' | 'notes'
  /** Width of its column in the line: fixed shares, so that changing figures do not move their neighbours. */
  readonly width?: string
  /** Modelled from quotes or history: drawn slightly later than the venue's own figures. */
  readonly isLater?: boolean
  readonly view: View
  /** Draws the figure instead of `view`, if it reads history of its own. */
  readonly Live?: ComponentType<LiveStatProps>
}

const line = { unit: 'USD', place: 'line' } as const
const notes = { unit: 'USD', place: 'notes' } as const

const greek = (which: GreekFigure) => ({ ...line, isLater: true, view: (data: HeaderData) => greekView(data, which) })

const balance = (id: BalanceFigure) => ({ ...notes, view: (data: HeaderData) => balanceView(data, id) })

/**
 * These need this browser's database, so their code, with trades and explanations, loads after the tables; until then
 * they show as unknown and can be pressed.
 */
const history = (load: () => Promise<ComponentType<LiveStatProps>>, view: View) => ({
  ...line,
  view,
  Live: memo(
    lazyComponent(load, props => <HeaderStat {...props} view={view(props.data, props.choices)} />, { isLater: true }),
  ),
})

const unread = { value: <Pnl value={undefined} /> }

export const figures = {
  equity: { label: 'Equity', testId: 'total-equity', ...line, width: 'minmax(190px, 1.3fr)', view: equityView },
  day: {
    label: 'Day change',
    testId: 'day-change',
    width: 'minmax(290px, 2.3fr)',
    isLater: true,
    ...history(
      async () => (await import('./history-stats.tsx')).DayStat,
      ({ totals }, { equity, dayStart }) => ({ ...unread, about: dayUnit(dayStart), gap: totals.equity[equity].gap }),
    ),
  },
  upnl: { label: 'uPnL', testId: 'total-upnl', ...line, width: 'minmax(0, 1fr)', view: upnlView },
  realised: {
    label: 'Realised',
    testId: 'total-realised',
    width: 'minmax(0, 1fr)',
    ...history(
      async () => (await import('./history-stats.tsx')).RealisedStat,
      ({ gap }) => ({ ...unread, about: ', before fees', gap }),
    ),
  },
  delta: { label: 'Net delta', testId: 'net-delta', ...greek('delta'), width: 'minmax(0, 1.15fr)' },
  gamma: { name: 'Net gamma', label: 'Gamma', testId: 'net-gamma', ...greek('gamma'), unit: 'USD / 1 %' },
  vega: { name: 'Net vega', label: 'Vega', testId: 'net-vega', ...greek('vega'), unit: 'USD / point' },
  theta: { name: 'Net theta', label: 'Theta', testId: 'net-theta', ...greek('theta'), unit: 'USD / day' },
  cash: { label: 'Cash', testId: 'total-cash', ...balance('cash') },
  reserved: { label: 'Reserved', testId: 'total-reserved', ...balance('reserved') },
  available: { label: 'Available', testId: 'total-available', ...balance('available') },
  coins: { name: 'Coins available', label: 'Coins', testId: 'total-coins', ...balance('coins') },
} as const satisfies Readonly<Record<string, Figure>>

export type FigureId = keyof typeof figures
export const figureIds = Object.keys(figures) as readonly FigureId[]

export const figureOf = (id: FigureId): Figure => figures[id]

export const nameOf = (id: FigureId): string => figureOf(id).name ?? figures[id].label

const leftOutHint = ({ leftOut }: Total) =>
  leftOut.length > 0 ? <span className="warning">without {leftOut.join(', ')}</span> : null

const amountOf = (total: Total) => ({
  value: <Amount value={total.value} places={2} />,
  ...unknownOf(total, known => formatAmount(known, { places: 2 })),
})

function equityView({ totals }: HeaderData, { equity }: AccountChoices): FigureView {
  const total = totals.equity[equity]
  return { ...amountOf(total), hint: leftOutHint(total), title: `Equity is ${equityNames[equity]}` }
}

function upnlView({ totals: { upnl, ourUpnl, differing } }: HeaderData): FigureView {
  const unsure =
    ourUpnl.leftOut.length > 0 ? (
      <span className="warning">not recalculated: {ourUpnl.leftOut.join(', ')}</span>
    ) : differing.length === 0 ? null : (
      <>
        <Badge tone="warning" testId="upnl-differs">
          {differing.length === 1 ? '1 row differs' : `${differing.length} rows differ`}
        </Badge>{' '}
        <Pnl value={ourUpnl.value} />
      </>
    )
  return {
    value: <Pnl value={upnl.value} />,
    ...unknownOf(upnl, known => formatPnl(known, { places: 2 })),
    hint: leftOutHint(upnl) ?? unsure,
  }
}

export type BalanceFigure = 'cash' | 'reserved' | 'available' | 'coins'

function balanceView({ totals }: HeaderData, id: BalanceFigure): FigureView {
  const total = totals[id]
  const amount = amountOf(total)
  return {
    ...amount,
    about: id === 'reserved' || id === 'available' ? ` ${totals.marginAssets.join(' + ')}` : '',
    value: (
      <>
        {amount.value}
        {total.leftOut.length > 0 && <span className="warning"> without {total.leftOut.length}</span>}
      </>
    ),
  }
}
