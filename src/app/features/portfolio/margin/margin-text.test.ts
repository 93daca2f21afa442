import { describe, expect, it } from 'vitest'
import type { BaseUse } from '../../../../core/account/margin-model.ts'
import { usedText } from '../../../ui/order/margin-text.ts'
import { liquidationText } from './margin-text.ts'

const base = (name: string, index: number, below?: number, above?: number, isNow = false): BaseUse => ({
  base: name,
  index,
  initial: 1,
  maintenance: 1,
  worstAt: undefined,
  liquidation: { below, above, isNow },
})

describe('liquidation in words', () => {
  it('names the prices of each underlying, the nearest first', () => {
    const bases = [base('ETH', 3_500, undefined, 6_000), base('BTC', 100_000, 61_900, 131_400), base('SOL', 200)]
    expect(liquidationText({ bases })).toBe('Liquidation if BTC < 61,900 or > 131,400; ETH > 6,000')
  })

  it('says that there is none, and how far was looked', () => {
    expect(liquidationText({ bases: [base('BTC', 100_000)] })).toBe(
      'No liquidation price from 10 % to 500 % of any underlying',
    )
  })

  it('says that it is now', () => {
    expect(liquidationText({ bases: [base('BTC', 100_000, undefined, undefined, true)] })).toContain('liquidation now')
  })
})

it('how much margin is used is written in whole percent, to a tenth while it is small, and not without bound', () => {
  expect([0.004, 0.078, 0.6, 1.2, Number.POSITIVE_INFINITY].map(usedText)).toEqual([
    '0.4 %',
    '7.8 %',
    '60 %',
    '120 %',
    'over 999 %',
  ])
})
