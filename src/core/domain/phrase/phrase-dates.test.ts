import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../time.ts'
import { findExpiry } from './phrase-dates.ts'
import { type DateWord, readDate } from './phrase-words.ts'

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day, 8)
const nowMs = at(2026, 11, 22)
const listed = [at(2026, 11, 27), at(2026, 12, 4), at(2026, 12, 25), at(2027, 3, 26), at(2027, 12, 31)]

const word = (text: string): DateWord => {
  const read = readDate(text)
  if (read === undefined) throw new Error(text)
  return read
}
const found = (text: string, expiries: readonly number[] = listed) => findExpiry(word(text), expiries, nowMs)

describe('the expiry that a word means', () => {
  it.each([
    ['25dec', at(2026, 12, 25)],
    ['25dec26', at(2026, 12, 25)],
    ['2027-12-31', at(2027, 12, 31)],
    ['dec', at(2026, 12, 25)],
    ['dec27', at(2027, 12, 31)],
    ['nov', at(2026, 11, 27)],
    ['1w', at(2026, 11, 27)],
    ['1mo', at(2026, 12, 25)],
    ['4mo', at(2027, 3, 26)],
    ['1y', at(2027, 12, 31)],
    ['33dte', at(2026, 12, 25)],
  ])('%s', (text, expiryMs) => expect(found(text)).toEqual({ ok: true, expiryMs }))

  it('is the last one of a month in the nearest year that has one, never of the next year', () => {
    expect(found('dec', [at(2026, 12, 4), at(2027, 12, 3), at(2027, 12, 31)])).toEqual({
      ok: true,
      expiryMs: at(2026, 12, 4),
    })
  })

  it.each(['24dec', '25dec27', 'jun', 'nov27', '5y', '90dte', '60dte'])(
    '%s is not listed: it says so, with the next that are',
    text =>
      expect(found(text)).toEqual({
        ok: false,
        why: `No expiry “${text}”: listed are 27NOV26, 04DEC26, 25DEC26, 26MAR27, ….`,
      }),
  )

  it('is none where nothing is listed, and names nothing then', () => {
    expect(found('dec', [])).toEqual({ ok: false, why: 'No expiry “dec”.' })
    expect(found('1mo', [])).toEqual({ ok: false, why: 'No expiry “1mo”.' })
    expect(found('24dec', [at(2026, 12, 25)])).toEqual({ ok: false, why: 'No expiry “24dec”: listed are 25DEC26.' })
  })

  it('by a tenor is the nearest one, at most half of the tenor away', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 52 }), (offsets, weeks) => {
        const expiries = offsets.sort((a, b) => a - b).map(offset => nowMs + offset * dayMs)
        const result = found(`${weeks}w`, expiries)
        const away = (expiryMs: number): number => Math.abs(expiryMs - nowMs - weeks * 7 * dayMs)
        const nearest = Math.min(...expiries.map(away))
        expect(result.ok).toBe(nearest <= (weeks * 7 * dayMs) / 2)
        if (result.ok) expect([expiries.includes(result.expiryMs), away(result.expiryMs)]).toEqual([true, nearest])
      }),
    )
  })
})
