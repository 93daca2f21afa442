// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { type FilledGrid, createRowFill, firstRows, rowsATask } from './row-fill.ts'

function fakeGrid({ isSorted = false, above = 0 } = {}) {
  const rows: number[] = []
  let longest = 0
  const grid: FilledGrid<number> = {
    put: items => {
      rows.splice(0, rows.length, ...items)
      longest = Math.max(longest, items.length)
    },
    add: items => {
      rows.push(...items)
      longest = Math.max(longest, items.length)
    },
    above: () => above,
    isWhole: () => isSorted,
  }
  return { grid, rows, longest: () => longest }
}
const list = (length: number): number[] => Array.from({ length }, (_, index) => index)

it('the first rows are there at once, and all of them in their order after some tasks, none of which gives too many', async () => {
  const { grid, rows, longest } = fakeGrid()
  createRowFill(grid).setRows(list(50_000))
  expect(rows).toEqual(list(firstRows))
  await vi.waitFor(() => expect(rows).toHaveLength(50_000))
  expect(rows).toEqual(list(50_000))
  expect(longest()).toBeLessThanOrEqual(rowsATask)
})

it('whoever reads the rows has them all first', () => {
  const { grid, rows } = fakeGrid()
  const fill = createRowFill(grid)
  fill.setRows(list(30_000))
  fill.finish()
  expect(rows).toEqual(list(30_000))
})

it('a new list drops what the one before still had to give', async () => {
  const { grid, rows } = fakeGrid()
  const fill = createRowFill(grid)
  fill.setRows(list(30_000))
  fill.setRows([7])
  await new Promise(resolve => setTimeout(resolve, 400))
  expect(rows).toEqual([7])
})

it('a sorted grid, and one in which somebody may be far down, get the whole list at once', () => {
  const sorted = fakeGrid({ isSorted: true })
  createRowFill(sorted.grid).setRows(list(30_000))
  expect(sorted.rows).toHaveLength(30_000)
  const scrolled = fakeGrid({ above: 20_000 })
  createRowFill(scrolled.grid).setRows(list(29_000))
  expect(scrolled.rows).toHaveLength(29_000)
})

it('a grid made with the first rows is given the others by itself', async () => {
  const { grid, rows } = fakeGrid()
  grid.put(list(firstRows))
  createRowFill(grid, list(3_000).slice(firstRows))
  await vi.waitFor(() => expect(rows).toEqual(list(3_000)))
})
