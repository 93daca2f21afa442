// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { PositionReader } from '../../model/account/position-rows.ts'
import { heldPosition } from '../../testing/held-position.ts'
import { LightTable, lightRowsShown } from '../../ui/grid/light-table.tsx'
import { setPreferences } from '../../ui/theme/preferences.ts'
import { drawFirstRows, firstTable, firstTreeRows } from './first-positions.tsx'
import { storeBase, storeClosed, storeView } from './positions/positions-table.ts'
import { PositionsTree } from './positions/positions-tree.ts'

const book = [
  heldPosition('BTC-20261225-90000C', '2', '4000', '4100.5'),
  heldPosition('BTC-20261225-95000C', '-2', '2000', '2050'),
  heldPosition('BTC-20270326-95000P', '1', '3000', '2900'),
  heldPosition('BTC-USD-PERPETUAL', '-0.5', '92000', '92500'),
  heldPosition('ETH-20261225-4000C', '10', '200', '210'),
  heldPosition('ETH-USD-PERPETUAL', '3', '4000', '4010'),
]

afterEach(() => {
  localStorage.clear()
  setPreferences({ amounts: 'shown' })
})

const position = fc
  .record({
    base: fc.constantFrom('BTC', 'ETH', 'SOL'),
    kind: fc.constantFrom('20261225-90000C', '20261225-95000P', '20261225-95000C', '20270326-95000C', 'USD-PERPETUAL', '20270326'),
    size: fc.constantFrom('1', '-1', '2', '-2', '3'),
  })
  .map(({ base, kind, size }) => heldPosition(`${base}-${kind}`, size, '100', '101'))
const rowsOf = (positions: typeof book) => new PositionReader().read(positions, () => undefined, new Map())

describe('the first rows of the tree', () => {
  it('are the first rows of the whole tree', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(position, { selector: each => each.symbol, maxLength: 18 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (positions, most, isClosed) => {
          const closed = new Set(isClosed ? ['base ETH'] : [])
          const said = (rows: ReturnType<typeof firstTreeRows>): unknown =>
            rows.slice(0, most).map(row => [row.id, row.label, row.note, row.depth, row.isOpen, row.figures.size, row.figures.upnl])
          const whole = new PositionsTree().read(rowsOf(positions), [], closed)
          const first = firstTreeRows(positions, closed, most)
          expect(said(first)).toEqual(said(whole))
          expect(first.length).toBeGreaterThanOrEqual(Math.min(most, whole.length))
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the first table of positions', () => {
  it('is as it was last looked at: grouped or flat, of one base, with groups closed', () => {
    expect(firstTable(book, false)?.rows.map(row => row.label)).toContain('BTC')
    storeClosed(['base BTC'])
    expect(
      firstTable(book, false)
        ?.rows.filter(row => row.kind === 'leg')
        .map(row => row.legs[0]?.position.base),
    ).toEqual(['ETH', 'ETH'])
    storeBase('ETH')
    expect(firstTable(book, false)?.rows.map(row => row.label)).not.toContain('BTC')
    storeView('flat')
    expect(firstTable(book, false)?.rows).toHaveLength(2)
    // A base that is held no more hides nothing, nor one of which nothing is left.
    storeBase('ETH')
    const flat = book.map(each => (each.symbol.startsWith('ETH') ? { ...each, size: dec('0.0') } : each))
    expect(firstTable(flat, false)?.rows).toHaveLength(4)
    storeBase('SOL')
    expect(firstTable(book, false)?.rows).toHaveLength(6)
  })

  it('is left to the program where that shows trades, or nothing is held', () => {
    expect(firstTable([], false)).toBeUndefined()
    storeView('trades')
    expect(firstTable(book, false)).toBeUndefined()
  })

  it('tells no amount while amounts are hidden', () => {
    const place = document.createElement('div')
    setPreferences({ amounts: 'hidden' })
    const table = firstTable(book, false)
    if (table === undefined) throw new Error('no table')
    drawFirstRows(place, table)
    expect(place.textContent).toContain('•••')
    expect(place.textContent).not.toContain('201.00')
  })

  it('is drawn as React draws it', () => {
    const place = document.createElement('div')
    const table = firstTable(book, false)
    if (table === undefined) throw new Error('no table')
    drawFirstRows(place, table)
    const box = { widthPx: 0, heightPx: 0 }
    const found = lightRowsShown(table, box)
    if (found === undefined) throw new Error('no rows')
    const { container } = render(<LightTable {...table} found={found} box={box} rowPx={28} />)
    expect(place.querySelectorAll('[row-id]').length).toBeGreaterThan(8)
    expect(place.innerHTML).toBe(container.innerHTML)
  })
})
