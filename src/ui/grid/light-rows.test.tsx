// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LightRows } from './light-rows.tsx'
import type { Column } from './column.ts'
import { numberColumn } from './columns.ts'
import { rowHeightOf } from './row-height.ts'

const columns: readonly Column<string>[] = [
  { id: 'name', header: 'Name', align: 'left', width: 100, text: row => row, sortable: false, value: row => row, sortValue: row => row },
]
const rows = Array.from({ length: 40 }, (_, index) => `row ${index}`)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const draw = () => render(<LightRows id="test" label="Rows" columns={columns} rows={rows} rowId={row => row} compact />)

test('are drawn as far as the box shows them, with the height of all', () => {
  const rowPx = rowHeightOf('compact')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(rowPx * 10)
  draw()
  expect(screen.getAllByRole('gridcell').map(cell => cell.textContent)).toEqual(rows.slice(0, 10))
  const rest = screen.getByRole('grid').lastElementChild
  expect(rest instanceof HTMLElement && rest.style.height).toBe(`${rowPx * 30}px`)
})

test('shorten a figure that its cell is too narrow for, as the grid that follows does, and cut none', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(80)
  const price = numberColumn<number>({ id: 'price', header: 'Price', flex: 1, value: row => row, format: () => '109,529.4312' })
  render(<LightRows id="test" label="Rows" columns={[price]} rows={[109_529.4312]} rowId={String} compact />)
  expect(screen.getByRole('gridcell').textContent).toBe('109,529.4')
})

test('are all there where nothing is laid out', () => {
  draw()
  expect(screen.getAllByRole('gridcell')).toHaveLength(rows.length)
})

test('have a box where they can be ticked, as the grid that follows has', () => {
  const boxes = (canTick?: (row: string) => boolean) => {
    const { container } = render(
      <LightRows
        id="test"
        label="Rows"
        columns={columns}
        rows={rows.slice(0, 3)}
        rowId={row => row}
        onSelectionChange={() => undefined}
        {...(canTick === undefined ? {} : { canTick })}
      />,
    )
    const counts = [...container.querySelectorAll('[row-id]')].map(row => row.querySelectorAll('span').length)
    cleanup()
    return counts
  }
  expect([boxes(), boxes(row => row !== 'row 1')]).toEqual([
    [1, 1, 1],
    [1, 0, 1],
  ])
})
