/**
 * Which expiries are listed when. A date has one class for ever (quarterly before monthly before weekly before daily), each class a tenor; an
 * instrument is listed from its tenor before expiry until it expires at 08:00 UTC, so nothing listed ever vanishes earlier. Days
 * are counted since 1970-01-01 and begin, for the listing, at 08:00 UTC.
 */
import { dayMs, hourMs, settlementHourUtc } from '../../domain/time.ts'

export type ExpiryClass = 'daily' | 'weekly' | 'monthly' | 'quarterly'

/** Days before expiry at which a class is listed; 0: never. */
export type Tenors = Readonly<Record<ExpiryClass, number>>

/** The listing day of a moment: it changes at 08:00 UTC. */
export const rollDay = (nowMs: number): number => Math.floor((nowMs - settlementHourUtc * hourMs) / dayMs)

/** 08:00 UTC of a day: the moment at which it rolls, and at which its instruments expire (ms). */
export const settlementMs = (day: number): number => day * dayMs + settlementHourUtc * hourMs

const monthOf = (day: number): number => new Date(day * dayMs).getUTCMonth()
const isFriday = (day: number): boolean => (day + 4) % 7 === 5

/** Class of the expiry date `day`: last Fridays of March, June, September and December are quarterly, of other months monthly. */
export function expiryClass(day: number): ExpiryClass {
  if (!isFriday(day)) return 'daily'
  const month = monthOf(day)
  if (monthOf(day + 7) === month) return 'weekly'
  return month % 3 === 2 ? 'quarterly' : 'monthly'
}

/** Days whose expiry is listed on listing day `today`, earliest first. */
export function listedExpiries(today: number, tenors: Tenors): number[] {
  const found: number[] = []
  const furthest = today + Math.max(tenors.daily, tenors.weekly, tenors.monthly, tenors.quarterly)
  for (let day = today + 1; day <= furthest; day += 1) {
    if (day - today <= tenors[expiryClass(day)]) found.push(day)
  }
  return found
}

const dateTexts = new Map<number, string>()

/** `20261225` of a day. */
export function dateText(day: number): string {
  const known = dateTexts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  dateTexts.set(day, text)
  return text
}
