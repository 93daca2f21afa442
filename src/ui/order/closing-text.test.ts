import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { closesText, closingTitle } from './closing-text.ts'

const legs = (...each: [string, number][]) => each.map(([symbol, ratio]) => ({ symbol, ratio }))

describe('what a closing is called', () => {
  it('is named by what is held: selling a long straddle is selling to close, and no short straddle', () => {
    expect(closingTitle(legs(['ETH-20261225-3500C', -1], ['ETH-20261225-3500P', -1]))).toBe('Sell to close straddle ETH 25DEC26')
    expect(closingTitle(legs(['ETH-20261225-3500C', 1], ['ETH-20261225-3500P', 1]))).toBe('Buy to close straddle ETH 25DEC26')
    expect(closingTitle(legs(['BTC-USD-PERPETUAL', 1]))).toBe('Buy to close BTC PERP')
    expect(closingTitle(legs(['BTC-20261225-100000C', -1], ['BTC-20261225-110000C', 1]))).toBe('Close bull call spread BTC 25DEC26')
  })

  it('says how much of what is held it closes', () => {
    const some = { held: dec('10'), isBeyond: false, isWhole: false }
    expect(closesText({ ...some, isWhole: true }, dec('10'))).toBe('10 of 10 held, nothing is left')
    expect(closesText(some, dec('4'))).toBe('4 of 10 held, leaves 6')
    expect(closesText({ ...some, isBeyond: true }, dec('12'))).toBe('only 10 of 12: the rest would open the opposite')
  })
})
