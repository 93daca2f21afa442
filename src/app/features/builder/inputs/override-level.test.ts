import { describe, expect, it } from 'vitest'
import type { ExpirySurface } from '../../../../core/pricing/market/base-surface.ts'
import { parseLevel } from './model-fields.tsx'

const at = (marketAtm: number | undefined): ExpirySurface => ({
  expiryMs: 5,
  years: 0.1,
  forward: undefined,
  marks: new Map(),
  atmVolatility: marketAtm,
  marketAtm,
  shift: undefined,
})

describe('the volatility at the money, typed', () => {
  it.each([
    ['58', '3.75'],
    ['54.25 %', '0'],
    ['+2', '2'],
    ['-3', '-3'],
    ['−3', '-3'],
    ['+ 2.5', '2.5'],
    ['0', 'not_positive'],
    ['x', 'not_a_number'],
  ])('"%s" is a shift of %s from a market at 54.25 %%', (text, expected) => {
    const answer = parseLevel(at(0.5425), text)
    expect(answer.ok ? answer.value : answer.problem).toBe(expected)
  })

  it('without a market there is a shift, and no level to shift to', () => {
    expect(parseLevel(at(undefined), '58').ok).toBe(false)
    expect(parseLevel(at(undefined), '+2')).toEqual({ ok: true, value: '2' })
  })
})
