// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../testing/sized-elements.ts'
import { textColumn } from './columns.ts'
import { DataGrid } from './data-grid.tsx'

afterEach(cleanup)

interface Row {
  readonly id: string
  readonly holds: boolean
}
const rows: readonly Row[] = [
  { id: 'trade', holds: true },
  { id: 'step', holds: false },
  { id: 'leg', holds: true },
]
const columns = [textColumn<Row>({ id: 'name', header: 'Name', value: row => row.id, width: 120 })]
const canTick = (row: Row): boolean => row.holds

test('a row that cannot be ticked has no box that can be seen, and ticking all leaves it out', async () => {
  const told: (readonly string[])[] = []
  render(
    <DataGrid
      id="ticks"
      label="Ticks"
      rows={rows}
      columns={columns}
      rowId={row => row.id}
      canTick={canTick}
      selectedIds={[]}
      onSelectionChange={ticked => void told.push(ticked.map(row => row.id))}
    />,
  )
  // The grid itself follows the light rows that stand for it.
  const all = await screen.findByRole('checkbox', { name: /^Tick all/ })
  const boxes = (id: string) => [...document.querySelectorAll(`[row-id="${id}"] .ag-selection-checkbox:not(.ag-invisible) input`)]
  await waitFor(() => expect(['trade', 'step', 'leg'].map(id => boxes(id).length)).toEqual([1, 0, 1]))
  await userEvent.setup().click(all)
  await waitFor(() => expect(told.at(-1)).toEqual(['trade', 'leg']))
})
