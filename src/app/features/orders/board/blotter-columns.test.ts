import { expect, test } from 'vitest'
import { fittingColumns } from '../../../ui/grid/fit-columns.ts'
import { blotterColumns, columnSet } from './blotter-columns.tsx'

const nothing = (): void => undefined

test.each([
  ['narrow', 378, ['order']],
  ['medium', 740, ['order', 'price', 'state', 'life']],
  ['wide', 1250, columnSet.ids],
] as const)('a %s screen has, in %i px, the columns %j', (width, px, ids) => {
  const columns = blotterColumns({ amend: nothing, cancel: nothing, toggle: nothing, width, hasTwoButtons: true })
  expect(fittingColumns(columns, columnSet, px, false)).toEqual(ids)
})
