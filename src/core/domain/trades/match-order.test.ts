import { describe, expect, it } from 'vitest'
import { type ExecutedLegs, executedPackage, openingLot } from '../../../testing/executed-package.ts'
import type { ExecutedPackage } from '../fill.ts'
import { tradeBook } from './trade-book.ts'

const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const p = (strike: number, date = '20261225') => `BTC-${date}-${strike}P`
const later = '20270326'
const nowMs = Date.UTC(2026, 10, 22)

const at = (atMs: number, order: string, quantity: string, legs: ExecutedLegs): ExecutedPackage =>
  executedPackage(order, atMs, quantity, legs, String(atMs))

/** Open trades as "a: 20261225-100C 1, 20261225-110C -1". */
function openAfter(executions: readonly ExecutedPackage[], before: Readonly<Record<string, string>> = {}): string[] {
  const openings = Object.entries(before).map(([symbol, size]) => openingLot(symbol, size, '10'))
  const { open } = tradeBook({ executions, openings, held: undefined, nowMs })
  return open.map(({ id, legs }) => `${id}: ${legs.map(({ symbol, size }) => `${symbol.slice(4)} ${size}`).join(', ')}`)
}

describe('of several trades that an order can close', () => {
  const buy = { [c(100)]: [1, '10'] } as const
  const buyLater = { [c(100, later)]: [1, '19'] } as const
  const roll = { [c(100)]: [-1, '12'], [c(100, later)]: [1, '20'] } as const
  const sellLater = { [c(100, later)]: [-1, '25'] } as const

  it('closes the one opened first, even if that was rolled into the instrument after the other', () => {
    const history = [at(1, 'old', '1', buy), at(2, 'young', '1', buyLater), at(3, 'roll', '1', roll)]
    expect(openAfter([...history, at(4, 'out', '1', sellLater)])).toEqual(['young: 20270326-100C 1'])
  })

  it('closes a trade rolled out of what was held before the first of the account’s own', () => {
    const history = [at(2, 'young', '1', buyLater), at(3, 'roll', '1', roll)]
    expect(openAfter([...history, at(4, 'out', '1', sellLater)], { [c(100)]: '1' })).toEqual(['young: 20270326-100C 1'])
  })

  it('closes the first in the book, of two opened in the same ms', () => {
    const history = [
      at(1, 'a', '1', { [c(100)]: [1, '10'], [c(110)]: [-1, '5'] }),
      at(1, 'b', '1', { [c(100)]: [1, '10'], [p(90)]: [-1, '5'] }),
    ]
    expect(openAfter([...history, at(4, 'out', '1', { [c(100)]: [-1, '25'] })])).toEqual([
      'a: 20261225-110C -1',
      'b: 20261225-100C 1, 20261225-90P -1',
    ])
  })

  it('goes on with the one that it began to close, even if an older one came into the instrument meanwhile', () => {
    const history = [
      at(1, 'old', '1', buy),
      at(2, 'young', '2', buyLater),
      at(3, 'out', '1', sellLater),
      at(4, 'roll', '1', roll),
      at(5, 'out', '1', sellLater),
    ]
    expect(openAfter(history)).toEqual(['old: 20270326-100C 1'])
  })

  it('a package closes a trade that has all its legs before the legs of older trades', () => {
    const history = [
      at(1, 'older', '2', { [c(100)]: [1, '10'], [p(90)]: [-1, '5'] }),
      at(2, 'spread', '3', { [c(100)]: [1, '10'], [c(110)]: [-1, '5'] }),
    ]
    const out = at(3, 'out', '1', { [c(100)]: [-1, '11'], [c(110)]: [1, '5'] })
    expect(openAfter([...history, out])).toEqual([
      'older: 20261225-100C 2, 20261225-90P -2',
      'spread: 20261225-100C 2, 20261225-110C -2',
    ])
  })

  it('a roll takes the youngest that it fits, and goes on with the one that it began', () => {
    const two = (older: string, younger: string) => [
      at(1, 'older', older, { [c(100)]: [1, '10'], [p(80)]: [-1, '5'] }),
      at(2, 'younger', younger, { [c(100)]: [1, '10'], [p(90)]: [-1, '5'] }),
    ]
    expect(openAfter([...two('1', '1'), at(3, 'roll', '1', roll)])).toEqual([
      'older: 20261225-100C 1, 20261225-80P -1',
      'younger: 20261225-90P -1, 20270326-100C 1',
    ])
    const inParts = [at(3, 'roll', '1', roll), at(4, 'roll', '1', roll)]
    expect(openAfter([...two('2', '3'), ...inParts])).toEqual([
      'older: 20261225-80P -2, 20270326-100C 2',
      'younger: 20261225-100C 3, 20261225-90P -3',
    ])
  })
})

describe('what a roll is', () => {
  const spread = at(1, 'a', '2', { [c(100)]: [1, '30'], [c(110)]: [-1, '20'] })
  const call = at(1, 'a', '2', { [c(100)]: [1, '30'] })
  const future = at(1, 'a', '2', { 'BTC-20261225': [-1, '90000'] })
  it.each<[string, ExecutedPackage, string, ExecutedLegs, string[]]>([
    [
      'legs in any order',
      spread,
      '2',
      { [c(110, later)]: [-1, '30'], [c(100)]: [-1, '31'], [c(100, later)]: [1, '40'], [c(110)]: [1, '21'] },
      ['a: 20270326-110C -2, 20270326-100C 2'],
    ],
    [
      'a future into the perpetual',
      future,
      '2',
      { 'BTC-20261225': [1, '90000'], 'BTC-USD-PERPETUAL': [-1, '89000'] },
      ['a: USD-PERPETUAL -2'],
    ],
    [
      'a whole single trade to another strike',
      call,
      '2',
      { [c(100)]: [-1, '31'], [c(110)]: [1, '21'] },
      ['a: 20261225-110C 2'],
    ],
    [
      'not a part of a single trade to another strike',
      call,
      '1',
      { [c(100)]: [-1, '31'], [c(110)]: [1, '21'] },
      ['a: 20261225-100C 2', 'b: 20261225-100C -1, 20261225-110C 1'],
    ],
    [
      'not a call into a put',
      call,
      '2',
      { [c(100)]: [-1, '31'], [p(100, later)]: [1, '21'] },
      ['a: 20261225-100C 2', 'b: 20261225-100C -2, 20270326-100P 2'],
    ],
    [
      'not a call bought into one sold',
      call,
      '2',
      { [c(100)]: [-1, '31'], [c(100, later)]: [-1, '21'] },
      ['a: 20261225-100C 2', 'b: 20261225-100C -2, 20270326-100C -2'],
    ],
    [
      'not one leg to another expiry and one within its own',
      spread,
      '2',
      { [c(100)]: [-1, '31'], [c(110)]: [1, '21'], [c(100, later)]: [1, '40'], [c(120)]: [-1, '9'] },
      [
        'a: 20261225-100C 2, 20261225-110C -2',
        'b: 20261225-100C -2, 20261225-110C 2, 20270326-100C 2, 20261225-120C -2',
      ],
    ],
  ])('%s', (_, before, quantity, legs, expected) => {
    expect(openAfter([before, at(2, 'b', quantity, legs)])).toEqual(expected)
  })

  it('what was held before is not rolled within an expiry, and not added to', () => {
    const shift = at(2, 'b', '2', { [c(100)]: [-1, '31'], [c(110)]: [1, '21'] })
    const more = at(3, 'more', '1', { [c(100)]: [1, '31'] })
    expect(openAfter([shift, more], { [c(100)]: '2' })).toEqual([
      'before BTC-20261225-100C: 20261225-100C 2',
      'b: 20261225-100C -2, 20261225-110C 2',
      'more: 20261225-100C 1',
    ])
  })

  it('trades rolled together are one, opened with the first of them, of the orders of those that gave it a leg', () => {
    const [a, b] = [at(1, 'a', '1', { [c(100)]: [1, '9'] }), at(2, 'b', '2', { [c(110)]: [-1, '7'] })]
    const together = at(5, 'roll', '1', {
      [c(100)]: [-1, '8'],
      [c(110)]: [1, '8'],
      [c(100, later)]: [1, '20'],
      [c(110, later)]: [-1, '18'],
    })
    const { open, closed } = tradeBook({ executions: [a, b, together], held: undefined, nowMs })
    expect(closed).toMatchObject([{ id: 'a', closedMs: 5, isContinued: true, orders: ['a'] }])
    expect(open).toMatchObject([
      { id: 'b', isContinued: true, orders: ['b'] },
      { id: 'roll rolled', kind: 'trade', isFromBefore: false, openedMs: 1, orders: ['a', 'b', 'roll'], rolls: 1 },
    ])
  })
})
