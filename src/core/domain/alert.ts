/**
 * An alert reports when a figure crosses a level, and again only after it returned by a margin. A figure that starts
 * beyond its level has not crossed it.
 */
import { abs, add, dec, type Decimal, gte, lte, max, mul, sub } from './decimal.ts'
import type { EquityDefinition } from './equity.ts'
import type { DayStart } from './thinning.ts'

/**
 * `day`: change of equity since the day's start. `margin`: used margin, percent of the cash that covers it. `strike`:
 * distance of the underlying to the nearest strike of an option position. Of a structure: `most` is the profit in
 * percent of its maximum, `loss` the loss as a multiple of the premium received, `left` the days to its first expiry,
 * `net` its net mid. `off`: distance of a quote's volatility from the surface. `rank`: position of a base's 30-day
 * at-the-money volatility between its low and high of a year.
 */
export const alertKinds = [
  'price',
  'iv',
  'upnl',
  'equity',
  'day',
  'margin',
  'delta',
  'vega',
  'strike',
  'most',
  'loss',
  'left',
  'net',
  'off',
  'rank',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Kind of subject. `equity`: a definition of equity. `day`: a definition and the day's start. */
export const subjectNames = {
  price: 'instrument',
  iv: 'option',
  upnl: 'account',
  equity: 'equity',
  day: 'day',
  margin: 'whole',
  delta: 'base',
  vega: 'account',
  strike: 'account',
  most: 'legs',
  loss: 'legs',
  left: 'legs',
  net: 'legs',
  off: 'option',
  rank: 'base',
} as const satisfies Readonly<Record<AlertKind, string>>

export interface Alert {
  readonly id: string
  readonly kind: AlertKind
  /**
   * Symbol, legs (`A@1/B@-1`, short negative), base, `wholeAccount`, or equity with or without a start (`value@08:00`).
   */
  readonly subject: string
  readonly direction: 'above' | 'below'
  /** In the quote asset, USD, coins, USD per volatility point, percent, days or volatility points, by kind. */
  readonly level: Decimal
  /** True if the next crossing is reported. Absent until the figure was first observed. */
  readonly isArmed?: boolean | undefined
  readonly reportedMs?: number | undefined
  /** Venue time of setting. Absent in alerts of earlier versions and of the recorder's file. */
  readonly setMs?: number | undefined
}

export const wholeAccount = '*'

/** Re-arming distance: `part` of the level, at least `least`. */
const margins: Readonly<Record<AlertKind, { readonly part: Decimal; readonly least: Decimal }>> = {
  price: { part: dec('0.001'), least: dec('0') },
  iv: { part: dec('0.01'), least: dec('0.2') },
  upnl: { part: dec('0.01'), least: dec('1') },
  equity: { part: dec('0.001'), least: dec('1') },
  day: { part: dec('0.01'), least: dec('1') },
  margin: { part: dec('0.01'), least: dec('0.5') },
  delta: { part: dec('0.01'), least: dec('0.01') },
  vega: { part: dec('0.01'), least: dec('0.01') },
  strike: { part: dec('0.02'), least: dec('0.1') },
  most: { part: dec('0.01'), least: dec('1') },
  loss: { part: dec('0.02'), least: dec('0.05') },
  left: { part: dec('0'), least: dec('0.1') },
  net: { part: dec('0.01'), least: dec('0.01') },
  off: { part: dec('0.05'), least: dec('0.2') },
  rank: { part: dec('0.02'), least: dec('1') },
}

export const marginOf = ({ kind, level }: Pick<Alert, 'kind' | 'level'>): Decimal =>
  max(mul(abs(level), margins[kind].part), margins[kind].least)

export function isBeyond({ direction, level }: Pick<Alert, 'direction' | 'level'>, value: Decimal): boolean {
  return direction === 'above' ? gte(value, level) : lte(value, level)
}

export const daySubject = (equity: EquityDefinition, start: DayStart): string => `${equity}@${start}`

export function parseDaySubject(subject: string): { readonly equity: string; readonly dayStart: string } {
  const [equity = '', dayStart = ''] = subject.split('@')
  return { equity, dayStart }
}

function isBack(alert: Alert, value: Decimal): boolean {
  const margin = marginOf(alert)
  const { direction, level } = alert
  return direction === 'above' ? lte(value, sub(level, margin)) : gte(value, add(level, margin))
}

/** Returns the same object if unchanged. `isReported` is true if the value crosses the level. */
export function stepAlert(
  alert: Alert,
  value: Decimal,
  nowMs: number,
): { readonly next: Alert; readonly isReported: boolean } {
  const beyond = isBeyond(alert, value)
  if (alert.isArmed === undefined) return { next: { ...alert, isArmed: !beyond }, isReported: false }
  if (alert.isArmed && beyond) return { next: { ...alert, isArmed: false, reportedMs: nowMs }, isReported: true }
  if (!alert.isArmed && !beyond && isBack(alert, value)) return { next: { ...alert, isArmed: true }, isReported: false }
  return { next: alert, isReported: false }
}

export interface AlertCrossing {
  readonly alert: Alert
  readonly value: Decimal
}

/** Undefined if the figure is unknown; the alert is then paused. */
export type ValueOf = (alert: Alert) => Decimal | undefined

export function stepAlerts(
  list: readonly Alert[],
  valueOf: ValueOf,
  nowMs: number,
): { readonly next: readonly Alert[]; crossed: AlertCrossing[] } {
  const crossed: AlertCrossing[] = []
  const next = list.map(alert => {
    const value = valueOf(alert)
    if (value === undefined) return alert
    const stepped = stepAlert(alert, value, nowMs)
    if (stepped.isReported) crossed.push({ alert: stepped.next, value })
    return stepped.next
  })
  return { next, crossed }
}

export const isSameAlerts = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.every((each, index) => each === b[index])
