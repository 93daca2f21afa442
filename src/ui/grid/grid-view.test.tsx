// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../../testing/sized-elements.ts'
import { textColumn } from './columns.ts'
import { DataGrid } from './data-grid.tsx'
import { rowBuffer } from './grid-options.ts'

const columns = [textColumn<string>({ id: 'name', header: 'Name', value: row => row, width: 120 })]
const rows = Array.from({ length: 100 }, (_, index) => `row ${index}`)

let observer: MutationObserver
afterEach(() => {
  observer.disconnect()
  cleanup()
})

test('a grid draws the rows in view first, and those beyond in a task of their own', async () => {
  const counted: number[] = []
  observer = new MutationObserver(() => {
    const drawn = document.querySelectorAll('.ag-row').length
    if (drawn > 0 && counted.at(-1) !== drawn) counted.push(drawn)
  })
  observer.observe(document, { subtree: true, childList: true })
  render(<DataGrid id="steps" label="Steps" rows={rows} columns={columns} rowId={row => row} />)
  await waitFor(() => expect(counted).toHaveLength(2))
  const [inView = 0, all] = counted
  expect(all).toBe(inView + rowBuffer)
})
