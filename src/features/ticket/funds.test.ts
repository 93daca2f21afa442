import { describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { type FundsInputs, fundsOf } from './funds.ts'

const inputs: FundsInputs = { available: dec('10000'), asset: 'USD', quantity: dec('1'), least: -7_000, step: dec('0.1') }

describe('what balances say of an order', () => {
  test('is what is left at its worst, called what it is', () => {
    expect(fundsOf(inputs)).toEqual({
      facts: [{ term: 'Available → after', value: '10,000 → 3,000.00 USD at worst (from balances; margin not reported by the venue)' }],
      warning: undefined,
    })
  })
  test('is the amount it is short by, and the largest size that passes', () => {
    expect(fundsOf({ ...inputs, quantity: dec('2') }).warning).toBe(
      'Short by 4,000.00 USD at worst; largest size that passes: 1.4 (from balances; margin not reported by the venue).',
    )
    expect(fundsOf({ ...inputs, available: dec('100') }).warning).toContain('no size fits')
  })
  test('is no figure where the worst case is not known', () => {
    expect(fundsOf({ ...inputs, least: 'unlimited' })).toMatchObject({ facts: [{ term: 'Available' }], warning: undefined })
    expect(fundsOf({ ...inputs, available: undefined })).toEqual({ facts: [], warning: undefined })
  })
  test('takes nothing of an order that can lose nothing', () => {
    expect(fundsOf({ ...inputs, least: 50 }).facts[0]?.value).toContain('10,000 → 10,000.00 USD')
  })
})
