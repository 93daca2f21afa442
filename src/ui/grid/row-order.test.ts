import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberColumn } from './columns.ts'
import { compareSortValues } from './column.ts'
import { compareRows, sortNodes } from './row-order.ts'

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

const rows = fc
  .array(
    fc.record({
      depth: fc.nat(3),
      a: fc.option(fc.constantFrom(0, 1, 2, 3), { nil: undefined }),
      b: fc.constantFrom(0, 1),
    }),
    { maxLength: 30 },
  )
  .map(all => {
    let last = -1
    // A tree skips no level.
    return all.map(row => ({ ...row, depth: (last = Math.min(row.depth, last + 1)) }))
  })
const sorts = fc
  .shuffledSubarray(['a', 'b'], { minLength: 1 })
  .chain(ids =>
    fc
      .array(fc.constantFrom('asc', 'desc'), { minLength: ids.length, maxLength: ids.length })
      .map(ways => ids.map((colId, sortIndex) => ({ colId, sort: ways[sortIndex], sortIndex }))),
  )

type Nodes = Parameters<typeof sortNodes<Row>>[0]
type Api = Parameters<typeof sortNodes<Row>>[1]

const apiOf = (state: readonly unknown[]): Api => ({ getColumnState: () => state }) as unknown as Api
const nodesOf = (all: readonly Row[]): Nodes => all.map((data, sourceRowIndex) => ({ data, sourceRowIndex })) as unknown as Nodes
const placesOf = (nodes: Nodes): string => nodes.map(({ sourceRowIndex }) => sourceRowIndex).join('')

/** The row that another stands under, by the order of the list. */
function parentsOf(all: readonly Row[]): ReadonlyMap<Row, Row | undefined> {
  const path: Row[] = []
  return new Map(
    all.map(row => {
      path.length = row.depth
      const parent = path.at(-1)
      path.push(row)
      return [row, parent] as const
    }),
  )
}

describe('the order of the sorted columns', () => {
  test('of a tree is that of siblings: every row stays under its parent', () => {
    fc.assert(
      fc.property(rows, sorts, (all, state) => {
        const nodes = nodesOf(all)
        sortNodes(nodes, apiOf(state), columns, depthOf)
        const sorted = nodes.flatMap(({ data }) => (data === undefined ? [] : [data]))
        expect(new Set(sorted)).toEqual(new Set(all))
        const [before, after] = [parentsOf(all), parentsOf(sorted)]
        expect(sorted.every(row => after.get(row) === before.get(row))).toBe(true)
        const [first] = state
        const column = columns.find(each => each.id === first?.colId)
        const last = new Map<Row | undefined, Row>()
        for (const row of sorted) {
          const above = last.get(after.get(row))
          last.set(after.get(row), row)
          if (above === undefined || column === undefined) continue
          const values = [column.sortValue(above), column.sortValue(row)] as const
          if (values.includes(undefined)) expect(values[0] === undefined && values[1] !== undefined).toBe(false)
          else expect(compareSortValues(...values) * (first?.sort === 'desc' ? -1 : 1)).toBeLessThanOrEqual(0)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('the missing stand last, rising and falling, and equal ones as the list has them', () => {
    const all = [undefined, 2, 1, 2].map(a => ({ depth: 0, a, b: 0 }))
    for (const [sort, order] of [
      ['asc', '2130'],
      ['desc', '1320'],
    ] as const) {
      const nodes = nodesOf(all)
      sortNodes(nodes, apiOf([{ colId: 'a', sort }]), columns, depthOf)
      expect(placesOf(nodes)).toBe(order)
    }
  })

  test('of two rows side by side leaves the missing last once the grid turns the sign of a falling order', () => {
    const [missing, there] = [
      { depth: 0, a: undefined, b: 0 },
      { depth: 0, a: 1, b: 0 },
    ]
    const [column] = columns
    if (column === undefined) throw new Error('no column')
    expect(compareRows<Row>(missing, there, column, false)).toBeGreaterThan(0)
    expect(-compareRows<Row>(missing, there, column, true)).toBeGreaterThan(0)
  })

  test('is the list’s where nothing is sorted', () => {
    const nodes = nodesOf([1, 0].map(b => ({ depth: 0, a: undefined, b })))
    sortNodes(nodes, apiOf([]), columns, depthOf)
    expect(placesOf(nodes)).toBe('01')
  })
})
