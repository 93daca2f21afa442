// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { numberColumn, textColumn } from './columns.ts'
import { writeColumnState } from './column-state.ts'
import { columnWidths, lightColumns, lightOrder } from './light-columns.ts'

interface Row {
  readonly name: string
  readonly size: number | undefined
}

const columns = [
  textColumn<Row>({ id: 'name', header: 'Name', flex: 1, value: row => row.name }),
  numberColumn<Row>({ id: 'size', header: 'Size', sort: 'desc', value: row => row.size }),
  textColumn<Row>({ id: 'rare', header: 'Rare', hide: true, value: row => row.name }),
]
const rows: readonly Row[] = [
  { name: 'a', size: 1 },
  { name: 'b', size: undefined },
  { name: 'c', size: 3 },
]
const ids = (): readonly string[] => lightColumns('t', columns).map(each => each.column.id)

afterEach(() => localStorage.clear())

test('columns stand as given until the reader has changed them', () => {
  expect(ids()).toEqual(['name', 'size'])
  writeColumnState('t', [
    { colId: 'size', width: 70, hide: false, sort: null },
    { colId: 'name', width: 200, flex: null, hide: false },
    { colId: 'rare', hide: false },
  ])
  expect(ids()).toEqual(['size', 'name', 'rare'])
  expect(lightColumns('t', columns)[1]).toMatchObject({ width: 200, flex: undefined })
})

test('rows stand in the order of the sorted column, the missing last', () =>
  expect(lightOrder(rows, lightColumns('t', columns), undefined)?.map(row => row.name)).toEqual(['c', 'a', 'b']))

test('rows of a tree move among their siblings alone', () => {
  const tree: readonly Row[] = [{ name: 'parent', size: 1 }, ...rows, { name: 'other', size: 2 }]
  const depthOf = (row: Row): number => (row.name.length > 1 ? 0 : 1)
  expect(lightOrder(tree, lightColumns('t', columns), depthOf)?.map(row => row.name)).toEqual(['other', 'parent', 'c', 'a', 'b'])
})

test('so many rows that sorting would hold up the page are left to the grid', () =>
  expect(
    lightOrder(
      Array.from({ length: 5_000 }, (): Row => ({ name: 'a', size: 1 })),
      lightColumns('t', columns),
      undefined,
    ),
  ).toBeUndefined())

test('columns that grow share the room that is left, none under its least', () => {
  const shared = [
    numberColumn<Row>({ id: 'fixed', header: 'Fixed', value: row => row.size, width: 100 }),
    numberColumn<Row>({ id: 'one', header: 'One', value: row => row.size, flex: 1, minWidth: 90 }),
    numberColumn<Row>({ id: 'three', header: 'Three', value: row => row.size, flex: 3 }),
  ]
  const widths = (roomPx: number): readonly number[] => [...columnWidths(lightColumns('t', shared), roomPx).values()]
  expect(widths(500)).toEqual([100, 100, 300])
  expect(widths(400)).toEqual([100, 90, 210])
  expect(widths(150)).toEqual([100, 90, 40])
})
