// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { asSaved, isLeftSorted, readColumnState, writeColumnState } from './column-state.ts'

beforeEach(() => localStorage.clear())

test('what is kept is read back', () => {
  writeColumnState('g', [{ colId: 'a', width: 90, sort: 'desc', sortIndex: 0, hide: false, pinned: null }])
  expect(readColumnState('g', ['a', 'b'])).toEqual([{ colId: 'a', width: 90, sort: 'desc', sortIndex: 0, hide: false, pinned: null }])
})
test('columns that no longer exist are forgotten', () => {
  writeColumnState('g', [{ colId: 'gone' }, { colId: 'a', width: 10 }])
  expect(readColumnState('g', ['a'])).toEqual([{ colId: 'a', width: 10 }])
  expect(readColumnState('g', ['other'])).toBeUndefined()
})
test.each(['', 'no json', '{}', '[1, null, {"colId": 3}]', '[{"colId":"a","width":"wide","sort":"sideways"}]'])(
  'foreign content %j does no harm',
  text => {
    localStorage.setItem('legwork.grid.g', text)
    expect(readColumnState('g', ['a']) ?? [{ colId: 'a' }]).toEqual([{ colId: 'a' }])
  },
)
test('definitions come in the kept order, with the kept width, sorting and visibility', () => {
  writeColumnState('g', [
    { colId: 'b', width: 90, sort: 'desc', sortIndex: 0, hide: true, pinned: null },
    { colId: 'a', flex: null },
  ])
  expect(
    asSaved('g', [
      { colId: 'a', initialFlex: 1 },
      { colId: 'b', initialPinned: 'left' },
    ]),
  ).toEqual([
    { colId: 'b', initialWidth: 90, initialSort: 'desc', initialSortIndex: 0, initialHide: true, initialPinned: false },
    { colId: 'a' },
  ])
})
test('a column that came since stands after the one it is defined after', () => {
  writeColumnState('g', [{ colId: 'c' }, { colId: 'a' }])
  const order = asSaved('g', [{ colId: 'new first' }, { colId: 'a' }, { colId: 'b' }, { colId: 'c' }]).map(each => each.colId)
  expect(order).toEqual(['new first', 'c', 'a', 'b'])
})
test('a grid was left sorted where one of its columns is kept so', () => {
  expect(isLeftSorted('g', ['a', 'b'])).toBe(false)
  writeColumnState('g', [
    { colId: 'a', sort: null },
    { colId: 'b', sort: 'desc' },
  ])
  expect(isLeftSorted('g', ['a', 'b'])).toBe(true)
  expect(isLeftSorted('g', ['a'])).toBe(false)
})
