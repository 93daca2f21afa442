import { describe, expect, test } from 'vitest'
import type { OrderFunds } from '../../../core/domain/account.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { fundsFact, fundsWarning, fundsLine } from './funds-text.ts'

const balances: OrderFunds = {
  basis: 'balances',
  asset: 'USD',
  available: dec('10000'),
  after: 3_000,
  whileOpen: undefined,
  short: undefined,
  largest: dec('1.4'),
}
const margin: OrderFunds = { ...balances, basis: 'scenario_margin', available: 900, after: 700, largest: dec('12') }

describe('what balances say of an order', () => {
  test('is what is left at its worst, called what it is', () => {
    expect(fundsFact(balances)).toEqual({
      term: 'Available → after',
      value: '10,000 → 3,000.00 USD at worst (from balances; margin not reported by the venue)',
    })
    expect(fundsWarning(balances)).toBeUndefined()
  })
  test('is the amount it is short by, and the largest size that passes', () => {
    const short = { ...balances, after: -4_000, short: 4_000 }
    expect(fundsWarning(short)).toBe(
      'Short by 4,000.00 USD at worst; largest size that passes: 1.4 (from balances; margin not reported by the venue).',
    )
    expect(fundsWarning({ ...short, largest: dec('0') })).toContain('no size fits')
  })
  test('is no figure where the worst case is not known', () => {
    expect(fundsFact({ ...balances, after: undefined }).term).toBe('Available')
  })
})

test('an order that delivers coins says which are missing', () => {
  const coins: OrderFunds = {
    ...balances,
    basis: 'coins',
    asset: 'ETH',
    after: -22,
    short: 0.0002,
    largest: dec('4.9'),
  }
  expect(fundsWarning(coins)).toBe('Short by 0.0002 ETH to deliver; largest size that passes: 4.9.')
})

describe('what the rules of a venue say of an order', () => {
  test('is what is there once it is filled, and while it is open where that is less', () => {
    expect(fundsFact(margin).value).toBe('900.00 → 700.00 USD (scenario margin)')
    expect(fundsFact({ ...margin, after: 950, whileOpen: 700 }).value).toBe(
      '900.00 → 950.00 USD, 700.00 while it is open (scenario margin)',
    )
  })
  test('is the amount it is short by, and the largest size that passes', () => {
    expect(fundsWarning({ ...margin, short: 50 })).toBe(
      'Short by 50.00 USD of initial margin; largest size that passes: 12.',
    )
    expect(fundsLine(margin)).toBe('Available 900 → 700 USD, largest size 12')
    expect(fundsLine({ ...margin, largest: undefined })).toBe('Available 900 → 700 USD')
  })
})
