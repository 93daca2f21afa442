// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { showTip } from './cell-tips.ts'
import { textColumn } from './columns.ts'

interface Row {
  readonly name: string
}
const columns = [
  textColumn<Row>({
    id: 'name',
    header: 'Name',
    title: 'Name at the venue',
    value: row => row.name,
    tip: row => `wire ${row.name}`,
  }),
]

afterEach(() => document.body.replaceChildren())

function hover(html: { role: string; colId: string }, rowOf: (id: string) => Row | undefined): string | null {
  const [row, cell, inner] = [document.createElement('div'), document.createElement('div'), document.createElement('b')]
  row.setAttribute('row-id', '7')
  cell.setAttribute('role', html.role)
  cell.setAttribute('col-id', html.colId)
  cell.append(inner)
  row.append(cell)
  document.body.append(row)
  showTip(inner, columns, rowOf)
  return cell.getAttribute('title')
}

test('a cell shows the tip of its own row', () =>
  expect(hover({ role: 'gridcell', colId: 'name' }, id => ({ name: `of ${id}` }))).toBe('wire of 7'))
test('a header shows what its column is', () =>
  expect(hover({ role: 'columnheader', colId: 'name' }, () => undefined)).toBe('Name at the venue'))
test('a cell without a tip shows none', () => {
  expect(hover({ role: 'gridcell', colId: 'other' }, () => ({ name: 'x' }))).toBeNull()
  expect(hover({ role: 'gridcell', colId: 'name' }, () => undefined)).toBeNull()
})
