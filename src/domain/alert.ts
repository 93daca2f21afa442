/**
 * An alert for a figure that crosses a level: reported once at the crossing, and not again before the figure has been
 * back on the other side by a margin. A figure that is beyond its level from the start is not a crossing. Pure.
 */
import { abs, add, dec, type Decimal, gte, lte, max, mul, sub } from './decimal.ts'
import type { EquityDefinition } from './equity.ts'
import type { DayStart } from './thinning.ts'

/**
 * `day`: change of equity since the day's start. `margin`: bound margin of the cash that covers it. `strike`: how far the underlying is from
 * the nearest strike of an option held. Of a structure, `most`: profit of the most it can make; `loss`: of what was received for it;
 * `left`: days to its first expiry; `net`: its net mid. `off`: how far a quote's volatility is from the surface.
 * `rank`: where a base's volatility at the money, 30 days out, stands between the lowest and the highest of a year.
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

/** What the subject of an alert names. `account`: all of it, or one base. `equity`: what is meant by equity; `day`: that, with the day's start. */
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
  /** As `subjectNames` has it: a symbol, legs (`A@1/B@-1`, short ones negative), a base, `wholeAccount`, an `EquityDefinition`, or that with a day's start (`value@08:00`). */
  readonly subject: string
  readonly direction: 'above' | 'below'
  /** In the quote asset of a price; USD of uPnL, equity and day; coins of a delta, USD a volatility point of a vega; percent of most, rank and the others; times what was received of a loss; days of left; volatility points of off. */
  readonly level: Decimal
  /** Will its crossing be reported? Absent until the figure was seen once. */
  readonly isArmed?: boolean | undefined
  readonly reportedMs?: number | undefined
  /** When the trader set it, by the venue's clock; absent from those of earlier versions and of the recorder's file. */
  readonly setMs?: number | undefined
}

/** A whole account as the subject; no base is called so. */
export const wholeAccount = '*'

/** How far back a figure must come, of its level; at least so much. */
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

/** How far on the other side of the level a figure must have been before its crossing is reported again. */
export const marginOf = ({ kind, level }: Pick<Alert, 'kind' | 'level'>): Decimal =>
  max(mul(abs(level), margins[kind].part), margins[kind].least)

export function isBeyond({ direction, level }: Pick<Alert, 'direction' | 'level'>, value: Decimal): boolean {
  return direction === 'above' ? gte(value, level) : lte(value, level)
}

/** A day's change as a subject: of equity so meant, since that start of the day. */
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

/** What an alert is after its figure was seen, the same object where nothing changed; `isReported` where this is the crossing. */
export function stepAlert(alert: Alert, value: Decimal, nowMs: number): { readonly next: Alert; readonly isReported: boolean } {
  const beyond = isBeyond(alert, value)
  if (alert.isArmed === undefined) return { next: { ...alert, isArmed: !beyond }, isReported: false }
  if (alert.isArmed && beyond) return { next: { ...alert, isArmed: false, reportedMs: nowMs }, isReported: true }
  if (!alert.isArmed && !beyond && isBack(alert, value)) return { next: { ...alert, isArmed: true }, isReported: false }
  return { next: alert, isReported: false }
}

export interface Crossing {
  readonly alert: Alert
  readonly value: Decimal
}

/** Undefined while the figure is not known: the alert pauses. */
export type ValueOf = (alert: Alert) => Decimal | undefined

/** Every alert after its figure was seen, and the crossings among them. */
export function stepAlerts(
  list: readonly Alert[],
  valueOf: ValueOf,
  nowMs: number,
): { readonly next: readonly Alert[]; crossed: Crossing[] } {
  const crossed: Crossing[] = []
  const next = list.map(alert => {
    const value = valueOf(alert)
    if (value === undefined) return alert
    const stepped = stepAlert(alert, value, nowMs)
    if (stepped.isReported) crossed.push({ alert: stepped.next, value })
    return stepped.next
  })
  return { next, crossed }
}

export const isSameAlerts = (a: readonly Alert[], b: readonly Alert[]): boolean => a.every((each, index) => each === b[index])
