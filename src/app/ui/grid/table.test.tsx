// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '../../../testing/sized-elements.ts'
import { enterRows } from '../panel/enter-rows.ts'
import { readColumnState } from './column-state.ts'
import { numberColumn, textColumn } from './columns.ts'
import { actionsColumn } from './component-columns.tsx'
import type { TableProps } from './data-grid-props.ts'
import { Table } from './table.tsx'

interface Row {
  readonly id: string
  readonly mark: number
}
let traded: string[]
let ticked: readonly string[]
beforeEach(() => {
  traded = []
  ticked = []
  localStorage.clear()
})
afterEach(cleanup)

const columns = [
  textColumn<Row>({
    id: 'name',
    header: 'Name',
    value: ({ id }) => id,
    width: 120,
    pinned: 'left',
    tip: ({ id }) => `tip of ${id}`,
  }),
  numberColumn<Row>({
    id: 'mark',
    header: 'Mark',
    value: ({ mark }) => mark,
    places: 0,
    sort: 'desc',
    tone: ({ mark }) => (mark > 2 ? 'gain' : 'loss'),
  }),
  numberColumn<Row>({ id: 'double', header: 'Double', value: ({ mark }) => 2 * mark, places: 0 }),
  actionsColumn<Row>({
    id: 'actions',
    actions: [{ id: 'trade', label: 'Trade', run: ({ id }) => void traded.push(id) }],
  }),
]
const rowId = ({ id }: Row): string => id
const marked = (marks: readonly number[]): readonly Row[] =>
  marks.map((mark, at) => ({ id: 'abcdefghij'[at] ?? `r${at}`, mark }))

function Ticked(props: Partial<TableProps<Row>> & { readonly rows: readonly Row[] }) {
  const [ids, setIds] = useState<readonly string[]>([])
  const tick = (rows: readonly Row[]): void => {
    ticked = rows.map(rowId)
    setIds(ticked)
  }
  return (
    <Table
      id="test"
      label="Rows"
      columns={columns}
      rowId={rowId}
      selectedIds={ids}
      onSelectionChange={tick}
      {...props}
    />
  )
}

function show(rows: readonly Row[], props: Partial<TableProps<Row>> = {}) {
  const { rerender, container } = render(<Ticked rows={rows} {...props} />)
  return { put: (next: readonly Row[]) => rerender(<Ticked rows={next} {...props} />), container }
}
const cells = (columnId: string): HTMLElement[] =>
  screen.getAllByRole('gridcell').filter(cell => cell.getAttribute('col-id') === columnId)
const names = (): string =>
  cells('name')
    .map(cell => cell.textContent)
    .join('')
const cell = (columnId: string, at = 0): HTMLElement => cells(columnId)[at] as HTMLElement
const head = (columnId: string): HTMLElement =>
  screen.getAllByRole('columnheader').find(each => each.getAttribute('col-id') === columnId) as HTMLElement
const press = (keys: string) => userEvent.keyboard(keys)
const focused = (): string => {
  const at = document.activeElement?.closest('[col-id]')
  return `${at?.closest('[row-id]')?.getAttribute('row-id') ?? 'head'} ${at?.getAttribute('col-id')}`
}

describe('a poll', () => {
  test('shows in each row what is its own, in the sorted order, and a tip of it', () => {
    const { put } = show(marked([3, 2, 1]))
    expect(names()).toBe('abc')
    fireEvent.pointerOver(cell('name'))
    expect(cell('name').title).toBe('tip of a')
    put(marked([1, 2, 3]))
    expect(names()).toBe('cba')
    expect(cells('mark').map(each => each.textContent)).toEqual(['3', '2', '1'])
    fireEvent.pointerOver(cell('name'))
    expect(cell('name').title).toBe('tip of c')
  })

  test('gives a cell the tone of its latest value', () => {
    const { put } = show(marked([3, 2, 1]))
    const classes = (): readonly string[] => cells('mark').map(each => each.className)
    const [gain, , loss] = classes()
    expect(gain).not.toBe(loss)
    put(marked([9, 2, 8]))
    expect(names()).toBe('acb')
    expect(classes()).toEqual([gain, gain, loss])
  })

  test('has a press act on the row that stands there now', () => {
    const { put } = show(marked([3, 2, 1]))
    put(marked([1, 2, 3]))
    fireEvent.click(cell('actions').querySelector('button') as HTMLElement)
    expect(traded).toEqual(['c'])
  })

  test('leaves the focus on its row, wherever that moves', () => {
    const { put } = show(marked([3, 2, 1]))
    act(() => cell('mark').focus())
    put(marked([1, 2, 3]))
    expect([names(), focused()]).toEqual(['cba', 'a mark'])
  })

  test('without the row that has the focus gives it to the one that takes its place', () => {
    const { put } = show(marked([3, 2, 1]))
    act(() => cell('mark', 1).focus())
    put(marked([3, 2, 1]).filter(({ id }) => id !== 'b'))
    expect(focused()).toBe('c mark')
    put(marked([3]))
    expect(focused()).toBe('a mark')
  })

  test('takes no focus from elsewhere when a row goes', () => {
    const { put } = show(marked([3, 2, 1]))
    act(() => cell('mark', 1).focus())
    act(() => cell('mark', 1).blur())
    put(marked([3]))
    expect(document.activeElement).toBe(document.body)
  })

  test('keeps ticks on their rows', async () => {
    const { put } = show(marked([3, 2, 1]))
    await userEvent.click(cell('tick').querySelector('input') as HTMLElement)
    put(marked([1, 2, 3]))
    expect(screen.getAllByRole('row', { selected: true }).map(each => each.getAttribute('row-id'))).toEqual(['a'])
  })
})

describe('heads', () => {
  test('sort rising, falling and not at all, which is stored', async () => {
    const { put } = show(marked([3, 1, 2]))
    expect(head('mark').getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(head('mark'))
    expect([names(), head('mark').getAttribute('aria-sort')]).toEqual(['abc', 'none'])
    await userEvent.click(head('mark'))
    expect(names()).toBe('bca')
    put(marked([3, 9, 2]))
    expect(names()).toBe('cab')
    expect(readColumnState('test', ['mark'])[0]?.sort).toBe('asc')
    cleanup()
    show(marked([3, 1, 2]))
    expect(names()).toBe('bca')
  })

  test('sort by several with Shift', () => {
    show(marked([3, 1, 2]))
    fireEvent.click(head('name'), { shiftKey: true })
    expect(['mark', 'name'].map(id => head(id).getAttribute('aria-sort'))).toEqual(['descending', 'ascending'])
    fireEvent.click(head('name'))
    expect(['mark', 'name'].map(id => head(id).getAttribute('aria-sort'))).toEqual(['none', 'descending'])
  })

  test('are sorted, sized and moved by keys', async () => {
    show(marked([3, 1, 2]))
    act(() => head('mark').focus())
    await press('{Enter}')
    expect(names()).toBe('abc')
    await press('{Alt>}{ArrowRight}{/Alt}')
    expect(readColumnState('test', ['mark'])[0]).toMatchObject({ width: 98, flex: null })
    await press('{Shift>}{ArrowRight}{/Shift}')
    expect(screen.getAllByRole('columnheader').map(each => each.getAttribute('col-id'))).toEqual([
      'tick',
      'name',
      'double',
      'mark',
      'actions',
    ])
    expect(focused()).toBe('head mark')
  })
})

describe('keys', () => {
  test('go from cell to cell, to the heads and to the ends', async () => {
    show(marked([5, 4, 3, 2, 1]))
    act(() => void enterRows(document.body, 'first'))
    expect(focused()).toBe('a name')
    await press('{ArrowDown}{ArrowRight}')
    expect(focused()).toBe('b mark')
    await press('{ArrowUp}{ArrowUp}')
    expect(focused()).toBe('head mark')
    await press('{ArrowDown}{End}')
    expect(focused()).toBe('e mark')
    await press('{Control>}{ArrowLeft}{/Control}{Home}')
    expect(focused()).toBe('a tick')
    await press('{Tab}')
    expect(document.activeElement?.closest('[role="grid"]') ?? null).toBe(null)
  })

  test('Enter goes to the control of a cell, and opens the row on another', async () => {
    const opened: string[] = []
    show(marked([2, 1]), { onRowClick: ({ id }) => void opened.push(id) })
    act(() => cell('name').focus())
    await press('{Enter}{Control>}{ArrowRight}{/Control}{Enter}')
    expect([opened, document.activeElement?.tagName]).toEqual([['a'], 'BUTTON'])
    await press('{Enter}')
    expect(traded).toEqual(['a'])
  })

  test('lead to a row far below, which is drawn for it and stays while it has the focus', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ id: `r${at}`, mark: -at }))
    const { put } = show(many)
    expect(cells('name').length).toBeLessThan(60)
    act(() => cell('name').focus())
    await press('{End}')
    expect(focused()).toBe('r4999 name')
    put(many.map(row => ({ ...row })))
    expect(focused()).toBe('r4999 name')
  })
})

describe('ticks', () => {
  test('leave out the rows that cannot be ticked, which have no box', async () => {
    show(marked([3, 2, 1]), { canTick: ({ id }) => id !== 'b' })
    expect(cells('tick').map(each => each.querySelectorAll('input').length)).toEqual([1, 0, 1])
    const all = screen.getByRole('checkbox', { name: /^Tick all/ })
    await userEvent.click(all)
    expect(ticked).toEqual(['a', 'c'])
    await userEvent.click(all)
    expect(ticked).toEqual([])
  })

  test('are set by Space, and with Shift as far as the last one', async () => {
    show(marked([4, 3, 2, 1]))
    act(() => cell('name').focus())
    await press(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(ticked).toEqual(['a', 'b', 'c'])
    await press('{Control>}a{/Control}')
    expect(ticked).toEqual(['a', 'b', 'c', 'd'])
  })
})

test('a chosen set of columns is shown as far as there is room, and reported', () => {
  const wide = ['first', 'second', 'third'].map(id =>
    numberColumn<Row>({ id, header: id, minWidth: 600, value: ({ mark }) => mark, format: String }),
  )
  const told: (readonly string[])[] = []
  const set = { ids: ['third', 'first', 'second'], isFitted: true }
  render(
    <Table
      id="set"
      label="Set"
      rows={marked([1])}
      columns={wide}
      rowId={rowId}
      columnSet={set}
      onColumnsShown={ids => void told.push(ids)}
    />,
  )
  expect(told).toEqual([['third', 'first']])
  expect(screen.getAllByRole('columnheader').map(each => each.textContent)).toEqual(['first', 'third'])
})

test('a text that may run over takes the room of the next cell where that has no value, and only there', () => {
  const words = textColumn<Row>({ id: 'words', header: 'Words', value: () => 'many words', runsOver: true })
  const next = numberColumn<Row>({
    id: 'next',
    header: 'Next',
    value: ({ mark }) => (mark === 1 ? undefined : mark),
    places: 0,
    width: 80,
    sort: 'asc',
  })
  show(marked([1, 2]), { columns: [words, next] })
  expect(cells('words').map(each => each.style.marginInlineEnd)).toEqual(['', '-80px'])
})
