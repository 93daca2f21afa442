import { describe, expect, it } from 'vitest'
import { parseShock, parseShockList, parseShocks, usualShocks, weightsOf } from './stress-shocks.ts'

describe('shocks as typed', () => {
  it('are numbers in any order, each once; prices fall down the table, volatilities rise across it', () => {
    expect(parseShockList('-30, 10; 0 −5 10%', 'moves')).toEqual([10, 0, -5, -30])
    expect(parseShockList('20 -10 0', 'shifts')).toEqual([-10, 0, 20])
  })

  it('are refused where one is no number, beyond a loss of all, or there are more than a table holds', () => {
    expect(parseShockList('10 x', 'moves')).toBeUndefined()
    expect(parseShockList('-120', 'moves')).toBeUndefined()
    expect(parseShockList('-2,5 10', 'moves')).toBeUndefined()
    expect(parseShock('0,5', 'beta')).toBe(0.5)
    expect(parseShock('1.125', 'beta')).toBe(1.125)
    expect(parseShockList('', 'moves')).toBeUndefined()
    expect(parseShockList(Array.from({ length: 16 }, (_, at) => String(at)).join(' '), 'moves')).toBeUndefined()
    expect(parseShock('400', 'days')).toBeUndefined()
    expect(parseShock('1.5', 'beta')).toBe(1.5)
  })

  it('are as usual where what is stored is not as it should be', () => {
    expect(parseShocks(null)).toEqual(usualShocks)
    expect(
      parseShocks({ moves: ['x'], shifts: [0, 5], days: -1, betas: { ETH: 1.3, BTC: 'x' }, skew: 9, hasCoins: 'yes' }),
    ).toEqual({ ...usualShocks, shifts: [0, 5], betas: { ETH: 1.3 } })
  })

  it('weigh nothing where every weight is the plain one', () => {
    expect(weightsOf({ ...usualShocks, betas: { ETH: 1 } })).toBeUndefined()
    expect(weightsOf({ ...usualShocks, skew: 0.1 })).toEqual({ betas: {}, termPower: 0, skew: 0.1 })
  })
})
