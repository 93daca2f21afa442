import { expect, it } from 'vitest'
import { noRowsText } from './positions-table.ts'

it('a table without rows blames a filter only where one narrows: trades may just not be known yet', () => {
  expect(noRowsText('trades', false)).toBe('No trade is known yet.')
  expect(noRowsText('trades', true)).toBe('No position matches the filter.')
  expect(noRowsText('grouped', true)).toBe('No position matches the filter.')
})
