import { describe, expect, it } from 'vitest'
import { sideFreeName } from './sold-name.ts'

describe('the name of a structure beside its side', () => {
  it('is not short where it is sold, which would say it twice', () => {
    expect(sideFreeName('Short straddle ETH 25DEC26', 'sell')).toBe('Straddle ETH 25DEC26')
    expect(sideFreeName('Long straddle ETH 25DEC26', 'buy')).toBe('Long straddle ETH 25DEC26')
    expect(sideFreeName('Bear call spread BTC 25DEC26', 'sell')).toBe('Bear call spread BTC 25DEC26')
    expect(sideFreeName('Sell to close straddle ETH 25DEC26', 'sell')).toBe('Sell to close straddle ETH 25DEC26')
    expect(sideFreeName('', 'sell')).toBe('')
  })
})
