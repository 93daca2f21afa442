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
const traded: string[] = []
const columns = [
  textColumn<Row>({ id: 'name', header: 'Name', value: ({ id }) => id, width: 120, tip: ({ id }) => `tip of ${id}` }),
  numberColumn<Row>({
    id: 'mark',
    header: 'Mark',
    value: ({ mark }) => mark,
    places: 0,
    sort: 'desc',
    tone: ({ mark }) => (mark > 2 ? 'gain' : 'loss'),
  }),
  actionsColumn<Row>({ id: 'actions', actions: [{ id: 'trade', label: 'Trade', run: ({ id }) => void traded.push(id) }] }),
]
const rowId = ({ id }: Row): string => id
const marked = (marks: readonly number[]): readonly Row[] => ['a', 'b', 'c'].map((id, at) => ({ id, mark: marks[at] ?? 0 }))

function Table({ rows, ticked }: { readonly rows: readonly Row[]; readonly ticked: readonly string[] }) {
  return (
    <DataGrid
      id="sorted"
      label="Sorted"
      rows={rows}
      columns={columns}
      rowId={rowId}
      selectedIds={ticked}
      onSelectionChange={() => undefined}
    />
  )
}

/** As they stand from the top, whatever their order in the document. */
const inView = (columnId: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('.ag-row')]
    .toSorted((one, other) => Number(one.getAttribute('row-index')) - Number(other.getAttribute('row-index')))
    .flatMap(row => [...row.querySelectorAll<HTMLElement>(`[col-id="${columnId}"]`)])
const names = (): string =>
  inView('name')
    .map(cell => cell.textContent)
    .join('')

async function show(ticked: readonly string[] = []) {
  const { rerender } = render(<Table rows={marked([3, 2, 1])} ticked={ticked} />)
  await waitFor(() => expect(names()).toBe('abc'))
  // The light rows that stood for the grid have gone.
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  return (marks: readonly number[]) => rerender(<Table rows={marked(marks)} ticked={ticked} />)
}

test('rows that change places show what is theirs', async () => {
  const put = await show()
  const [ofA] = inView('name')
  fireEvent.pointerOver(ofA as HTMLElement)
  expect(ofA?.title).toBe('tip of a')
  put([1, 2, 3])
  await waitFor(() => expect(names()).toBe('cba'))
  expect(inView('mark').map(cell => cell.textContent)).toEqual(['3', '2', '1'])
  fireEvent.pointerOver(inView('name')[0] as HTMLElement)
  expect(inView('name')[0]?.title).toBe('tip of c')
})

test('a text cell has the tone of its latest value', async () => {
  const put = await show()
  const classes = (): readonly string[] => inView('mark').map(cell => [...cell.classList].sort().join(' '))
  const [gain = '', , loss = ''] = classes()
  expect(gain).not.toBe(loss)
  put([9, 2, 8])
  await waitFor(() => expect(names()).toBe('acb'))
  expect(classes()).toEqual([gain, gain, loss])
})

test('a press acts on the row that stands there', async () => {
  const put = await show()
  put([1, 2, 3])
  await waitFor(() => expect(names()).toBe('cba'))
  const [button] = inView('actions').map(cell => cell.querySelector('button'))
  fireEvent.click(button as HTMLElement)
  expect(traded).toEqual(['c'])
})

test('a cell that has the focus goes with its row', async () => {
  const put = await show()
  const [ofA] = inView('name')
  ofA?.focus()
  put([1, 2, 3])
  await waitFor(() => expect(names()).toBe('cba'))
  expect(ofA?.isConnected).toBe(true)
  expect(ofA?.textContent).toBe('a')
})

test('a tick goes with its row', async () => {
  const put = await show(['a'])
  const ticked = (): string => [...document.querySelectorAll('.ag-row-selected [col-id="name"]')].map(cell => cell.textContent).join('')
  await waitFor(() => expect(ticked()).toBe('a'))
  put([1, 2, 3])
  await waitFor(() => expect(names()).toBe('cba'))
  expect(ticked()).toBe('a')
})

test('once nothing is sorted the rows stand as the list has them', async () => {
  const put = await show()
  put([1, 3, 2])
  await waitFor(() => expect(names()).toBe('bca'))
  // Falling by mark, then by nothing.
  fireEvent.click(document.querySelector('.ag-header-cell[col-id="mark"] .ag-header-cell-label') as HTMLElement)
  await waitFor(() => expect(names()).toBe('abc'))
  expect(inView('mark').map(cell => cell.textContent)).toEqual(['1', '3', '2'])
})
