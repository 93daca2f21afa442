// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { isLeftSorted, readColumnState, writeColumnState } from './column-state.ts'

beforeEach(() => localStorage.clear())

test('what is kept is read back', () => {
  writeColumnState('g', [{ colId: 'a', width: 90, sort: 'desc', sortIndex: 0, hide: false, pinned: null }])
  expect(readColumnState('g', ['a', 'b'])).toEqual([
    { colId: 'a', width: 90, sort: 'desc', sortIndex: 0, hide: false, pinned: null },
  ])
})
test('columns that no longer exist are forgotten', () => {
  writeColumnState('g', [{ colId: 'gone' }, { colId: 'a', width: 10 }])
  expect(readColumnState('g', ['a'])).toEqual([{ colId: 'a', width: 10 }])
  expect(readColumnState('g', ['other'])).toEqual([])
})
test.each(['', 'no json', '{}', '[1, null, {"colId": 3}]', '[{"colId":"a","width":"wide","sort":"sideways"}]'])(
  'foreign content %j does no harm',
  text => {
    localStorage.setItem('legwork.grid.g', text)
    expect(readColumnState('g', ['a']).map(({ colId, ...rest }) => [colId, rest])).toEqual(
      text.includes('wide') ? [['a', {}]] : [],
    )
  },
)
test('a grid was left sorted where one of its columns is kept so', () => {
  expect(isLeftSorted('g', ['a', 'b'])).toBe(false)
  writeColumnState('g', [
    { colId: 'a', sort: null },
    { colId: 'b', sort: 'desc' },
  ])
  expect(isLeftSorted('g', ['a', 'b'])).toBe(true)
  expect(isLeftSorted('g', ['a'])).toBe(false)
})
