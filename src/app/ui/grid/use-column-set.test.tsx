// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../../../testing/sized-elements.ts'
import { numberColumn } from './columns.ts'
import { DataGrid } from './data-grid.tsx'

const columns = ['first', 'second', 'third'].map(id =>
  numberColumn<number>({ id, header: id, minWidth: 600, value: row => row, format: String }),
)
const columnSet = { ids: ['third', 'first', 'second'], isFitted: true }

let observer: MutationObserver
const headersSeen = new Set<string>()
const headersShown = (): string[] =>
  [...document.querySelectorAll('.ag-header-cell[col-id]')].map(header => header.getAttribute('col-id') ?? '')

afterEach(() => {
  observer.disconnect()
  cleanup()
})

test('a grid begins with the columns that it has room for: none is drawn to be taken away again', async () => {
  observer = new MutationObserver(() => {
    for (const id of headersShown()) headersSeen.add(id)
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  render(<DataGrid id="set" label="Set" rows={[1, 2]} columns={columns} rowId={String} columnSet={columnSet} />)
  await waitFor(() => expect(headersShown().toSorted()).toEqual(['first', 'third']))
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  expect([...headersSeen].toSorted()).toEqual(['first', 'third'])
})
