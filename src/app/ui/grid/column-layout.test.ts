import { describe, expect, test } from 'vitest'
import { columnWidths, orderRows, placeColumns, shownColumns, statesOf } from './column-layout.ts'
import { numberColumn, textColumn } from './columns.ts'

type ColumnState = Parameters<typeof placeColumns>[0][number]

interface Row {
  readonly depth: number
  readonly a: number | undefined
  readonly b: number
}

const columns = [
  numberColumn<Row>({ id: 'a', header: 'A', value: row => row.a }),
  numberColumn<Row>({ id: 'b', header: 'B', value: row => row.b }),
]
const depthOf = (row: Row): number => row.depth

describe('columns', () => {
  const given = [
    textColumn<Row>({ id: 'name', header: 'Name', flex: 1, value: () => 'x' }),
    numberColumn<Row>({ id: 'size', header: 'Size', sort: 'desc', value: row => row.a }),
    textColumn<Row>({ id: 'rare', header: 'Rare', hide: true, value: () => 'x' }),
    textColumn<Row>({ id: 'do', header: 'Do', pinned: 'right', value: () => 'x' }),
  ]
  const left: readonly ColumnState[] = [
    { colId: 'do', pinned: 'right' },
    { colId: 'size', width: 70, hide: false, sort: null },
    { colId: 'rare', hide: false },
    { colId: 'name', width: 200, flex: null, hide: false },
  ]
  const ids = (states: readonly ColumnState[], set?: readonly string[]) =>
    shownColumns(placeColumns(states, given), set).map(each => each.column.id)

  test('stand as given until the reader has changed them, what is pinned at its side', () => {
    expect(ids([])).toEqual(['name', 'size', 'do'])
    expect(ids(left)).toEqual(['size', 'rare', 'name', 'do'])
    expect(placeColumns(left, given).at(-1)).toMatchObject({ width: 200, flex: undefined })
  })
  test('that came since they were stored stand after their neighbour', () => {
    expect(ids(left.filter(({ colId }) => colId !== 'rare'))).toEqual(['size', 'name', 'do'])
    expect(ids(left.filter(({ colId }) => colId !== 'name'))).toEqual(['name', 'size', 'rare', 'do'])
  })
  test('are those of the chosen set, beside what is pinned', () => expect(ids(left, ['name'])).toEqual(['name', 'do']))
  test('are the same once they are stored and read', () => {
    const placed = placeColumns(left, given)
    expect(placeColumns(statesOf(placed), given)).toEqual(placed)
  })
  test('that grow share the room that is left, none under its least', () => {
    const shared = [
      numberColumn<Row>({ id: 'fixed', header: 'Fixed', value: row => row.a, width: 100 }),
      numberColumn<Row>({ id: 'one', header: 'One', value: row => row.a, flex: 1, minWidth: 90 }),
      numberColumn<Row>({ id: 'three', header: 'Three', value: row => row.a, flex: 3 }),
    ]
    const widths = (roomPx: number) => Object.fromEntries(columnWidths(placeColumns([], shared), roomPx))
    expect(widths(500)).toEqual({ fixed: 100, one: 100, three: 300 })
    expect(widths(400)).toEqual({ fixed: 100, one: 90, three: 210 })
    expect(widths(150)).toEqual({ fixed: 100, one: 90, three: 40 })
  })
  test('of a fixed width shrink to their least before the table scrolls sideways', () => {
    const fixed = (id: string, width: number, minWidth: number) =>
      numberColumn<Row>({ id, header: id, value: row => row.a, width, minWidth })
    const given = [numberColumn<Row>({ id: 'name', header: 'Name', value: row => row.a, flex: 1, minWidth: 200 })]
    given.push(fixed('life', 64, 60), fixed('ended', 84, 76))
    const widths = (roomPx: number, states: readonly ColumnState[] = []) =>
      Object.fromEntries(columnWidths(placeColumns(states, given), roomPx))
    expect(widths(400)).toEqual({ name: 252, life: 64, ended: 84 })
    expect(widths(342)).toEqual({ name: 200, life: 62, ended: 80 })
    expect(widths(300)).toEqual({ name: 200, life: 60, ended: 76 })
    expect(widths(300, [{ colId: 'ended', width: 120 }])).toMatchObject({ life: 60, ended: 120 })
  })
})

describe('the order of the sorted columns', () => {
  test('of a tree is that of siblings', () => {
    const all = [0, 1, 1, 0, 1].map((depth, at) => ({ depth, a: at, b: 0 }))
    const sorted = orderRows(all, placeColumns([{ colId: 'a', sort: 'desc' }], columns), depthOf)
    expect(sorted.map(row => row.a)).toEqual([3, 4, 0, 2, 1])
  })

  test('has the missing last, rising and falling, and equal ones as the list has them', () => {
    const all = [undefined, 2, 1, 2].map(a => ({ depth: 0, a, b: 0 }))
    const order = (sort: 'asc' | 'desc') =>
      orderRows(all, placeColumns([{ colId: 'a', sort }], columns), undefined)
        .map(row => all.indexOf(row))
        .join('')
    expect([order('asc'), order('desc')]).toEqual(['2130', '1320'])
  })

  test('is the list’s where nothing is sorted', () => {
    const all = [1, 0].map(b => ({ depth: 0, a: undefined, b }))
    expect(orderRows(all, placeColumns([], columns), depthOf)).toBe(all)
  })
})
