import { describe, expect, it } from 'vitest'
import { movedPlace } from './use-chain-focus.ts'

describe('moving in the chain by keys', () => {
  it.each([
    ['ArrowUp', { row: 0, column: 1 }],
    ['ArrowDown', { row: 1, column: 1 }],
    ['ArrowLeft', { row: 0, column: 0 }],
    ['PageDown', { row: 7, column: 1 }],
    ['End', { row: 7, column: 1 }],
  ])('%s stays within the chain', (key, place) => {
    expect(movedPlace(key, { row: 0, column: 1 }, 7)).toEqual(place)
  })

  it('leaves other keys alone', () => {
    expect(movedPlace('b', { row: 0, column: 1 }, 7)).toBeUndefined()
    expect(movedPlace('toString', { row: 0, column: 1 }, 7)).toBeUndefined()
  })
})
