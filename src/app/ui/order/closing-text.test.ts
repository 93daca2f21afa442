import { expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { closesText } from './closing-text.ts'

it('a closing says how much of what is held it closes', () => {
  const some = { held: dec('10'), isBeyond: false, isWhole: false }
  expect(closesText({ ...some, isWhole: true }, dec('10'))).toBe('10 of 10 held, nothing is left')
  expect(closesText(some, dec('4'))).toBe('4 of 10 held, leaves 6')
  expect(closesText({ ...some, isBeyond: true }, dec('12'))).toBe('only 10 of 12: the rest would open the opposite')
})
