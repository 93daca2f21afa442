/** Header figures: names and units, shared by header, explanations and commands. */
import type { MissingInput } from '../../../../core/account/gap.ts'
import type { NetGreeks } from '../../../../core/pricing/portfolio/net-greeks.ts'

export const figures = {
  equity: { name: 'Equity', label: 'Equity', unit: 'USD', testId: 'total-equity' },
  upnl: { name: 'uPnL', label: 'uPnL', unit: 'USD', testId: 'total-upnl' },
  day: { name: 'Day change', label: 'Day change', unit: 'USD', testId: 'day-change' },
  realised: { name: 'Realised', label: 'Realised', unit: 'USD', testId: 'total-realised' },
  delta: { name: 'Net delta', label: 'Net delta', unit: 'USD', testId: 'net-delta' },
  gamma: { name: 'Net gamma', label: 'Gamma', unit: 'USD per 1 %', testId: 'net-gamma' },
  vega: { name: 'Net vega', label: 'Vega', unit: 'USD per point', testId: 'net-vega' },
  theta: { name: 'Net theta', label: 'Theta', unit: 'USD per day', testId: 'net-theta' },
  cash: { name: 'Cash', label: 'Cash', unit: 'USD', testId: 'total-cash' },
  reserved: { name: 'Reserved', label: 'Reserved', unit: 'USD', testId: 'total-reserved' },
  available: { name: 'Available', label: 'Available', unit: 'USD', testId: 'total-available' },
  coins: { name: 'Coins available', label: 'Coins', unit: 'USD', testId: 'total-coins' },
} as const

export type FigureId = keyof typeof figures
export const figureIds = Object.keys(figures) as readonly FigureId[]

export const greekFigures = ['delta', 'gamma', 'vega', 'theta'] as const
export type GreekFigure = (typeof greekFigures)[number]
export const balanceFigures = ['cash', 'reserved', 'available', 'coins'] as const
export type BalanceFigure = (typeof balanceFigures)[number]

/** Common props of header figures. `explain` is stable; undefined if the figure is not explained, as in the past. */
export interface StatProps {
  readonly stale: boolean
  readonly explain: ((id: FigureId) => void) | undefined
}
export interface GapProps extends StatProps {
  readonly gap?: MissingInput | undefined
}

export function netOf(net: NetGreeks, which: GreekFigure): number | undefined {
  if (which === 'delta') return net.deltaUsd
  if (which === 'gamma') return net.gammaUsd
  return which === 'vega' ? net.vegaPerVolPoint : net.thetaPerDay
}
