import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { call, quote } from '../../../testing/universe.fixture.ts'
import { legQuote } from '../market/leg-quotes.ts'
import { packagePremium } from './hedge-ratio.ts'

const quotes = new Map([quote(call(100), '4000', '4100'), quote('BTC-USD-PERPETUAL', '97990', '98010')])
const legs = (...given: [string, number][]) =>
  given.map(([symbol, ratio]) => ({ symbol, ratio, quote: legQuote(quotes.get(symbol)) }))

describe('a package with a hedge', () => {
  const hedged = packagePremium(legs([call(100), 3], ['BTC-USD-PERPETUAL', -1]))
  it('is quoted by its options alone, with the hedge and its reference beside them', () => {
    expect(hedged?.net.mid?.price).toBe('12150')
    expect(hedged?.net.buyNatural?.price).toBe('12300')
    expect(hedged?.hedge).toEqual([{ symbol: 'BTC-USD-PERPETUAL', ratio: -1, reference: '98000' }])
  })
  it('has a price on the wire that holds the hedge at its reference', () => {
    expect(hedged?.premiumOf(dec('-85850'))).toBe('12150')
  })
  it('has no premium if the reference is unknown', () => {
    expect(packagePremium(legs([call(100), 1], ['BTC-20261225', -1]))?.premiumOf(dec('1'))).toBeUndefined()
  })
  it('is one only with both', () => {
    expect(packagePremium(legs([call(100), 1]))).toBeUndefined()
    expect(packagePremium(legs(['BTC-USD-PERPETUAL', 1]))).toBeUndefined()
  })
})
