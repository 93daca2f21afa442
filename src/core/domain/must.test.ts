import { expect, test } from 'vitest'
import { must } from './must.ts'

test('what is there by construction is given on, zero and empty text too', () => {
  expect([must(0, 'a number'), must('', 'a text'), must(null, 'nothing on purpose')]).toEqual([0, '', null])
})

test('what is not there stops the work, by its name', () => {
  expect(() => must([][0], 'a price of each leg')).toThrow('missing: a price of each leg')
})
