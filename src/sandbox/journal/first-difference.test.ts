import { describe, expect, test } from 'vitest'
import { firstDifference } from './first-difference.ts'

describe('the first difference of two values', () => {
  test.each([
    ['in a field', { a: 1, b: { c: '2' } }, { a: 1, b: { c: '3' } }, { path: 'b.c', before: '"2"', after: '"3"' }],
    ['in a field that one does not have', { a: 1 }, { a: 1, b: 2 }, { path: 'b', before: 'nothing', after: '2' }],
    ['in a list', [1, [2, 3]], [1, [2, 4]], { path: '[1][1]', before: '3', after: '4' }],
    ['beyond the end of a list', [1, 2], [1], { path: '[1]', before: '2', after: 'nothing' }],
    ['between a list and a record', { a: [] }, { a: {} }, { path: 'a', before: '[]', after: '{}' }],
    [
      'in an entry that has a name',
      { accounts: [['ann', { usd: '1' }]] },
      { accounts: [['ann', { usd: '2' }]] },
      { path: 'accounts[ann][1].usd', before: '"1"', after: '"2"' },
    ],
    ['in the name of an entry', [['ann', 1]], [['bob', 1]], { path: '[0][0]', before: '"ann"', after: '"bob"' }],
  ])('%s', (_name, before, after, difference) => {
    expect(firstDifference(before, after)).toEqual(difference)
  })

  test('is none where they are equal, whatever their order of fields', () => {
    expect(firstDifference({ a: [1, null], b: {} }, { b: {}, a: [1, null] })).toBeUndefined()
  })

  test('shows no more of a long text than its beginning', () => {
    expect(firstDifference('x'.repeat(9_000), 1)?.before).toHaveLength(401)
  })
})
