import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { dateText, expiryClass, listedExpiries, rollDay } from './bases.ts'

const day = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs
const daysBetween = (from: string, to: string): number[] =>
  Array.from({ length: day(to) - day(from) }, (_, at) => day(from) + at)
const tenors = { daily: 3, weekly: 28, monthly: 92, quarterly: 366 }

describe('the calendar of expiries', () => {
  it.each([
    ['2026-12-25', 'quarterly'],
    ['2026-11-27', 'monthly'],
    ['2026-11-20', 'weekly'],
    ['2026-11-23', 'daily'],
    ['2027-03-26', 'quarterly'],
    ['2027-01-29', 'monthly'],
  ])('%s is %s', (date, expected) => expect(expiryClass(day(date))).toBe(expected))

  it('rolls at 08:00 UTC', () => {
    const at = Date.parse('2026-11-21T08:00:00Z')
    expect(rollDay(at - 1)).toBe(rollDay(at) - 1)
    expect(rollDay(at + 24 * hourMs - 1)).toBe(rollDay(at))
  })

  it('never runs empty: at least six expiries on every day of ten years', () => {
    const poor = daysBetween('2025-01-01', '2035-01-01').filter(today => listedExpiries(today, tenors).length < 6)
    expect(poor.map(dateText)).toEqual([])
  })

  it('what is listed stays listed until it expires', () => {
    const lost = daysBetween('2026-01-01', '2027-01-01').flatMap(today => {
      const tomorrow = new Set(listedExpiries(today + 1, tenors))
      return listedExpiries(today, tenors).filter(expiry => expiry > today + 1 && !tomorrow.has(expiry))
    })
    expect(lost).toEqual([])
  })
})
