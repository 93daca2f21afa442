import { expect, test } from 'vitest'
import { fittingColumns } from './fit-columns.ts'

const columns = [
  { id: 'name', width: 200, pinned: 'left' as const },
  { id: 'size', minWidth: 60 },
  { id: 'mark', minWidth: 80 },
  { id: 'delta', minWidth: 60 },
]
const ids = ['size', 'delta', 'mark']

test('the most important columns are shown for which there is room beside what is pinned', () => {
  const at = (width: number) => fittingColumns(columns, { ids, isFitted: true }, width, true)
  expect([320, 370, 450].map(at)).toEqual([['size'], ['size', 'delta'], ['size', 'delta', 'mark']])
})
test('one column is shown however narrow it is', () =>
  expect(fittingColumns(columns, { ids, isFitted: true }, 100, false)).toEqual(['size']))
test('columns chosen by hand are all shown, those that are no more left out', () => {
  expect(fittingColumns(columns, { ids: [...ids, 'gone'], isFitted: false }, 100, false)).toEqual(ids)
})
