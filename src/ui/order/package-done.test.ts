import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { packageDone } from './package-done.ts'

describe('what was done with a package', () => {
  it('is a purchase where it was paid for and a sale where it paid, whichever side was sent', () => {
    expect(packageDone('buy', dec('120'), '2', 'bull call spread')).toBe('Bought 2 bull call spread')
    expect(packageDone('sell', dec('-120'), '2', 'bull call spread')).toBe('Bought 2 bull call spread')
    expect(packageDone('sell', dec('80'), '1', 'iron condor')).toBe('Sold 1 iron condor')
    expect(packageDone('buy', dec('-80'), '1', 'iron condor')).toBe('Sold 1 iron condor')
  })

  it('at a price of nothing is what the side was', () => {
    expect(packageDone('buy', dec('0'), '3', 'collar')).toBe('Bought 3 collar')
    expect(packageDone('sell', dec('0'), '3', 'collar')).toBe('Sold 3 collar')
  })

  it('says short of what was sold and long of what was bought once', () => {
    expect(packageDone('sell', dec('80'), '1', 'Short straddle')).toBe('Sold 1 straddle')
    expect(packageDone('buy', dec('80'), '1', 'Long straddle')).toBe('Bought 1 straddle')
  })

  it('keeps the word of the other way, without which it would be another structure', () => {
    expect(packageDone('buy', dec('80'), '1', 'Short straddle')).toBe('Bought 1 Short straddle')
    expect(packageDone('sell', dec('80'), '1', 'Long straddle')).toBe('Sold 1 Long straddle')
  })

  it('is a closing where it is called one, paid for or not', () => {
    for (const [side, price] of [
      ['buy', '80'],
      ['sell', '80'],
      ['buy', '0'],
    ] as const)
      expect(packageDone(side, dec(price), '3', 'Close bull call spread')).toBe('Closed 3 bull call spread')
  })

  it('keeps a name that is no more than the word', () => expect(packageDone('sell', dec('80'), '1', 'Short')).toBe('Sold 1 Short'))
})
