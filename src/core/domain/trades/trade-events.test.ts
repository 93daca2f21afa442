import { describe, expect, it } from 'vitest'
import { type ExecutedLegs, executedPackage } from '../../../testing/executed-package.ts'
import { dec } from '../decimal.ts'
import type { ExecutedPackage } from '../fill.ts'
import { tradeBook } from './trade-book.ts'

const [low, high] = ['BTC-20261225-100C', 'BTC-20261225-110C'] as const
const perpetual = 'BTC-USD-PERPETUAL'
const nowMs = Date.UTC(2026, 10, 22)

let clock = 0
const trade = (order: string, quantity: string, legs: ExecutedLegs): ExecutedPackage =>
  executedPackage(order, (clock += 1_000), quantity, legs)
const spread = { [low]: [1, '30'], [high]: [-1, '20'] } as const

describe('the events of a trade book', () => {
  const gone = 'BTC-20261101-100C'
  const expiryMs = Date.UTC(2026, 10, 1, 8)
  const settlements = [{ symbol: gone, price: dec('4'), atMs: expiryMs, isEstimated: true }]

  it('of one time: funding, then trades by their number, then settlements, whatever their order in the input', () => {
    const at = (order: string, number: string, quantity: string, legs: ExecutedLegs) =>
      executedPackage(order, expiryMs, quantity, legs, number)
    const executions = [
      at('later', '10', '1', { [perpetual]: [1, '100'], [gone]: [1, '9'] }),
      at('out', '3', '1', { [gone]: [-1, '7'] }),
      at('in', '2', '1', { [gone]: [1, '5'] }),
    ]
    const fundings = [{ symbol: perpetual, amount: dec('-5'), atMs: expiryMs }]
    const unexpired = { symbol: perpetual, price: dec('1'), atMs: expiryMs, isEstimated: false }
    const book = tradeBook({ executions, fundings, settlements: [unexpired, ...settlements], held: new Map(), nowMs })
    expect([book.looseFunding, book.closed, book.open]).toMatchObject([
      '-5',
      [{ id: 'in', realised: '2', steps: [{ kind: 'open' }, { kind: 'close', order: 'out' }] }],
      [{ id: 'later', realised: '-5', legs: [{ symbol: perpetual }] }],
    ])
    const settled = { kind: 'settle', atMs: expiryMs, order: undefined, realised: '-5', isEstimated: true, opened: [] }
    expect(book.open[0]?.steps).toMatchObject([{ kind: 'open', isEstimated: false }, settled])
    expect(book.open[0]?.orders).toEqual(['later'])
  })

  it('of coins, or of nothing, are no trade', () => {
    const executions = [
      trade('covered', '2', { 'BTC-USD': [1, '99'], [high]: [-1, '20'] }),
      trade('coins', '1', { 'BTC-USD': [1, '99'] }),
      trade('nothing', '0', { [high]: [1, '20'] }),
    ]
    const held = new Map([['BTC-USD', dec('3')]])
    const book = tradeBook({
      executions,
      openings: [{ symbol: 'BTC-USD', size: dec('1'), average_entry_price: dec('9') }],
      held,
      nowMs,
    })
    expect([book.open.map(each => [each.id, each.legs]), book.closed, book.proof?.map(each => each.symbol)]).toEqual([
      [['covered', [{ symbol: high, size: '-2', cost: '-40', isEstimated: false }]]],
      [],
      [high],
    ])
  })

  it('of an order that opens a trade again make another trade', () => {
    const [bought, sold] = [trade('a', '1', spread), { [low]: [-1, '30'], [high]: [1, '20'] } as const]
    const again = [trade('b', '1', sold), trade('a', '1', spread), trade('c', '1', sold), trade('a', '1', spread)]
    const { open, closed } = tradeBook({ executions: [bought, ...again], held: undefined, nowMs })
    expect([...closed, ...open].map(each => each.id)).toEqual(['a', 'a 2', 'a 3'])
  })

  it('share a funding among the trades that still hold the perpetual, however often each was added to', () => {
    const executions = [
      trade('a', '1', { [perpetual]: [1, '100'], [low]: [-1, '9'] }),
      trade('b', '1', { [perpetual]: [1, '100'], [high]: [-1, '9'] }),
      trade('more', '2', { [perpetual]: [1, '100'], [low]: [-1, '9'] }),
      trade('out', '1', { [perpetual]: [-1, '100'], [high]: [1, '9'] }),
      trade('d', '1', { [perpetual]: [1, '100'] }),
    ]
    const fundings = [{ symbol: perpetual, amount: dec('-8'), atMs: clock + 1 }]
    const book = tradeBook({ executions, fundings, held: undefined, nowMs })
    expect([...book.open, ...book.closed].map(each => [each.id, each.funding])).toEqual([
      ['a', '-6'],
      ['d', '-2'],
      ['b', '0'],
    ])
  })
})
