import { describe, expect, it } from 'vitest'
import { structureTip, structureLabel } from './structure-label.ts'

const call = (strike: number, ratio: number, stamp = '20261225') => ({ symbol: `BTC-${stamp}-${strike}C`, ratio })
const put = (strike: number, ratio: number) => ({ symbol: `BTC-20261225-${strike}P`, ratio })

describe('the words of a structure', () => {
  it('name it with base and expiries', () => {
    expect(structureLabel([put(90000, 1), put(95000, -1), call(105000, -1), call(110000, 1)]).title).toBe('Iron condor BTC 25DEC26')
    expect(structureLabel([call(100000, -1), call(100000, 1, '20270326')]).title).toBe('Call calendar BTC 25DEC26/26MAR27')
  })

  it('are those of the legs as executed', () => {
    expect(structureLabel([call(100000, -1), call(110000, 1)]).name).toBe('Bear call spread')
  })

  it('name the instrument of a single leg', () => {
    expect(structureLabel([call(100000, 1)]).title).toBe('Long call BTC 25DEC26 100000 C')
    expect(structureLabel([{ symbol: 'BTC-USD-PERPETUAL', ratio: -1 }]).title).toBe('Short perpetual BTC PERP')
  })

  it('count legs that cannot be read', () => {
    expect(structureLabel([{ symbol: '???', ratio: 1 }, call(1, 1)]).title).toBe('Custom, 2 legs')
    expect(structureLabel([]).name).toBe('No legs')
  })

  it('tell beside the name what is bought and sold, and the name the other way', () => {
    expect(structureTip(structureLabel([call(100000, -1), call(110000, 1)]))).toEqual([
      'buys 110000C, sells 100000C',
      'the other way: bull call spread',
    ])
    expect(structureTip(structureLabel([call(100000, 1), call(100000, -1, '20270326'), put(90000, 1)]))).toContain('short call calendar')
    expect(structureTip(structureLabel([]))).toEqual([])
  })
})
