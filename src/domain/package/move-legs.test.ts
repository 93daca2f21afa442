import { describe, expect, it } from 'vitest'
import { compareForReading } from './leg-order.ts'
import { movedSymbol, shiftAll, spreadStrikes } from './move-legs.ts'
import { call, listed, put } from '../../testing/universe.fixture.ts'

const up = { along: 'strike', steps: 1 } as const
const later = { along: 'expiry', steps: 1 } as const

describe('moving legs', () => {
  it('goes to the next listed strike of the same right', () => {
    expect(movedSymbol(put(95), up, listed)).toBe(put(100))
    expect(movedSymbol(call(110), up, listed)).toBeUndefined()
  })

  it('goes to the nearest strike of the next expiry', () => {
    expect(movedSymbol(call(105), later, listed)).toBe(call(100, '20270326'))
    expect(movedSymbol('BTC-20261225', later, listed)).toBe('BTC-20270326')
    expect(movedSymbol('BTC-USD-PERPETUAL', later, listed)).toBeUndefined()
  })

  it('moves all legs or none', () => {
    expect([...shiftAll([put(90), call(105)], up, listed)]).toEqual([
      [put(90), put(95)],
      [call(105), call(110)],
    ])
    expect(shiftAll([put(90), call(110)], up, listed).size).toBe(0)
  })

  it('leaves the underlying where it is when strikes move', () => {
    expect([...shiftAll([put(90), 'BTC-USD-PERPETUAL'], up, listed)]).toEqual([[put(90), put(95)]])
  })

  it('widens and narrows around the middle, which stays', () => {
    expect([...spreadStrikes([call(95), call(100), call(105)], 'wider', listed)]).toEqual([
      [call(95), call(90)],
      [call(105), call(110)],
    ])
    expect([...spreadStrikes([call(90), call(110)], 'narrower', listed)]).toEqual([
      [call(90), call(95)],
      [call(110), call(105)],
    ])
    expect(spreadStrikes([call(90), call(110)], 'wider', listed).size).toBe(0)
    expect(spreadStrikes([call(100), put(100)], 'wider', listed).size).toBe(0)
  })
})

describe('the order of legs for reading', () => {
  it('compares strikes as numbers, and puts the underlying last', () => {
    const symbols = ['BTC-USD', 'X-20261225-10000C', 'X-20261225-9500P', 'X-20261225-9500C', 'X-20261218-20000C', 'X-20261225']
    expect(symbols.sort(compareForReading)).toEqual([
      'X-20261218-20000C',
      'X-20261225-9500C',
      'X-20261225-9500P',
      'X-20261225-10000C',
      'X-20261225',
      'BTC-USD',
    ])
  })
})
