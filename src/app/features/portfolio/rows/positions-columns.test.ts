/** Cell texts and tooltips of the columns, and what groups omit. */
import { describe, expect, it } from 'vitest'
import { positionRows } from '../../../../core/account/position-rows.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { dec, type Decimal } from '../../../../core/domain/decimal.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import { must } from '../../../../core/domain/must.ts'
import { noGreeks, type UnitGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { heldPosition } from '../../../../testing/held-position.ts'
import { listedInstrument } from '../../../../testing/listed-instrument.ts'
import { call, lookup } from '../../../../testing/universe.fixture.ts'
import { arrangePositions } from '../positions/position-nodes.ts'
import { treeRows } from '../positions/positions-tree.ts'
import { positionsColumns } from './positions-columns.tsx'
import type { PositionsRow } from './positions-row.ts'

const position = (symbol: string, size: string, more: Partial<Position> = {}): Position =>
  heldPosition(symbol, size, '4000', '4100', { upnl: dec('0'), ...more })
const withUpnl = (symbol: string, size: string, upnl: string, more: Partial<Position> = {}) =>
  position(symbol, size, { upnl: dec(upnl), ...more })

const priced = (delta: number, gamma = 0, forward = 100_000): UnitGreeks => ({
  isPriced: true,
  greeks: { ...noGreeks, delta, gamma, vegaPerVolPoint: 10, thetaPerDay: -5 },
  inputs: { forward, volatility: 0.5, source: 'mid' },
})

function rowsOf(
  positions: readonly Position[],
  units: ReadonlyMap<string, UnitGreeks> = new Map(),
): readonly PositionsRow[] {
  const rows = positionRows(positions, lookup.bySymbol, units)
  return treeRows(arrangePositions(rows, []), rows, new Set())
}
const columns = positionsColumns(true, { toggle: () => undefined, close: () => undefined, isUltrawide: false })
const column = (id: string) =>
  must(
    columns.find(each => each.id === id),
    `the column ${id}`,
  )
const text = (id: string, row: PositionsRow): string => column(id).text(row)
const tip = (id: string, row: PositionsRow): string | undefined => column(id).tip?.(row)
const labelled = (rows: readonly PositionsRow[], part: string): PositionsRow =>
  must(
    rows.find(row => row.label.includes(part)),
    `a row ${part}`,
  )

describe('a leg', () => {
  const [long, short] = [withUpnl(call(100), '2.5', '250'), withUpnl('BTC-USD-PERPETUAL', '-2', '-200')]
  const rows = rowsOf([long, short])
  const option = labelled(rows, '100000 C')
  const perpetual = labelled(rows, 'PERP')

  it('is negative and short in its size, worth what it adds to equity, and says its side in words too', () => {
    expect([text('size', option), text('side', option), text('value', option)]).toEqual(['2.50', 'long', '10,250.00'])
    expect([text('size', perpetual), text('side', perpetual), text('value', perpetual)]).toEqual([
      '−2.00',
      'short',
      '−200.00',
    ])
  })

  it('has its entry and mark to a digit below the price step', () => {
    const solana = heldPosition('SOL-USD-PERPETUAL', '0.1', '221.8015', '221.809')
    const rules = listedInstrument(solana.symbol, 87, { price_step: dec('0.0005') })
    const legs = positionRows([solana], () => rules)
    const row = labelled(treeRows(arrangePositions(legs, []), legs, new Set()), 'PERP')
    expect([text('entry', row), text('mark', row)]).toEqual(['221.80150', '221.80900'])
    expect(text('break-even', row)).toBe('221.80')
    expect([text('entry', perpetual), text('mark', perpetual)]).toEqual(['4,000.00', '4,100.00'])
  })

  it('has a uPnL that is not in USD with its own digits and the asset after it', () => {
    const [inverse] = rowsOf([withUpnl('BTC-BTC-PERPETUAL', '-1000', '-0.00025253')])
    expect([inverse].map(row => row && [text('upnl', row), column('upnl').tone?.(row)])).toEqual([
      ['−0.00025253 BTC', 'loss'],
    ])
  })

  it('has its uPnL signed and over the absolute value at entry', () => {
    // 250 over 2.5 × 4,000; −200 over 2 × 4,000.
    expect([text('upnl', option), text('upnl-percent', option)]).toEqual(['+250.00', '+2.50 %'])
    expect([text('upnl', perpetual), text('upnl-percent', perpetual)]).toEqual(['−200.00', '−2.50 %'])
  })

  it('breaks even at its strike and what it cost, a future at its entry', () => {
    expect(text('break-even', option)).toBe('104,000')
    expect(text('break-even', perpetual)).toBe('4,000')
  })

  it('without greeks has none, says why, and never zero', () => {
    for (const id of ['delta', 'gamma', 'vega', 'theta']) expect(text(id, option)).toBe('–')
    expect(tip('delta', option)).toBe('no quotes yet')
    const units = new Map<string, UnitGreeks>([[call(100), { isPriced: false, why: 'no_volatility' }]])
    expect(tip('delta', labelled(rowsOf([long], units), '100000 C'))).toBe(
      'not priced: neither it nor its neighbours are quoted',
    )
  })

  it('has greeks of its whole size, gamma in coins for one percent, and says what they are made of', () => {
    const row = labelled(rowsOf([long], new Map([[call(100), priced(0.4, 0.00002)]])), '100000 C')
    expect(['delta', 'gamma', 'vega', 'theta'].map(id => text(id, row))).toEqual([
      '+1.000',
      '+0.0500',
      '+25.0',
      '−12.5',
    ])
    expect(tip('delta', row)).toBe('Black-76 on the forward 100,000.00 at 50.0 % volatility, from its mid')
  })

  it('is checked: ours agrees with the venue’s, or both are shown', () => {
    expect(text('check', option)).toBe('✓')
    expect(tip('check', option)).toBe(
      'Calculated here: (mark 4,100 − entry 4,000) × 2.5 = +250.00 USD; it agrees with the venue’s figure.',
    )
    const other = labelled(rowsOf([withUpnl(call(100), '2.5', '900')]), '100000 C')
    expect(text('check', other)).toBe('≠ +250.00')
    expect(tip('check', other)).toContain('The venue says +900.00.')
  })

  it('of a side that the venue does not say has none', () => {
    const [row] = rowsOf([position(call(100), '1', { side: 'both' })]).filter(each => each.kind === 'leg')
    expect(text('side', must(row, 'a leg'))).toBe('–')
  })
})

describe('a group', () => {
  const rows = rowsOf(
    [
      withUpnl(call(100), '5', '500', { mark_price: dec('4100') }),
      withUpnl(call(110), '-5', '-100', { mark_price: dec('1000') }),
    ],
    new Map([
      [call(100), priced(0.6)],
      [call(110), { isPriced: false, why: 'no_volatility' } as const],
    ]),
  )
  const base = must(rows[0], 'a base')
  const legs = rows.filter(row => row.kind === 'leg')
  const sum = (read: (row: PositionsRow) => Decimal | undefined): number =>
    legs.reduce((all, row) => all + Number.parseFloat(read(row) ?? 'NaN'), 0)

  it('has the sums of its rows, and no size or price of its own', () => {
    expect(base.kind).toBe('base')
    for (const id of ['size', 'side', 'entry', 'mark', 'break-even']) expect(text(id, base)).toBe('')
    expect(Number.parseFloat(base.figures.upnl ?? '')).toBe(sum(row => row.figures.upnl))
    expect(text('upnl', base)).toBe('+400.00')
    // 400 over 5 × 4,000 twice.
    expect(text('upnl-percent', base)).toBe('+1.00 %')
    expect(Number.parseFloat(base.figures.value ?? '')).toBe(sum(row => row.figures.value))
  })

  it('stands out as a structure only where an order of the account ties its legs: a guess has the weight of a leg', () => {
    const [a, b] = [position(call(100), '2'), position(call(110), '-2')]
    const order = {
      order: '1',
      atMs: 1,
      legs: [call(100), call(110)].map((symbol, at) => ({ symbol, ratio: at === 0 ? 1 : -1 })),
    }
    const toneWith = (trades: readonly PackageTrade[]) => {
      const positions = positionRows([a, b], lookup.bySymbol)
      const row = treeRows(arrangePositions(positions, trades), positions, new Set()).find(
        each => each.kind === 'structure',
      )
      return row === undefined ? 'no structure' : column('instrument').tone?.(row)
    }
    expect([toneWith([]), toneWith([{ ...order, quantity: dec('2') }])]).toEqual([undefined, 'strong'])
  })

  it('has no greeks while a leg has no price, and says how many of how many are priced', () => {
    expect(text('delta', base)).toBe('–')
    expect(column('delta').tone?.(base)).toBe('warning')
    expect(tip('delta', base)).toBe('1 of 2 legs priced')
  })
})
