// @vitest-environment happy-dom
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../../testing/sized-elements.ts'
import { numberColumn, textColumn } from './columns.ts'
import { actionsColumn } from './component-columns.tsx'
import { DataGrid } from './data-grid.tsx'

afterEach(cleanup)

interface Row {
  readonly id: string
  readonly mark: number
}
const row = (id: string, mark = 1): Row => ({ id, mark })
const traded: string[] = []
const columns = [
  textColumn<Row>({ id: 'name', header: 'Name', value: ({ id }) => id, width: 120, tip: ({ id }) => `tip of ${id}` }),
  { ...numberColumn<Row>({ id: 'mark', header: 'Mark', value: ({ mark }) => mark, places: 0 }), flashStep: () => 0.5 },
  actionsColumn<Row>({ id: 'actions', actions: [{ id: 'trade', label: 'Trade', run: ({ id }) => void traded.push(id) }] }),
]
const rowId = ({ id }: Row): string => id

function Table({ rows, activeId }: { readonly rows: readonly Row[]; readonly activeId?: string | undefined }) {
  return <DataGrid id="recycled" label="Recycled" rows={rows} columns={columns} rowId={rowId} activeId={activeId} isRecycled />
}

const cells = (columnId: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`.ag-row [col-id="${columnId}"]`)]
const names = (): (string | null)[] => cells('name').map(cell => cell.textContent)

async function show(rows: readonly Row[], activeId?: string) {
  const { rerender } = render(<Table rows={rows} activeId={activeId} />)
  // The grid itself follows the light rows that stand for it.
  await waitFor(() => expect(names()).toEqual(rows.map(rowId)))
  return (next: readonly Row[], nextActive?: string) => rerender(<Table rows={next} activeId={nextActive} />)
}

test('the cells of a row that went are written for the one that comes, with nothing left of it', async () => {
  const put = await show([row('a'), row('b')])
  const before = cells('name')
  put([row('a'), row('b', 9)])
  const risen = cells('mark')[1]?.className
  fireEvent.pointerOver(before[0] as HTMLElement)
  expect(before[0]?.title).toBe('tip of a')
  put([row('c'), row('d', 50)])
  expect(names()).toEqual(['c', 'd'])
  expect(cells('mark').map(cell => cell.textContent)).toEqual(['1', '50'])
  expect(cells('name')).toEqual(before)
  expect(before[0]?.title).toBe('')
  expect(risen).not.toBe(cells('mark')[1]?.className)
  expect(cells('mark')[1]?.className).toBe(cells('mark')[0]?.className)
})

test('a press on a row is of what stands there', async () => {
  const put = await show([row('a'), row('b')])
  put([row('c')])
  await waitFor(() => expect(names()).toEqual(['c']))
  const [trade] = document.querySelectorAll<HTMLElement>('.ag-row [col-id="actions"] button')
  fireEvent.click(trade as HTMLElement)
  expect(traded).toEqual(['c'])
})

test('the row that is shown elsewhere is marked wherever it has gone', async () => {
  const put = await show([row('a'), row('b')], 'a')
  const marked = (): (string | null | undefined)[] =>
    [...document.querySelectorAll('.ag-row[class*="rowActive"] [col-id="name"]')].map(cell => cell.textContent)
  await waitFor(() => expect(marked()).toEqual(['a']))
  put([row('c'), row('a')], 'a')
  await waitFor(() => expect(names()).toEqual(['c', 'a']))
  await waitFor(() => expect(marked()).toEqual(['a']))
  put([row('c'), row('a')], 'c')
  await waitFor(() => expect(marked()).toEqual(['c']))
})

test('a cell that has the focus stays with its row', async () => {
  const put = await show([row('a'), row('b')])
  const [, ofB] = cells('name')
  ofB?.focus()
  put([row('c'), row('b'), row('d')])
  await waitFor(() => expect(names()).toEqual(['c', 'b', 'd']))
  expect(ofB?.isConnected).toBe(true)
  expect(ofB?.textContent).toBe('b')
})
