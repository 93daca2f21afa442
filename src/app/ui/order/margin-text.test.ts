import { expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { formatOffset } from '../format/format-time.ts'
import { owedText } from './margin-text.ts'

it('an account whose cash is below zero owes it, in words and to the cent', () => {
  expect(owedText(dec('-652390.56385'))).toBe('you owe 652,390.56 USD')
  expect(owedText(dec('0'))).toBeUndefined()
})

it('a clock that is off by up to a second is no news; more is said in the unit that it is read in', () => {
  expect([1_000, -999, 1_500, -638_300, 1_983_326_900].map(formatOffset)).toEqual([
    undefined,
    undefined,
    '+1.5 s',
    '−10 m',
    '+22 d',
  ])
})
