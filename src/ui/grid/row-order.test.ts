import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberColumn } from './columns.ts'
import { areInOrder, sortNodes, sortedColumns } from './row-order.ts'
import { type Slot, createSlot } from './slot.ts'

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
const nodesOf = (slots: readonly Slot<Row>[]): Nodes => slots.map(data => ({ data })) as unknown as Nodes

describe('the order of the sorted columns', () => {
  test('of a tree holds once it is sorted, whatever it is sorted by; it is found broken where sorting would move a row', () => {
    fc.assert(
      fc.property(rows, sorts, (all, state) => {
        const api = apiOf(state)
        const slots = all.map((row, index) => createSlot(String(index), row, index))
        const nodes = nodesOf(slots)
        const isInOrder = (): boolean => areInOrder(at => nodes[at]?.data, nodes.length, sortedColumns(api, columns), depthOf)
        const wasInOrder = isInOrder()
        sortNodes(nodes, api, columns, depthOf)
        expect(nodes.every(({ data }, at) => data === slots[at])).toBe(wasInOrder)
        expect(isInOrder()).toBe(true)
        expect(new Set(nodes.map(({ data }) => data))).toEqual(new Set(slots))
      }),
      { numRuns: 400 },
    )
  })

  test('the missing stand last, rising and falling', () => {
    const slots = [undefined, 2, 1].map((a, index) => createSlot(String(index), { depth: 0, a, b: 0 }, index))
    for (const [sort, order] of [
      ['asc', '210'],
      ['desc', '120'],
    ] as const) {
      const nodes = nodesOf(slots)
      sortNodes(nodes, apiOf([{ colId: 'a', sort }]), columns, depthOf)
      expect(nodes.map(({ data }) => data?.id).join('')).toBe(order)
    }
  })

  test('is the list’s among equal ones and where nothing is sorted, whichever places the rows are in', async () => {
    const slots = [1, 0, 1, 0].map((b, index) => createSlot(String(index), { depth: 0, a: undefined, b }, index))
    const asPlaced = [3, 0, 2, 1].map(index => slots[index] as Slot<Row>)
    const ids = (all: readonly (Slot<Row> | undefined)[]): string => all.map(slot => slot?.id).join('')
    const nodes = nodesOf(asPlaced)
    sortNodes(nodes, apiOf([{ colId: 'b', sort: 'desc' }]), columns)
    expect(ids(nodes.map(({ data }) => data))).toBe('0213')
    const given: string[] = []
    const api = {
      ...apiOf([]),
      isDestroyed: () => false,
      forEachNode: (run: (node: unknown) => void) => nodesOf(asPlaced).forEach(run),
      setGridOption: (_: string, all: readonly Slot<Row>[]) => given.push(ids(all)),
    } as unknown as Api
    sortNodes(nodesOf(slots), api, columns)
    sortNodes(nodesOf(asPlaced), api, columns)
    await Promise.resolve()
    expect(given).toEqual(['0123'])
  })
})
