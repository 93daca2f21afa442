import { describe, expect, it } from 'vitest'
import { type ExecutedLegs, executedPackage } from '../../../testing/executed-package.ts'
import { abs, add, dec, type Decimal, mul, sum } from '../decimal.ts'
import type { Fill } from '../fill.ts'
import { realisedOf } from '../realised.ts'
import { closedTrades, realisedParts, tradeRealised } from './closed-trades.ts'
import { tradeBook } from './trade-book.ts'
import { boughtAt, endedAt } from './trade-prices.ts'
import type { ExecutedPackage } from '../fill.ts'
import type { Trade } from './trade.ts'

const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const later = '20270326'
const nowMs = Date.UTC(2026, 10, 22)

const trade = (order: string, atMs: number, quantity: string, legs: ExecutedLegs): ExecutedPackage =>
  executedPackage(order, atMs, quantity, legs, String(atMs))
const bookOf = (
  executions: readonly ExecutedPackage[],
  openings: readonly { symbol: string; size: Decimal; average_entry_price: Decimal }[] = [],
) => tradeBook({ executions, openings, held: undefined, nowMs })
const prices = (given: Trade) => [boughtAt(given)?.quantity, boughtAt(given)?.price, endedAt(given)?.price]
/** Steps as "roll a 22", with the total realised so far. */
function lifeOf({ steps }: Trade): string[] {
  let running = dec('0')
  return steps.map(step => `${step.kind} ${step.order ?? '–'} ${(running = add(running, step.realised))}`)
}

const fillsOf = ({ order, trade, quantity, atMs, legs }: ExecutedPackage): Fill[] =>
  legs.map(({ symbol, ratio, price }) => ({
    id: `${order} ${trade} ${symbol}`,
    order,
    trade,
    symbol,
    side: ratio > 0 ? 'buy' : 'sell',
    quantity: mul(quantity, abs(dec(ratio))),
    price,
    atMs,
    isAllotted: false,
  }))

const buy = { [c(100)]: [1, '30'], [c(110)]: [-1, '20'] } as const
const sell = { [c(100)]: [-1, '35'], [c(110)]: [1, '22'] } as const

describe('a trade that is over', () => {
  it('was opened and closed at the averages of its own fills, a package', () => {
    const more = trade('more', 2, '1', { [c(100)]: [1, '36'], [c(110)]: [-1, '23'] })
    const [over] = closedTrades(bookOf([trade('in', 1, '2', buy), more, trade('out', 3, '3', sell)]))
    expect(over && prices(over)).toEqual(['3', '11', '13'])
    expect(over && lifeOf(over)).toEqual(['open in 0', 'open more 0', 'close out 6'])
  })

  it('of a single instrument has its signed size and its own prices', () => {
    const short = trade('in', 1, '2', { [c(100)]: [-1, '30'] })
    const [over] = closedTrades(bookOf([short, trade('out', 2, '2', { [c(100)]: [1, '34'] })]))
    expect(over && [...prices(over), over.realised]).toEqual(['-2', '30', '34', '-8'])
  })

  it('that was rolled tells its first price, its last, and what it had realised at each step', () => {
    const roll = { ...sell, [c(100, later)]: [1, '60'], [c(110, later)]: [-1, '45'] } as const
    const out = trade('out', 3, '5', { [c(100, later)]: [-1, '50'], [c(110, later)]: [1, '40'] })
    const [over] = closedTrades(bookOf([trade('in', 1, '5', buy), trade('up', 2, '5', roll), out]))
    expect(over && prices(over)).toEqual(['5', '10', '10'])
    expect(over && lifeOf(over)).toEqual(['open in 0', 'roll up 15', 'close out -10'])
  })

  it('has no closing price where the end of a leg is not known', () => {
    const gone = c(100, '20261101')
    const [over] = closedTrades(bookOf([trade('in', 1, '1', { [gone]: [1, '30'] })]))
    expect(over && prices(over)).toEqual(['1', '30', undefined])
  })

  it('stands first where it was closed last, and is not over where it goes on whole in another', () => {
    const [a, b] = [c(120), c(130)]
    const opened = [trade('a', 1, '1', { [a]: [1, '9'] }), trade('b', 2, '1', { [b]: [1, '7'] })]
    const ended = [trade('b out', 3, '1', { [b]: [-1, '8'] }), trade('a out', 4, '1', { [a]: [-1, '8'] })]
    expect(closedTrades(bookOf([...opened, ...ended])).map(each => each.id)).toEqual(['a', 'b'])
    const roll = trade('roll', 3, '1', {
      [a]: [-1, '8'],
      [b]: [-1, '8'],
      [c(120, later)]: [1, '20'],
      [c(130, later)]: [1, '18'],
    })
    const rolled = bookOf([...opened, roll])
    expect([rolled.closed.map(each => each.isContinued), closedTrades(rolled)]).toEqual([[true, true], []])
    expect(rolled.open.map(lifeOf)).toEqual([['before – 0', 'roll roll 0']])
  })
})

it('closed and open trades, loose funding and the difference of lots are what the account realised', () => {
  const before = [{ symbol: c(110), size: dec('10'), average_entry_price: dec('40') }]
  const executions = [
    trade('in', 1, '2', buy),
    trade('out', 2, '1', sell),
    trade('in again', 3, '1', { [c(120)]: [1, '5'] }),
  ]
  const book = bookOf(executions, before)
  const realised = realisedOf({ fills: executions.flatMap(fillsOf), openings: before, nowMs })
  const parts = realisedParts(book, realised)
  expect(parts).toEqual({ closed: '0', open: '3', loose: '0', otherLots: '-38', unexplained: '0', account: '-35' })
  expect(sum([parts.closed, parts.open, parts.loose, parts.otherLots])).toBe(realised.total)
  expect(sum(book.open.map(tradeRealised))).toBe('3')
  expect(realisedParts(book, { ...realised, total: dec('-28') }).unexplained).toBe('7')
})

it('a position that expired without a known end is over for its trade and open for the account, and nothing is unexplained', () => {
  const gone = c(100, '20261101')
  const executions = [trade('in', 1, '2', { [gone]: [1, '30'] }), trade('part', 2, '1', { [gone]: [-1, '34'] })]
  const realised = realisedOf({ fills: executions.flatMap(fillsOf), held: new Map(), nowMs })
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
