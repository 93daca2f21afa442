/**
 * The header's figures in their order on the screen: names, unit, place and view. A new figure is an entry here and its
 * explanation (`explain-money.ts`, `explain-greeks.ts`).
 */
import { type ComponentType, memo } from 'react'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { type GreekFigure, greekView } from './greek-view.tsx'
import { dayUnit } from './header-choices.ts'
import { type FigureText, type FigureView, type HeaderData, HeaderStat, type LiveStatProps } from './header-stat.tsx'
import { type BalanceFigure, balanceView, equityView, upnlView } from './money-views.tsx'

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
