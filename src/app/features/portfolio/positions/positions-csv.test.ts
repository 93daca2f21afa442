import { expect, it } from 'vitest'
import { positionRows } from '../../../../core/account/position-rows.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import { heldPosition } from '../../../../testing/held-position.ts'
import { call, lookup } from '../../../../testing/universe.fixture.ts'
import { positionsColumns } from '../rows/positions-columns.tsx'
import { positionsCsv } from './positions-csv.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const columns = positionsColumns(true, { toggle: () => undefined, close: () => undefined, isUltrawide: false })
const spread: PackageTrade = {
  order: '1',
  atMs: 1,
  legs: legsOf({ [call(100)]: 1, [call(110)]: -1 }),
  quantity: dec('2'),
}
const perpetual = heldPosition('BTC-USD-PERPETUAL', '1.5', '4000', '4100')
const all = positionRows(
  [perpetual, heldPosition(call(100), '2', '4000', '4100'), heldPosition(call(110), '-2', '2000', '2100')],
  lookup.bySymbol,
)
const atMs = Date.UTC(2026, 10, 23, 12)

const cellsOf = (text: string): string[][] =>
  text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map(line => line.slice(1, -1).split('","'))

it('has one line per position with account, time, wire symbol and structure, and no subtotal', () => {
  const [head, ...lines] = cellsOf(
    positionsCsv({ positions: all, all, trades: [spread], columns, account: 'desk-1', atMs }),
  )
  expect(head?.slice(0, 6)).toEqual(['account', 'time_utc', 'symbol', 'structure', 'quote', 'Instrument'])
  expect(lines.map(line => line.slice(0, 3))).toEqual(
    ['BTC-USD-PERPETUAL', call(100), call(110)].map(symbol => ['desk-1', '2026-11-23T12:00:00.000Z', symbol]),
  )
  expect(lines.map(line => line[3])).toEqual([
    '',
    expect.stringContaining('call spread'),
    expect.stringContaining('call spread'),
  ])
})

it('has every column, shown or not, and begins with a byte order mark', () => {
  const text = positionsCsv({ positions: all, all, trades: [], columns, account: 'desk-1', atMs })
  const [head, ...lines] = cellsOf(text)
  expect(text.startsWith('\ufeff')).toBe(true)
  for (const name of ['Size', 'uPnL', 'Vega', 'Theta', 'Expiry, UTC', 'Margin value', 'Check'])
    expect(head).toContain(name)
  expect(lines.every(line => line.length === head?.length)).toBe(true)
})

it('names the structure of a position whose other legs a filter leaves out', () => {
  const [, one] = cellsOf(
    positionsCsv({ positions: all.slice(1, 2), all, trades: [spread], columns, account: 'desk-1', atMs }),
  )
  expect([one?.[2], one?.[3]]).toEqual([call(100), expect.stringContaining('call spread')])
})
