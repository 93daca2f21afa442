import { describe, expect, it } from 'vitest'
import { type ExecutedLegs, executedPackage } from '../../../testing/executed-package.ts'
import { dec } from '../decimal.ts'
import { tradeBook } from './trade-book.ts'
import { type MarkedSample, tradeLine } from './trade-line.ts'
import { samplePosition } from '../../../testing/cash-sample.ts'

const [low, high] = ['BTC-20261225-100000C', 'BTC-20261225-110000C'] as const
const perpetual = 'BTC-USD-PERPETUAL'
const nowMs = Date.UTC(2026, 10, 22)

const sample = (atMs: number, marks: Readonly<Record<string, string>>): MarkedSample => ({
  atMs,
  positions: Object.entries(marks).map(([symbol, mark]) => samplePosition(symbol, '1', mark)),
})
const tradesOf = (executions: readonly (readonly [string, number, string, ExecutedLegs])[], others: object = {}) => {
  const book = tradeBook({
    executions: executions.map(each => executedPackage(...each)),
    held: undefined,
    nowMs,
    ...others,
  })
  return [...book.open, ...book.closed]
}
const spread = { [low]: [1, '300'], [high]: [-1, '200'] } as const

describe('the line of a trade', () => {
  it('is what it cost against the marks of each sample since its first fill, with the marks at its best and worst', () => {
    const [trade] = tradesOf([['in', 10, '2', spread]])
    const samples = [
      sample(5, { [low]: '1', [high]: '1' }),
      sample(20, { [low]: '320', [high]: '200' }),
      sample(30, { [low]: '280', [high]: '190' }),
    ]
    const { points, best, worst } = tradeLine(trade!, samples)
    expect(points.map(point => `${point.atMs}: ${point.pnl}`)).toEqual(['20: 40', '30: -20'])
    expect([best?.atMs, best?.pnl, best?.legs]).toEqual([
      20,
      '40',
      [
        { symbol: low, size: '2', mark: '320' },
        { symbol: high, size: '-2', mark: '200' },
      ],
    ])
    expect([worst?.atMs, worst?.pnl]).toEqual([30, '-20'])
  })

  it('has each time once, from the ms of its first fill to the ms of its end, and the first of equal extremes', () => {
    const [trade] = tradesOf([
      ['in', 10, '1', spread],
      ['out', 40, '1', { [low]: [-1, '300'], [high]: [1, '200'] }],
    ])
    const samples = [10, 20, 30, 40, 50].map(atMs =>
      sample(atMs, { [low]: atMs === 20 ? '310' : '300', [high]: '200' }),
    )
    const { points, best, worst } = tradeLine(trade!, samples)
    expect(points.map(point => `${point.atMs}: ${point.pnl}`)).toEqual(['10: 0', '20: 10', '30: 0', '40: 0'])
    expect([best?.atMs, worst?.atMs]).toEqual([20, 10])
  })

  it('has a gap where a leg has no mark, never zero, and no extreme there', () => {
    const [trade] = tradesOf([['in', 10, '1', spread]])
    const { points, best, worst } = tradeLine(trade!, [
      sample(20, { [low]: '320' }),
      { atMs: 25, positions: undefined },
      sample(30, { [low]: '310', [high]: '200' }),
    ])
    expect(points.map(point => [point.pnl, point.unmarked])).toEqual([
      [undefined, [high]],
      [undefined, [low, high]],
      ['10', []],
    ])
    expect([best?.atMs, worst?.atMs]).toEqual([30, 30])
    expect(tradeLine(trade!, [sample(20, {})]).best).toBeUndefined()
  })

  it('ends with what the trade came to, which needs no mark', () => {
    const [trade] = tradesOf([
      ['in', 10, '1', spread],
      ['out', 30, '1', { [low]: [-1, '350'], [high]: [1, '210'] }],
    ])
    const { points, best } = tradeLine(trade!, [sample(20, { [low]: '290', [high]: '200' }), sample(40, {})])
    expect(points.map(point => `${point.atMs}: ${point.pnl}`)).toEqual(['20: -10', '30: 40'])
    expect(best).toEqual({ atMs: 30, pnl: '40', legs: [] })
  })

  it('has no end where a settlement price is not known', () => {
    const expiryMs = Date.UTC(2026, 10, 20, 8)
    const [trade] = tradesOf([['in', 10, '1', { 'BTC-20261120-100000C': [1, '300'] }]], { held: new Map() })
    const { points } = tradeLine(trade!, [
      sample(expiryMs - 1, { 'BTC-20261120-100000C': '310' }),
      sample(expiryMs + 1, {}),
    ])
    expect(points.map(point => point.pnl)).toEqual(['10'])
  })

  it('counts what was closed at what it fetched, funding when it came, and a lot of before recording from its entry', () => {
    const [trade] = tradesOf(
      [
        ['in', 10, '1', { [perpetual]: [2, '1000'] }],
        ['part', 20, '1', { [perpetual]: [-1, '1100'] }],
      ],
      { fundings: [{ symbol: perpetual, amount: dec('-7'), atMs: 25 }] },
    )
    const samples = [15, 22, 27].map(atMs => sample(atMs, { [perpetual]: '1050' }))
    expect(tradeLine(trade!, samples).points.map(point => point.pnl)).toEqual(['100', '150', '143'])
    const [before] = tradesOf([], {
      openings: [{ symbol: perpetual, size: dec('-1'), average_entry_price: dec('1000') }],
    })
    expect(tradeLine(before!, samples).points.map(point => point.pnl)).toEqual(['-50', '-50', '-50'])
  })
})
