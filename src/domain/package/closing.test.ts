import { describe, expect, it } from 'vitest'
import { type Decimal, dec } from '../decimal.ts'
import { closingOf, rollOf } from './closing.ts'

const held = new Map<string, Decimal>([
  ['C', dec('10')],
  ['P', dec('10')],
  ['F', dec('-3')],
])
const sold = [
  { symbol: 'C', ratio: -1 },
  { symbol: 'P', ratio: -1 },
]

describe('closing', () => {
  it('is a package whose every leg goes against a position', () => {
    expect(closingOf(sold, dec('10'), held)).toEqual({ held: '10', isBeyond: false, isWhole: true })
    expect(closingOf(sold, dec('4'), held)).toEqual({ held: '10', isBeyond: false, isWhole: false })
    expect(closingOf([{ symbol: 'F', ratio: 1 }], dec('3'), held)).toEqual({ held: '3', isBeyond: false, isWhole: true })
  })

  it('is none where a leg opens or adds', () => {
    expect(closingOf([...sold, { symbol: 'X', ratio: 1 }], dec('1'), held)).toBeUndefined()
    expect(closingOf([{ symbol: 'F', ratio: -1 }], dec('1'), held)).toBeUndefined()
    expect(closingOf(sold, dec('1'), new Map())).toBeUndefined()
    expect(closingOf([], dec('1'), held)).toBeUndefined()
  })

  it('beyond what is held would open the opposite', () => {
    expect(closingOf(sold, dec('10.1'), held)).toMatchObject({ isBeyond: true, isWhole: false })
    expect(closingOf([{ symbol: 'C', ratio: -3 }], dec('4'), held)).toMatchObject({ held: '3.33333333', isBeyond: true })
  })
})

describe('a roll', () => {
  const later = [
    { symbol: 'C2', ratio: 1 },
    { symbol: 'P2', ratio: 1 },
  ]
  it('closes what is held and opens as much in its place', () => {
    expect(rollOf([...sold, ...later], dec('4'), held)).toEqual({ closes: 2, opens: later })
  })

  it('is no package that only closes, only opens, or closes more than is held', () => {
    expect(rollOf(sold, dec('4'), held)).toBeUndefined()
    expect(rollOf(later, dec('4'), held)).toBeUndefined()
    expect(rollOf([...sold, ...later], dec('11'), held)).toBeUndefined()
  })
})
