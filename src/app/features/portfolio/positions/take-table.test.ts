// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import { closeToast, shownToasts } from '../../../ui/controls/toasts.ts'
import { copyTable, saveTable } from './take-table.ts'

const gridOf = (table: ReturnType<TableHandle['table']>) => ({
  current: { table: () => table } as Partial<TableHandle> as TableHandle,
})
const heads = ['Instrument', 'Size']
const titles = (): readonly string[] => shownToasts().map(toast => toast.title)

let written: string[]
let saved: { readonly name: string; readonly blob: Blob }[]

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  saved = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  })
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    last = blob as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last !== undefined) saved.push({ name: this.download, blob: last })
  })
})
afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the positions shown, taken elsewhere', () => {
  it('are copied with their heads, a tab between cells, and counted', async () => {
    await copyTable(gridOf([heads, ['BTC PERP', '1.5'], ['ETH PERP', '-2']]))
    await copyTable(gridOf([heads, ['BTC PERP', '1.5']]))
    expect(written).toEqual(['Instrument\tSize\nBTC PERP\t1.5\nETH PERP\t-2', 'Instrument\tSize\nBTC PERP\t1.5'])
    expect(titles()).toEqual(['Copied 2 rows with their heads', 'Copied 1 row with its heads'])
  })

  it.each([
    ['no grid is drawn', { current: null }],
    ['it shows no row', gridOf([heads])],
  ])('are neither copied nor saved where %s: that is said, and the clipboard stays as it was', async (_, grid) => {
    await copyTable(grid)
    saveTable(grid, 'positions')
    expect([written, saved]).toEqual([[], []])
    expect(titles()).toEqual(['Nothing to take', 'Nothing to take'])
  })

  it('are saved with a name that tells what and when, and no cell that a spreadsheet would run', async () => {
    saveTable(gridOf([heads, ['=HYPERLINK("x")', '-2'], ['"BTC", PERP', '1.5']]), 'positions')
    const [file] = saved
    expect(file?.name).toMatch(/^legwork-positions-2026-11-25T\d{6}\.csv$/)
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.blob.arrayBuffer())).toBe(
      '\ufeff"Instrument","Size"\r\n"\'=HYPERLINK(""x"")","-2"\r\n"""BTC"", PERP","1.5"\r\n',
    )
  })
})
