/** An alert in words. */
import { type Decimal, places, roundTo } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { type Alert, type AlertKind, parseDaySubject, wholeAccount } from '../../domain/alert.ts'
import { formatAmount } from '../../ui/format/amounts.ts'
import { formatDecimal } from '../../ui/format/format-decimal.ts'
import { stripHostile } from '../../domain/safe-text.ts'
import type { Subject } from './figures.ts'

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
}

/** What equity of an alert is, where it is not the usual one. */
const equityWords: Readonly<Record<string, string>> = { upnl: ' (cash + Σ uPnL)', venue: ' (USD-REFERENCE)' }

/** "BTC PERP", "uPnL of the account", "Delta of BTC". */
export function subjectWords({ kind, subject }: Subject): string {
  const of = subject === wholeAccount ? 'the account' : stripHostile(subject, 20)
  switch (kind) {
    case 'price':
      return stripHostile(shortName(subject), 60)
    case 'iv':
      return `IV of ${stripHostile(shortName(subject), 60)}`
    case 'equity':
      return `Equity${equityWords[subject] ?? ''}`
    case 'day':
      return `Day P&L since ${parseDaySubject(subject).dayStart}${equityWords[parseDaySubject(subject).equity] ?? ''}`
    case 'margin':
      return 'Margin used'
    case 'strike':
      return subject === wholeAccount ? 'Distance to the nearest strike' : `Distance to the nearest ${of} strike`
    default:
      return `${kindNames[kind]} of ${of}`
  }
}

/** Prices and percentages are told as they are; money and sizes are amounts. */
export function figureWords({ kind, subject }: Subject, exact: Decimal): string {
  const value = kind === 'price' ? exact : roundedTo(exact, kind === 'delta' ? 4 : 2)
  switch (kind) {
    case 'price':
      return formatDecimal(value)
    case 'iv':
    case 'margin':
    case 'strike':
      return `${formatDecimal(value)} %`
    case 'delta':
      return `${formatAmount(value, { sign: 'always' })} ${stripHostile(subject, 20)}`
    case 'vega':
      return `${formatAmount(value, { sign: 'always' })} USD a point`
    case 'equity':
      return `${formatAmount(value)} USD`
    default:
      return `${formatAmount(value, { sign: 'always' })} USD`
  }
}

/** As written where it is no finer. */
const roundedTo = (value: Decimal, most: number): Decimal => (places(value) > most ? roundTo(value, most) : value)

/** What stands after the level that is typed. */
export const unitOf = ({ kind, subject }: Subject): string => {
  if (kind === 'price') return ''
  if (kind === 'iv' || kind === 'margin' || kind === 'strike') return '%'
  return kind === 'delta' ? stripHostile(subject, 20) : kind === 'vega' ? 'USD a point' : 'USD'
}

/** "BTC PERP above 105,000". */
export const alertText = (alert: Alert): string => `${subjectWords(alert)} ${alert.direction} ${figureWords(alert, alert.level)}`
