import { describe, expect, it } from 'vitest'
import { add, dec, sum } from '../domain/decimal.ts'
import type { Fill } from '../domain/fill.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import type { Sample, SamplePosition } from '../domain/sample.ts'
import { hourMs } from '../domain/time.ts'
import { type CashLedger, cashSpans, cashStatement } from './cash-statement.ts'
import { cashSample, samplePosition } from '../../testing/cash-sample.ts'
import { testFill } from '../../testing/execution.fixture.ts'

const perpetual = 'BTC-USD-PERPETUAL'
const startMs = Date.UTC(2026, 10, 22)
const at = (hours: number): number => startMs + hours * hourMs

const held = (size: string, entry: string): SamplePosition => samplePosition(perpetual, size, entry)
const sample = (hours: number, usd: string, positions: readonly SamplePosition[] = []): Sample => ({
  ...cashSample(at(hours), usd),
  cash: { USD: dec(usd), BTC: dec(hours === 0 ? '1' : '1.5') },
  positions,
})
const fill = (
  order: string,
  symbol: string,
  side: 'buy' | 'sell',
  quantity: string,
  price: string,
  hours: number,
): Fill => testFill(symbol, side, quantity, price, { id: `${order} ${symbol}`, order, trade: order, atMs: at(hours) })
const row = (what: string, amount: string, hours: number, more: Partial<JournalRow> = {}): JournalRow => ({
  id: `${what} ${hours}`,
  atMs: at(hours),
  kind: 'cash',
  what,
  amount: dec(amount),
  asset: 'USD',
  isEstimated: false,
  ...more,
})
const ledger = (
  fills: readonly Fill[],
  rows: readonly JournalRow[] = [],
  byRecorder: readonly string[] = [],
): CashLedger => ({ fills, orders: new Map(), rows, byRecorder: new Set(byRecorder) })

describe('a statement of cash', () => {
  it('adds up from opening to closing, each line with its source', () => {
    const before = [held('2', '90000')]
    const fills = [
      fill('a', 'BTC-20261225-90000C', 'buy', '1', '250.005', 1),
      // Closes 1 of 2 at 1,000 above its entry.
      fill('b', perpetual, 'sell', '1', '91000', 2),
      fill('c', perpetual, 'buy', '1', '90500', 30),
    ]
    const rows = [
      row('settlement', '120', 8, { isEstimated: true }),
      row('funding', '-3.1', 16, { seenBy: 'recorder' }),
      row('fee', '-0.5', 17, { isEstimated: true }),
      row('cash_moved', '5000', 18),
      row('funding', '-9', 40),
    ]
    const found = cashStatement('USD', sample(0, '1000', before), sample(24, '6866.395'), ledger(fills, rows, ['b']))
    expect([found.opening, found.closing]).toEqual(['1000', '6866.4'])
    expect(found.sums).toEqual({ fills: '750', settlement: '120', funding: '-3.1', fee: '-0.5', transfer: '5000' })
    expect(found.lines.map(each => [each.kind, each.amount, each.source])).toEqual([
      ['fills', '-250', 'seen'],
      ['fills', '1000', 'recorder'],
      ['settlement', '120', 'estimated'],
      ['funding', '-3.1', 'recorder'],
      ['fee', '-0.5', 'estimated'],
      ['transfer', '5000', 'seen'],
    ])
    expect(found.unexplained).toBe('0')
  })

  it('names what no line explains, and adds up all the same', () => {
    const found = cashStatement('USD', sample(0, '1000'), sample(24, '990.1'), ledger([], [row('funding', '-3.1', 16)]))
    expect([found.sums.funding, found.unexplained]).toEqual(['-3.1', '-6.8'])
    expect(add(add(found.opening, sum(Object.values(found.sums))), found.unexplained)).toBe(found.closing)
  })

  it('shares rounding out, so that cents add up', () => {
    const rows = [1, 2, 3].map(hours => row('funding', '-0.334', hours))
    const found = cashStatement('USD', sample(0, '10'), sample(24, '8.998'), ledger([], rows))
    expect(found.lines.map(each => each.amount).toSorted()).toEqual(['-0.33', '-0.33', '-0.34'])
    expect([found.unexplained, found.closing]).toEqual(['0', '9'])
  })

  it('of coins has what was bought', () => {
    const found = cashStatement(
      'BTC',
      sample(0, '0'),
      sample(24, '0'),
      ledger([fill('a', 'BTC-USD', 'buy', '0.5', '90000', 3)]),
    )
    expect([found.sums.fills, found.unexplained]).toEqual(['0.5', '0'])
  })
})

describe('stretches of cash', () => {
  const samples = [1, 5, 23, 30, 71, 80].map(hours => ({ atMs: at(hours) }))

  it('go from the last sample of a day to the last of the next; a day without samples is in the stretch after it', () => {
    const edges = [0, 24, 48, 72, 96].map(at)
    expect(cashSpans(samples, edges)).toEqual({
      whole: { fromMs: at(1), toMs: at(80) },
      parts: [
        { fromMs: at(1), toMs: at(23) },
        { fromMs: at(23), toMs: at(30) },
        { fromMs: at(30), toMs: at(71) },
        { fromMs: at(71), toMs: at(80) },
      ],
    })
    expect(cashSpans(samples.slice(0, 3), [0, 24, 48, 72].map(at))?.parts).toEqual([{ fromMs: at(1), toMs: at(23) }])
  })

  it('are none without two samples', () => {
    expect(cashSpans([], [at(0), at(24)])).toBeUndefined()
    expect(cashSpans(samples.slice(0, 1), [at(0), at(24)])).toBeUndefined()
  })
})
