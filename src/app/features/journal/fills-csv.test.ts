import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { Fill } from '../../../core/domain/fill.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { fillsCsv } from './fills-csv.ts'
import { testFill } from '../../../testing/execution.fixture.ts'

const start = Date.UTC(2026, 10, 22, 9)
const fill = (id: string, order: string, symbol: string, atMs: number): Fill =>
  testFill(symbol, 'sell', '2', '100.5', { id, order, trade: id, atMs, isAllotted: true })
const closing = (closedBy: string | undefined, symbol: string, realised: string, atMs = start): Closing => ({
  symbol,
  closedBy,
  openedBy: 'o',
  quantity: dec('1'),
  realised: dec(realised),
  atMs,
})

describe('fills as a table', () => {
  it('has a row a leg, oldest first, and what an order realised on a leg once, so that the column adds up', () => {
    const fills = [fill('3', 'a', 'X', start + 2), fill('1', 'a', 'X', start), fill('2', 'a', 'Y', start + 1)]
    const closings = [
      closing('a', 'X', '7'),
      closing('a', 'X', '-2'),
      closing('a', 'Y', '1.5'),
      closing(undefined, 'X', '99'),
    ]
    const text = fillsCsv({ fills, orders: new Map(), closings, notes: new Map() })
    const rows = text
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map(line => line.slice(1, -1).split('","'))
    const at = rows[0]?.indexOf('realised_by_order_and_leg') ?? -1
    expect(rows.slice(1).map(cells => [cells[0], cells[1], cells[at]])).toEqual([
      ['2026-11-22T09:00:00.000Z', 'X', ''],
      ['2026-11-22T09:00:00.001Z', 'Y', '1.5'],
      ['2026-11-22T09:00:00.002Z', 'X', '5'],
    ])
  })

  it('has no price of a leg that is not known, and says so', () => {
    const fills = [{ ...fill('1', 'a', 'X', start), isUnknown: true as const }, fill('2', 'a', 'Y', start + 1)]
    const text = fillsCsv({ fills, orders: new Map(), closings: [], notes: new Map() })
    expect(text).toContain('"2","","not known"')
    expect(text).toContain('"2","100.5","yes"')
  })
})
