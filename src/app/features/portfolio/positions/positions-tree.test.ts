import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PositionRow, positionRows } from '../../../../core/account/position-rows.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { dec, type Decimal, eq, sum } from '../../../../core/domain/decimal.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import { join, noOwnGroups, rename, split, undo } from '../../../../core/domain/grouping/own-groups.ts'
import { noGreeks, type UnitGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { heldPosition } from '../../../../testing/held-position.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import { arrangePositions } from './position-nodes.ts'
import { flatRows, groupsOf, treeRows } from './positions-tree.ts'

const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const perpetual = 'BTC-USD-PERPETUAL'

const position = (symbol: string, size: string, entry: string, mark: string, margin?: string): Position =>
  heldPosition(symbol, size, entry, mark, margin === undefined ? {} : { margin_value: dec(margin) })

const unit: UnitGreeks = {
  isPriced: true,
  greeks: { ...noGreeks, delta: 0.5, gamma: 0.001, vegaPerVolPoint: 3, thetaPerDay: -2 },
  inputs: { forward: 100_000, volatility: 0.5, source: 'mid' },
}
const units = new Map<string, UnitGreeks>([
  [c(100), unit],
  [c(110), unit],
])
const find = () => undefined
const open: ReadonlySet<string> = new Set()
const spread = (order: string, quantity: string, atMs: number, ...legs: [string, number][]): PackageTrade => ({
  order,
  atMs,
  quantity: dec(quantity),
  legs: legs.map(([symbol, ratio]) => ({ symbol, ratio })),
})

const held = [
  position(c(100), '10', '1500', '1600', '33.33'),
  position(c(110), '-4', '700', '650.5', '10'),
  position(c(120), '-6', '300', '310', '1'),
  position(perpetual, '0.5', '99000', '100000', '5'),
]
const trades = [spread('a', '4', 1, [c(100), 1], [c(110), -1]), spread('b', '6', 2, [c(100), 1], [c(120), -1])]
const tree = (
  rows: readonly PositionRow[],
  made: readonly PackageTrade[],
  closed = open,
  isWhole = true,
): PositionsRow[] => treeRows(arrangePositions(rows, made), rows, closed, isWhole)
const rowsOf = (closed = open): PositionsRow[] => tree(positionRows(held, find, units), trades, closed)
const lines = (rows: readonly PositionsRow[]) => rows.map(row => `${'  '.repeat(row.depth)}${row.label}`)

describe('the book as a tree', () => {
  it('stands by base, expiry, structure and leg; an expiry with one leg has no row of its own', () => {
    expect(lines(rowsOf())).toEqual([
      'BTC',
      '  BTC PERP',
      '  25DEC26',
      '    Bull call spread',
      '      BTC 25DEC26 100 C',
      '      BTC 25DEC26 120 C',
      '    Bull call spread',
      '      BTC 25DEC26 100 C',
      '      BTC 25DEC26 110 C',
    ])
  })

  it('a closed group keeps its subtotals and hides what is under it', () => {
    const closed = new Set(['expiry BTC ' + String(Date.UTC(2026, 11, 25, 8))])
    const rows = rowsOf(closed)
    expect(lines(rows)).toEqual(['BTC', '  BTC PERP', '  25DEC26'])
    expect(rows.at(-1)).toMatchObject({ isOpen: false, coverage: { priced: 2 + 1, of: 4 } })
    expect(rows.at(-1)?.legs).toHaveLength(4)
  })

  it('a structure shows its packages, net entry and mark', () => {
    const structure = rowsOf().find(row => row.kind === 'structure')
    expect(structure?.figures).toMatchObject({ size: '6', entry: '1200', mark: '1290' })
    expect(structure?.tip).toContain('Traded in one order')
  })

  it('a base with legs that are not priced has no greeks, and counts them', () => {
    const [base] = rowsOf()
    expect(base?.coverage).toEqual({ priced: 3, of: 5 })
    expect(base?.figures.greeks).toBeUndefined()
  })

  it('the flat view has one row a position', () => {
    expect(lines(flatRows(positionRows(held, find)))).toEqual([
      'BTC PERP',
      'BTC 25DEC26 100 C',
      'BTC 25DEC26 110 C',
      'BTC 25DEC26 120 C',
    ])
  })
})

const size = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 1, max: 30 }))
  .map(([minus, whole]) => `${minus}${whole}`)
const price = fc.integer({ min: 1, max: 99_999 }).map(cents => `${cents / 100}`)
const symbols = [c(100), c(110), c(120), c(100, '20270326'), perpetual, 'ETH-20261225-4000C']
const books = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...symbols), size, price, price, fc.integer({ min: 1, max: 9999 })), {
    selector: each => each[0],
  })
  .map(rows =>
    rows.map(([symbol, amount, entry, mark, margin]) => position(symbol, amount, entry, mark, `${margin / 100}`)),
  )
const ownTrades = fc.array(
  fc.record({
    order: fc.constantFrom('a', 'b'),
    atMs: fc.nat(100),
    quantity: fc.integer({ min: 1, max: 30 }).map(whole => dec(whole)),
    legs: fc.array(fc.record({ symbol: fc.constantFrom(...symbols), ratio: fc.integer({ min: -2, max: 2 }) }), {
      maxLength: 4,
    }),
  }),
  { maxLength: 6 },
)

const children = (rows: readonly PositionsRow[], at: number): PositionsRow[] => {
  const depth = rows[at]?.depth ?? 0
  const end = rows.findIndex((row, node) => node > at && row.depth <= depth)
  return rows
    .slice(at + 1, end < 0 ? undefined : end)
    .filter(row => row.depth === Math.min(...rows.slice(at + 1, end < 0 ? undefined : end).map(each => each.depth)))
}
const total = (rows: readonly PositionsRow[], field: 'value' | 'upnl' | 'marginValue'): Decimal =>
  sum(rows.flatMap(row => row.figures[field] ?? []))

const shownFigures = ({ id, isOpen, coverage, figures }: PositionsRow) => {
  const { quote, product, expiryMs, size: amount, entry, mark, value, upnl, upnlFraction, greeks, markMs } = figures
  return {
    id,
    isOpen,
    coverage,
    quote,
    product,
    expiryMs,
    amount,
    entry,
    mark,
    value,
    upnl,
    upnlFraction,
    greeks,
    markMs,
  }
}

describe('any book', () => {
  it('arranged by its sizes shows the marks and quotes of any later poll', () => {
    fc.assert(
      fc.property(books, ownTrades, fc.boolean(), (positions, made, isWhole) => {
        const arranged = arrangePositions(positionRows(positions, find, units), made)
        const moved = positions.map(each => ({ ...each, mark_price: dec('777.77'), upnl: dec('5') }))
        const rows = positionRows(moved, find, new Map())
        const closed = new Set(
          groupsOf(arranged.roots)
            .slice(2)
            .map(group => group.id),
        )
        expect(treeRows(arranged, rows, closed, isWhole).map(shownFigures)).toEqual(
          tree(rows, made, closed, isWhole).map(shownFigures),
        )
      }),
    )
  })

  it('every subtotal is the sum of its rows, and the bases together are the positions', () => {
    fc.assert(
      fc.property(books, ownTrades, (positions, made) => {
        const rows = tree(positionRows(positions, find, units), made)
        for (const field of ['value', 'upnl', 'marginValue'] as const) {
          rows.forEach((row, at) => {
            if (row.isOpen === undefined) return
            expect(eq(row.figures[field] ?? dec('0'), total(children(rows, at), field))).toBe(true)
          })
          const roots = rows.filter(row => row.depth === 0)
          expect(eq(total(roots, field), total(flatRows(positionRows(positions, find, units)), field))).toBe(true)
        }
        expect(rows.filter(row => row.depth === 0).reduce((count, row) => count + row.coverage.of, 0)).toBe(
          rows.filter(row => row.kind === 'leg').length,
        )
      }),
    )
  })
})

describe('structures corrected by hand', () => {
  const ownOf = fc.array(fc.tuple(fc.constantFrom('join', 'split', 'undo'), fc.subarray(symbols, { minLength: 2 })), {
    maxLength: 8,
  })

  it('change no total, and their figures are the sums of their legs', () => {
    fc.assert(
      fc.property(books, ownTrades, ownOf, (positions, made, changes) => {
        const rows = positionRows(positions, find, units)
        const idsOf = (some: readonly string[]) => rows.filter(row => some.includes(row.symbol)).map(row => row.id)
        const groups = changes.reduce(
          (state, [kind, some]) =>
            kind === 'undo' ? undo(state) : kind === 'join' ? join(state, idsOf(some)) : split(state, idsOf(some)),
          noOwnGroups,
        )
        const corrected = treeRows(arrangePositions(rows, made, groups.now), rows, open)
        const legs = corrected.filter(row => row.kind === 'leg')
        for (const field of ['value', 'upnl', 'marginValue'] as const) {
          expect(eq(total(legs, field), total(flatRows(rows), field))).toBe(true)
          for (const [at, row] of corrected.entries()) {
            const amount = row.kind === 'structure' ? row.figures[field] : undefined
            if (amount !== undefined) expect(eq(total(children(corrected, at), field), amount)).toBe(true)
          }
        }
      }),
    )
  })

  it('show the name given, beside what the legs are', () => {
    const rows = positionRows(held, find, units)
    const { id: first = '' } = rows.find(row => row.symbol === c(100)) ?? {}
    const { id: second = '' } = rows.find(row => row.symbol === perpetual) ?? {}
    const named = rename(join(noOwnGroups, [first, second]), [first, second], 'Hedged call')
    const row = treeRows(arrangePositions(rows, [], named.now), rows, open).find(each => each.label === 'Hedged call')
    expect(row?.note).toContain('by hand')
    expect(row?.legs).toHaveLength(2)
  })
})
