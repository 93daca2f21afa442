import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Column } from './column.ts'
import { createSlot, type Slot } from './slot.ts'
import { numberColumn, textColumn } from './columns.ts'
import { sortedOrder } from './row-order.ts'
import { type GridHandle, syncRows } from './row-sync.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly mark: number
}

const allColumns: readonly Column<Row>[] = [
  textColumn<Row>({ id: 'name', header: 'Name', value: row => row.name }),
  numberColumn<Row>({ id: 'mark', header: 'Mark', value: row => row.mark }),
]
const rowId = (row: Row): string => row.id
const idsOf = (slots: readonly Slot<Row>[]): string => slots.map(slot => slot.id).join('')
const row = (id: string, mark = 1): Row => ({ id, name: `name ${id}`, mark })

type Inputs = Parameters<typeof syncRows<Row>>[0]

function setUp(rows: readonly Row[], sorted: readonly string[] = [], shown?: readonly string[], columns = allColumns, hidden = '') {
  const calls: string[] = []
  let retained: readonly Slot<Row>[] = rows.map((each, index) => createSlot(each.id, each, index))
  const grid: GridHandle<Row> = {
    setRows: slots => calls.push(`set ${slots.map(slot => slot.id).join('')}`),
    shown: () => retained.filter(slot => shown?.includes(slot.id) ?? true),
    shownColumnIds: () => columns.map(column => column.id).filter(id => id !== hidden),
    refreshCells: (slots, columnIds) => calls.push(`${columnIds.join('+')} of ${idsOf(slots)}`),
    refreshAllCells: () => calls.push('cells'),
    flash: (_, ways) => calls.push(ways.map(([slot, way]) => `${slot.id} ${way}`).join()),
    redrawRows: slots => calls.push(`redraw ${idsOf(slots)}`),
    refilter: () => calls.push('filter'),
    isInOrder: () => false,
    resort: () => calls.push('sort'),
    places: () => undefined,
    order: () => new Int32Array(),
    drawOthers: slots => calls.push(`others ${idsOf(slots)}`),
    sortedColumnIds: () => sorted,
  }
  const sync = (next: readonly Row[], more: Partial<Pick<Inputs, 'isFiltered' | 'rowTone' | 'activeId' | 'recycling'>> = {}): string[] => {
    calls.length = 0
    retained = syncRows({ slots: retained, rows: next, rowId, columns, rowTone: undefined, isFiltered: false, grid, ...more })
    return [...calls]
  }
  return { sync, calls, slots: () => retained }
}

describe('the same ids in the same order', () => {
  const [a, b] = [row('a'), row('b')]
  test('cost nothing when no row changed, though the list is a new one', () => expect(setUp([a, b], ['mark']).sync([a, b])).toEqual([]))
  test('change cells in place', () => expect(setUp([a, b]).sync([a, row('b', 2)])).toEqual(['mark of b']))
  test('draw cells only of rows in the document', () => expect(setUp([a, b], [], ['a']).sync([a, row('b', 2)])).toEqual([]))
  test('read nothing of a column that is not shown', () => {
    const unread: readonly Column<Row>[] = [
      ...allColumns,
      numberColumn<Row>({
        id: 'hidden',
        header: 'Hidden',
        value: () => {
          throw new Error('read')
        },
      }),
    ]
    expect(setUp([a, b], [], undefined, unread, 'hidden').sync([a, row('b', 2)])).toEqual(['mark of b'])
  })
  test('draw a cell anew when what its text hangs on changed, though its value did not', () => {
    const stepped: readonly Column<Row>[] = [{ ...allColumns[1], form: ({ name }) => name } as Column<Row>]
    expect(setUp([a, b], [], undefined, stepped).sync([a, { ...b, name: 'other' }])).toEqual(['mark of b'])
  })
  test('flash only a price that moved by more than its step, and say which way', () => {
    const stepped: readonly Column<Row>[] = [{ ...allColumns[1], flashStep: () => 0.5 } as Column<Row>]
    const grid = setUp([a, b], [], undefined, stepped)
    expect(grid.sync([row('a', 1.5), row('b', 0)])).toEqual(['b down', 'mark of ab'])
    expect(grid.sync([row('a', 2.1), row('b', 0)])).toEqual(['a up', 'mark of ab'])
  })
  test('keep their slots', () => {
    const grid = setUp([a, b])
    const before = grid.slots()
    grid.sync([a, row('b', 2)])
    expect(grid.slots()).toBe(before)
    expect(before[1]?.row.mark).toBe(2)
  })
  test('are sorted again only when the sort key changed', () => {
    expect(setUp([a, b], ['mark']).sync([a, row('b', 2)])).toEqual(['sort', 'mark of b'])
    expect(setUp([a, b], ['mark']).sync([a, { ...b, name: 'other' }])).toEqual(['name of b'])
  })
  test('are filtered again while a filter is on, since a change may let a row in or out', () => {
    expect(setUp([a, b]).sync([a, row('b', 2)], { isFiltered: true })).toEqual(['filter', 'mark of b'])
  })
  test('draw a whole row again when its tone changed', () => {
    const rowTone = ({ mark }: Row): string | undefined => (mark > 1 ? 'warning' : undefined)
    expect(setUp([a, b]).sync([a, row('b', 2)], { rowTone })).toEqual(['mark of b', 'redraw b'])
    expect(setUp([a, b]).sync([a, row('b', 0)], { rowTone })).toEqual(['mark of b'])
  })
})

describe('other ids', () => {
  const [a, b] = [row('a'), row('b')]
  test('give the grid new rows, keeping the slots of those that stay', () => {
    const grid = setUp([a, b])
    const [, slotOfB] = grid.slots()
    expect(grid.sync([row('b', 3), row('c')])).toEqual(['set bc', 'cells'])
    expect(grid.slots()[0]).toBe(slotOfB)
    expect(slotOfB?.row.mark).toBe(3)
  })
  test('are seen in another order too', () => expect(setUp([a, b]).sync([b, a])).toEqual(['set ba', 'cells']))
})

describe('places that other rows take', () => {
  const [a, b, c, d] = [row('a'), row('b', 5), row('c'), row('d')]
  test('stay what they are to the grid, and write what is in them now', () => {
    const grid = setUp([a, b])
    const before = grid.slots().map(slot => slot.nodeId)
    expect(grid.sync([c, d], { recycling: 'on' })).toEqual(['set cd', 'cells'])
    expect(grid.slots().map(slot => slot.nodeId)).toEqual(before)
    expect(grid.slots().map(slot => slot.row)).toEqual([c, d])
  })
  test('are more where there are more rows', () => {
    const grid = setUp([a])
    grid.sync([c, a, d], { recycling: 'on' })
    expect(new Set(grid.slots().map(slot => slot.nodeId)).size).toBe(3)
  })
  test('flash for no price of another row', () => {
    const stepped: readonly Column<Row>[] = [{ ...allColumns[1], flashStep: () => 0.5 } as Column<Row>]
    expect(setUp([a], [], undefined, stepped).sync([b], { recycling: 'on' })).toEqual(['set b', 'cells'])
  })
  test('are drawn whole where the row that came has another tone, or is the one shown elsewhere', () => {
    const rowTone = ({ mark }: Row): string | undefined => (mark > 1 ? 'warning' : undefined)
    expect(setUp([a, c]).sync([b, d], { recycling: 'on', rowTone })).toEqual(['set bd', 'cells', 'redraw b'])
    expect(setUp([a, c]).sync([d, a], { recycling: 'on', activeId: 'a' })).toEqual(['set da', 'cells', 'redraw da'])
  })
  test('go with their rows while the reader has hold of one', () => {
    const grid = setUp([a, c])
    const place = grid.slots()[1]
    grid.sync([c, d], { recycling: 'paused' })
    expect(grid.slots()[0]).toBe(place)
  })
})

test('a row that stays in another list is drawn whole where its tone changed', () => {
  const rowTone = ({ mark }: Row): string | undefined => (mark > 1 ? 'warning' : undefined)
  expect(setUp([row('a'), row('b')]).sync([row('c'), row('a', 2)], { rowTone })).toEqual(['set ca', 'cells', 'redraw a'])
})

test('whatever lists follow one another, the slots hold the last one', () => {
  const list = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), name: fc.string(), mark: fc.integer() }), {
    selector: each => each.id,
  })
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), lists => {
      const grid = setUp([], ['mark'])
      for (const rows of lists) {
        grid.sync(rows)
        expect(grid.slots().map(slot => slot.row)).toEqual(rows)
        expect(grid.slots().map(slot => slot.id)).toEqual(rows.map(rowId))
      }
    }),
  )
  const recycled = fc.record({ rows: list, recycling: fc.constantFrom('on', 'paused') })
  fc.assert(
    fc.property(fc.array(recycled, { minLength: 1, maxLength: 8 }), lists => {
      const grid = setUp([], ['mark'])
      for (const { rows, recycling } of lists) {
        grid.sync(rows, { recycling })
        expect(grid.slots().map(slot => slot.row)).toEqual(rows)
        expect(grid.slots().map(slot => slot.id)).toEqual(rows.map(rowId))
        expect(new Set(grid.slots().map(slot => slot.nodeId)).size).toBe(rows.length)
      }
    }),
  )
})

describe('rows that sorting moves', () => {
  const flashing = { ...(allColumns[1] as Column<Row>), flashStep: () => 0.5 }
  const columns = [allColumns[0] as Column<Row>, flashing]
  const order = (slots: readonly Slot<Row>[]): Int32Array => sortedOrder(slots, [{ column: flashing, descending: false }])

  /** A grid sorted by mark; `isHeld`: the reader has hold of a row. */
  function setUpSorted(rows: readonly Row[], isHeld = () => false) {
    const calls: string[] = []
    let slots: readonly Slot<Row>[] = rows.map((each, index) => createSlot(each.id, each, index))
    let places: readonly Slot<Row>[] = []
    const put = (next: readonly Slot<Row>[]): void => {
      places = [...order(next)].map(index => next[index] as Slot<Row>)
    }
    put(slots)
    const grid: GridHandle<Row> = {
      setRows: put,
      shown: () => places,
      shownColumnIds: () => columns.map(column => column.id),
      refreshCells: (drawn, ids) => calls.push(`${ids.join('+')} of ${idsOf(drawn)}`),
      refreshAllCells: () => calls.push('cells'),
      flash: (_, ways) => calls.push(ways.map(([slot, way]) => `${slot.id} ${way}`).join()),
      redrawRows: drawn => calls.push(`redraw ${idsOf(drawn)}`),
      refilter: () => calls.push('filter'),
      isInOrder: () => [...order(slots)].every((index, at) => places[at] === slots[index]),
      resort() {
        calls.push('sort')
        put(slots)
      },
      places: () => (isHeld() ? undefined : places),
      order,
      drawOthers: drawn => calls.push(`others ${idsOf(drawn)}`),
      sortedColumnIds: () => ['mark'],
    }
    const inputs = (next: readonly Row[], rowTone?: Inputs['rowTone']): Inputs => {
      calls.length = 0
      return { slots, rows: next, rowId, columns, rowTone, isFiltered: false, grid }
    }
    return {
      draw(next: readonly Row[], rowTone?: Inputs['rowTone']): string[] {
        slots = syncRows(inputs(next, rowTone))
        return [...calls]
      },
      sync(next: readonly Row[]): void {
        slots = syncRows(inputs(next))
      },
      slots: () => slots,
      shown: () => places.map(slot => slot.row),
      nodeIds: () => places.map(slot => slot.nodeId),
    }
  }

  const [a, b, c] = [row('a', 1), row('b', 2), row('c', 3)]

  test('are written into one another’s places, and the grid moves nothing', () => {
    const grid = setUpSorted([a, b, c])
    const before = grid.nodeIds()
    const later = [row('a', 1), row('b', 9), row('c', 3)]
    expect(grid.draw(later)).toEqual(['others cb', 'b up'])
    expect(grid.nodeIds()).toEqual(before)
    expect(grid.shown()).toEqual([later[0], later[2], later[1]])
    expect(grid.slots().map(slot => slot.row)).toEqual(later)
  })
  test('are drawn like any other where they keep their place', () =>
    expect(setUpSorted([a, b, c]).draw([row('a', 0), row('b', 9), row('c', 3)])).toEqual(['others cb', 'a down', 'mark of a', 'b up']))
  test('move with their places while the reader has hold of one', () => {
    const grid = setUpSorted([a, b], () => true)
    const before = grid.nodeIds()
    expect(grid.draw([row('a', 9), b])).toEqual(['sort', 'a up', 'mark of a'])
    expect(grid.nodeIds()).toEqual(before.toReversed())
  })
  test('are drawn whole where the row that came has another tone', () => {
    const rowTone = ({ id }: Row): string | undefined => (id === 'c' ? 'group' : undefined)
    expect(setUpSorted([a, b, c]).draw([a, row('b', 9), c], rowTone)).toContain('redraw cb')
  })
  test('are found by the lists that follow, whatever has moved where, held or not', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const list = fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), name: fc.constant(''), mark: fc.integer({ min: 0, max: 9 }) }), {
      selector: each => each.id,
    })
    const poll = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 })
    const step = fc.record({ isHeld: fc.boolean(), list: fc.option(list), poll })
    fc.assert(
      fc.property(list, fc.array(step, { maxLength: 8 }), (first, steps) => {
        let isHeld = false
        let rows: readonly Row[] = first
        const grid = setUpSorted(rows, () => isHeld)
        for (const each of steps) {
          isHeld = each.isHeld
          rows = each.list ?? rows.map((was, at) => ({ ...was, mark: each.poll[at] ?? 0 }))
          if (each.list === null) grid.draw(rows)
          grid.sync(rows)
          expect(grid.slots().map(slot => slot.row)).toEqual(rows)
          expect(grid.slots().map(slot => slot.index)).toEqual([...rows.keys()])
          expect(grid.shown()).toEqual(rows.toSorted((x, y) => x.mark - y.mark))
          expect(new Set(grid.nodeIds()).size).toBe(rows.length)
        }
      }),
      { numRuns: 300 },
    )
  })
})
