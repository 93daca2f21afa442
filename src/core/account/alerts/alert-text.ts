import { type Alert, type AlertKind, parseDaySubject, wholeAccount } from '../../domain/alert.ts'
import { type Decimal, formatDecimal, places, roundTo } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { stripHostile } from '../../domain/safe-text.ts'
import type { FigureText } from './figure-text.ts'
import type { Figure, Subject } from './figures.ts'
import { alertLegs } from './structure-figures.ts'

export const kindNames: Readonly<Record<AlertKind, string>> = {
  price: 'Price',
  iv: 'Implied volatility',
  upnl: 'uPnL',
  equity: 'Equity',
  day: 'Day P&L',
  margin: 'Margin used',
  delta: 'Delta',
  vega: 'Vega',
  strike: 'Distance to strike',
  most: 'Profit of the most',
  loss: 'Loss of the credit',
  left: 'Days left',
  net: 'Net mid',
  off: 'Off the surface',
  rank: 'Volatility rank',
}

const equityLabels: Readonly<Record<string, string>> = { upnl: ' (cash + Σ uPnL)', venue: ' (USD-REFERENCE)' }

/** "+1 BTC 25DEC26 100000 C, −1 BTC 25DEC26 110000 C". */
const legsText = (subject: string): string =>
  stripHostile(
    alertLegs(subject)
      .map(({ symbol, ratio }) => `${ratio < 0 ? '−' : '+'}${Math.abs(ratio)} ${shortName(symbol)}`)
      .join(', '),
    200,
  )

export function subjectText({ kind, subject }: Subject): string {
  const of = subject === wholeAccount ? 'the account' : stripHostile(subject, 20)
  switch (kind) {
    case 'price':
      return stripHostile(shortName(subject), 60)
    case 'iv':
      return `IV of ${stripHostile(shortName(subject), 60)}`
    case 'equity':
      return `Equity${equityLabels[subject] ?? ''}`
    case 'day':
      return `Day P&L since ${parseDaySubject(subject).dayStart}${equityLabels[parseDaySubject(subject).equity] ?? ''}`
    case 'margin':
      return 'Margin used'
    case 'strike':
      return subject === wholeAccount ? 'Distance to the nearest strike' : `Distance to the nearest ${of} strike`
    case 'off':
      return `IV off the surface of ${stripHostile(shortName(subject), 60)}`
    case 'most':
    case 'loss':
    case 'left':
    case 'net':
      return `${kindNames[kind]} of ${legsText(subject)}`
    default:
      return `${kindNames[kind]} of ${of}`
  }
}

/** Prices and percentages are shown exactly; money and sizes are rounded and may be masked. */
export function figureText({ kind, subject }: Subject, exact: Decimal, text: FigureText): string {
  const value = kind === 'price' || kind === 'net' ? exact : roundedTo(exact, kind === 'delta' ? 4 : 2)
  switch (kind) {
    case 'price':
      return formatDecimal(value)
    case 'iv':
    case 'margin':
    case 'strike':
    case 'most':
    case 'rank':
      return `${formatDecimal(value)} %`
    case 'loss':
      return `${formatDecimal(value)} × credit`
    case 'left':
      return `${formatDecimal(value)} days`
    case 'off':
      return `${formatDecimal(value)} points`
    case 'net':
      return formatDecimal(value)
    case 'delta':
      return `${text.amount(value, { sign: 'always' })} ${stripHostile(subject, 20)}`
    case 'vega':
      return `${text.amount(value, { sign: 'always' })} USD a point`
    case 'equity':
      return `${text.amount(value)} USD`
    default:
      return `${text.amount(value, { sign: 'always' })} USD`
  }
}

const roundedTo = (value: Decimal, most: number): Decimal => (places(value) > most ? roundTo(value, most) : value)

/** Unit shown after the input of the level. */
export const unitOf = ({ kind, subject }: Subject): string => {
  if (kind === 'price' || kind === 'net') return ''
  if (kind === 'loss') return '× credit'
  if (kind === 'left') return 'days'
  if (kind === 'off') return 'points'
  if (kind === 'most' || kind === 'rank' || kind === 'iv' || kind === 'margin' || kind === 'strike') return '%'
  return kind === 'delta' ? stripHostile(subject, 20) : kind === 'vega' ? 'USD a point' : 'USD'
}

/** "BTC PERP above 105,000". */
export const alertText = (alert: Alert, text: FigureText): string =>
  `${subjectText(alert)} ${alert.direction} ${figureText(alert, alert.level, text)}`

export function stateText(alert: Alert, figure: Figure, text: FigureText): string {
  const { isArmed, reportedMs, direction } = alert
  if ('why' in figure) return `Paused: ${figure.why}`
  const now = ` · now ${figureText(alert, figure.value, text)}`
  if (reportedMs !== undefined) return `Triggered ${text.at(reportedMs)}${isArmed === true ? ', re-armed' : ''}${now}`
  if (isArmed === undefined) return `Being armed${now}`
  if (isArmed) return `Armed${now}`
  return `Already ${direction} the level; arms when it ${direction === 'above' ? 'falls' : 'rises'} back${now}`
}
