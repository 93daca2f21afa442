import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../../core/domain/time.ts'
import { closedTrades } from '../../../../core/domain/trades/closed-trades.ts'
import { tradeBook } from '../../../../core/domain/trades/trade-book.ts'
import type { ExecutedPackage } from '../../../../core/domain/fill.ts'
import { type ExecutedLegs, executedPackage } from '../../../../testing/executed-package.ts'
import { allClosed, basesOfTrades, type ClosedFilter, filterClosed, realisedOf } from './closed-filter.ts'

const nowMs = Date.UTC(2026, 10, 22, 12)
const executed = (order: string, daysAgo: number, ...rest: [quantity: string, legs: ExecutedLegs]): ExecutedPackage =>
  executedPackage(order, nowMs - daysAgo * dayMs, ...rest)
const [low, high, eth, avax] = ['BTC-20261225-100C', 'BTC-20261225-110C', 'ETH-20261225-4000P', 'AVAX-USD-PERPETUAL']
const gone = 'BTC-20261113-90C'
const trades = closedTrades(
  tradeBook({
    executions: [
      executed('spread', 10, '2', { [low]: [1, '30'], [high]: [-1, '20'] }),
      executed('spread out', 6, '2', { [low]: [-1, '35'], [high]: [1, '22'] }),
      executed('put', 3, '1', { [eth]: [-1, '8'] }),
      executed('put out', 0.5, '1', { [eth]: [1, '9'] }),
      executed('perp', 40, '1', { [avax]: [1, '40'] }),
      executed('perp out', 35, '1', { [avax]: [-1, '42'] }),
      executed('lost', 20, '1', { [gone]: [1, '5'] }),
    ],
    openings: [],
    held: undefined,
    nowMs,
  }),
)
const found = (filter: Partial<ClosedFilter>): readonly string[] =>
  filterClosed(trades, { ...allClosed, ...filter }, nowMs).map(({ id }) => id)

describe('closed trades are found', () => {
  it('all of them without a filter', () => {
    expect(found({})).toEqual(['put', 'spread', 'lost', 'perp'])
    expect(filterClosed(trades, allClosed, nowMs)).toBe(trades)
  })

  it('by underlying, BTC and ETH named first', () => {
    expect(basesOfTrades(trades)).toEqual(['BTC', 'ETH', 'AVAX'])
    expect(found({ base: 'BTC' })).toEqual(['spread', 'lost'])
  })

  it.each([
    ['the name of a structure', 'call spread', ['spread']],
    ['a strike and an expiry', '25dec26 110', ['spread']],
    ['the venue’s own name', 'eth-20261225-4000p', ['put']],
    ['the day on which it was closed, as it is listed', '16 nov', ['spread']],
    ['a date', '2026-10-13', ['perp']],
    ['words, one of them nowhere', 'call iron', []],
  ])('by %s', (_, text, expected) => expect(found({ text })).toEqual(expected))

  it('by how long ago they closed', () => {
    expect([found({ days: 1 }), found({ days: 7 }), found({ days: 30 })]).toEqual([
      ['put'],
      ['put', 'spread'],
      ['put', 'spread', 'lost'],
    ])
  })

  it('with what they made together, unless that is not known of one', () => {
    expect(realisedOf(filterClosed(trades, { ...allClosed, days: 7 }, nowMs))).toBe('5')
    expect(realisedOf(filterClosed(trades, { ...allClosed, base: 'BTC' }, nowMs))).toBeUndefined()
  })
})
