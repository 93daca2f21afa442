import { describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { OrderMarginPreview } from '../../model/account/use-order-margin.ts'
import { marginFunds } from './margin-funds.ts'

const state = (available: number) => ({ collateral: 1_000, bound: 1_000 - available, available })
const preview: OrderMarginPreview = {
  before: state(900),
  working: state(700),
  filled: state(700),
  passes: true,
  largest: dec('12'),
  liquidationBefore: undefined,
  liquidationAfter: undefined,
  bases: ['BTC'],
}

describe('what an order leaves available by known rules', () => {
  test('is what is there once it is filled, and while it is open where that is less', () => {
    expect(marginFunds(preview)).toEqual({
      facts: [{ term: 'Available → after', value: '900.00 → 700.00 USD once filled (scenario margin)' }],
      warning: undefined,
    })
    expect(marginFunds({ ...preview, filled: state(950) }).facts[0]?.value).toBe(
      '900.00 → 950.00 USD once filled, 700.00 while it is open (scenario margin)',
    )
  })

  test('is the amount it is short by, and the largest size that passes', () => {
    const short = { ...preview, passes: false, working: state(-50) }
    expect(marginFunds(short).warning).toBe('Short by 50.00 USD of initial margin; largest size that passes: 12.')
    expect(marginFunds({ ...short, largest: dec('0') }).warning).toContain('no size fits')
  })
})
