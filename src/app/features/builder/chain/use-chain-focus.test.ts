import { describe, expect, it } from 'vitest'
import { movedIndex } from './use-chain-focus.ts'

describe('moving in the chain by keys', () => {
  it.each([
    ['ArrowUp', { row: 0, column: 1 }],
    ['ArrowDown', { row: 1, column: 1 }],
    ['ArrowLeft', { row: 0, column: 0 }],
    ['PageDown', { row: 7, column: 1 }],
    ['End', { row: 7, column: 1 }],
  ])('%s stays within the chain', (key, index) => expect(movedIndex(key, { row: 0, column: 1 }, 7)).toEqual(index))

  it('ignores other keys', () => {
    expect(movedIndex('b', { row: 0, column: 1 }, 7)).toBeUndefined()
    expect(movedIndex('toString', { row: 0, column: 1 }, 7)).toBeUndefined()
  })
})
