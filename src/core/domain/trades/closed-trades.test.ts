import { expect, it } from 'vitest'
import { type ExecutedLegs, executedPackage, fillsOfPackage } from '../../../testing/executed-package.ts'
import { dec, type Decimal, sum } from '../decimal.ts'
import { realisedOf } from '../realised.ts'
import { closedTrades, realisedParts, tradeRealised } from './closed-trades.ts'
import { tradeBook } from './trade-book.ts'
import type { ExecutedPackage } from '../fill.ts'
import type { Trade } from './trade.ts'

const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const nowMs = Date.UTC(2026, 10, 22)

const trade = (order: string, atMs: number, quantity: string, legs: ExecutedLegs): ExecutedPackage =>
  executedPackage(order, atMs, quantity, legs, String(atMs))
const bookOf = (
  executions: readonly ExecutedPackage[],
  openings: readonly { symbol: string; size: Decimal; average_entry_price: Decimal }[] = [],
) => tradeBook({ executions, openings, held: undefined, nowMs })

const buy = { [c(100)]: [1, '30'], [c(110)]: [-1, '20'] } as const
const sell = { [c(100)]: [-1, '35'], [c(110)]: [1, '22'] } as const

it('closed and open trades, loose funding and the difference of lots are what the account realised', () => {
  const before = [{ symbol: c(110), size: dec('10'), average_entry_price: dec('40') }]
  const executions = [
    trade('in', 1, '2', buy),
    trade('out', 2, '1', sell),
    trade('in again', 3, '1', { [c(120)]: [1, '5'] }),
  ]
  const book = bookOf(executions, before)
  const realised = realisedOf({ fills: executions.flatMap(fillsOfPackage), openings: before, nowMs })
  const parts = realisedParts(book, realised)
  expect(parts).toEqual({ closed: '0', open: '3', loose: '0', otherLots: '-38', unexplained: '0', account: '-35' })
  expect(sum([parts.closed, parts.open, parts.loose, parts.otherLots])).toBe(realised.total)
  expect(sum(book.open.map(tradeRealised))).toBe('3')
  expect(realisedParts(book, { ...realised, total: dec('-28') }).unexplained).toBe('7')
})

it('a position that expired without a known end is over for its trade and open for the account, and nothing is unexplained', () => {
  const gone = c(100, '20261101')
  const executions = [trade('in', 1, '2', { [gone]: [1, '30'] }), trade('part', 2, '1', { [gone]: [-1, '34'] })]
  const realised = realisedOf({ fills: executions.flatMap(fillsOfPackage), held: new Map(), nowMs })
  const parts = realisedParts(tradeBook({ executions, held: new Map(), nowMs }), realised)
  expect(parts).toEqual({ closed: '4', open: '0', loose: '0', otherLots: '0', unexplained: '0', account: '4' })
})

it('lists those that ended last first, and not one that continues entirely in another', () => {
  const over = (id: string, closedMs: number, more: object = {}) =>
    ({ id, closedMs, isContinued: false, steps: [{ closed: [] }], ...more }) as unknown as Trade
  const inPart = { isContinued: true, steps: [{ closed: [] }, { closed: [{}] }] }
  const closed = [over('a', 1), over('b', 3), over('c', 4, { isContinued: true }), over('d', 2, inPart)]
  expect(closedTrades({ closed }).map(each => each.id)).toEqual(['b', 'd', 'a'])
})
