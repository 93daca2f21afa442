/** The figures of the header, by the names that commands and explanations use. */
import type { GreekFigure } from './net-greek.ts'

export type FigureId = 'equity' | 'upnl' | 'day' | 'realised' | GreekFigure | 'cash' | 'reserved' | 'available' | 'coins'

export const figureNames: Readonly<Record<FigureId, string>> = {
  equity: 'Equity',
  upnl: 'uPnL',
  day: 'Day change',
  realised: 'Realised',
  delta: 'Net delta',
  gamma: 'Net gamma',
  vega: 'Net vega',
  theta: 'Net theta',
  cash: 'Cash',
  reserved: 'Reserved',
  available: 'Available',
  coins: 'Coins available',
}

export const figureIds = Object.keys(figureNames) as readonly FigureId[]
