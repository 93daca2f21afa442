import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortTree } from './column-layout.ts'

interface Node {
  readonly id: number
  readonly depth: number
  readonly key: number
}

const trees = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5 })), { maxLength: 40 })
  .map(rows => {
    let last = -1
    return rows.map(([depth, key], id): Node => {
      last = Math.min(depth, last + 1)
      return { id, depth: last, key }
    })
  })

function parents(rows: readonly Node[]): Map<number, number | undefined> {
  const path: Node[] = []
  return new Map(
    rows.map(row => {
      path.length = row.depth
      path[row.depth] = row
      return [row.id, path[row.depth - 1]?.id] as const
    }),
  )
}

const sorted = (rows: readonly Node[], way: 1 | -1) =>
  [
    ...sortTree(
      Int32Array.from(rows, row => row.depth),
      (a, b) => ((rows[a]?.key ?? 0) - (rows[b]?.key ?? 0)) * way,
    ),
  ].flatMap(index => rows[index] ?? [])

it('sorting a tree keeps every row once and under its parent, and siblings stand in order', () => {
  fc.assert(
    fc.property(trees, fc.constantFrom<1 | -1>(1, -1), (rows, way) => {
      const answer = sorted(rows, way)
      expect(answer.map(row => row.id).sort((a, b) => a - b)).toEqual(rows.map(row => row.id))
      expect([...parents(answer)].sort(([a], [b]) => a - b)).toEqual([...parents(rows)])
      const above = parents(answer)
      for (const parent of new Set(above.values())) {
        const keys = answer.filter(row => above.get(row.id) === parent).map(row => row.key * way)
        expect(keys).toEqual([...keys].sort((a, b) => a - b))
        const siblings = answer.filter(row => above.get(row.id) === parent)
        siblings
          .slice(1)
          .forEach((row, at) => expect(row.key === siblings[at]?.key && row.id < siblings[at].id).toBe(false))
      }
    }),
  )
})
