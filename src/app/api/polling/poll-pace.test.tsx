// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { paceFactor, pollPaces, setPollPace } from './poll-pace.ts'

test('every pace that can be chosen multiplies the intervals by its own number', () => {
  expect(pollPaces.map(pace => paceFactor[pace])).toEqual(pollPaces.map(Number))
})
test('the pace chosen is kept in the browser', () => {
  setPollPace('5')
  expect(localStorage.getItem('legwork.poll-pace')).toContain('5')
})
