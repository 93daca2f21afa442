import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveText, shiftText } from './shock-text.ts'
import { parseShockList } from './stress-shocks.ts'

const hundredth = fc.integer({ min: -9_999, max: 29_999 }).map(units => units / 100)

describe('a shock in words', () => {
  it.each([
    [7, '+7 %'],
    [28, '+28 %'],
    [57, '+57 %'],
    [-2.25, '−2.25 %'],
    [2.2, '+2.2 %'],
    [0, 'as now'],
    [-0, 'as now'],
  ])('%d percent reads “%s”, whatever a float makes of the fraction', (percent, text) =>
    expect(moveText(percent / 100)).toBe(text),
  )

  it('of a volatility is in points', () => {
    expect([0.05, -0.2, 0.0225, 0].map(shiftText)).toEqual(['+5 pts', '−20 pts', '+2.25 pts', 'IV as now'])
  })

  it('typed back is the same shock, so that no two of a table read alike', () =>
    fc.assert(
      fc.property(hundredth, percent => {
        const back = (text: string) =>
          parseShockList(text.replace(/ (?:%|pts)$/, '').replace(/^(?:as now|IV as now)$/, '0'), 'shifts')
        expect(back(moveText(percent / 100))).toEqual([percent === 0 ? 0 : percent])
        expect(back(shiftText(percent / 100))).toEqual([percent === 0 ? 0 : percent])
      }),
    ))
})
