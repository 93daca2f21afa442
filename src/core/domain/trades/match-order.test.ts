import { describe, expect, it } from 'vitest'
import { type ExecutedLegs, executedPackage } from '../../../testing/executed-package.ts'
import { dec } from '../decimal.ts'
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
  const openings = Object.entries(before).map(([symbol, size]) => ({
    symbol,
    size: dec(size),
    average_entry_price: dec('10'),
  }))
  const { open } = tradeBook({ executions, openings, held: undefined, nowMs })
  return open.map(({ id, legs }) => `${id}: ${legs.map(({ symbol, size }) => `${symbol.slice(4)} ${size}`).join(', ')}`)
}

describe('of several trades that an order can close', () => {
  const buy = { [c(100)]: [1, '10'] } as const
  const buyLater = { [c(100, later)]: [1, '19'] } as const
  const roll = { [c(100)]: [-1, '12'], [c(100, later)]: [1, '20'] } as const
  const sellLater = { [c(100, later)]: [-1, '25'] } as const

  it('it closes the one opened first, even if that was rolled into the instrument after the other', () => {
    const history = [at(1, 'old', '1', buy), at(2, 'young', '1', buyLater), at(3, 'roll', '1', roll)]
    expect(openAfter([...history, at(4, 'out', '1', sellLater)])).toEqual(['young: 20270326-100C 1'])
  })

  it('it closes a trade rolled out of what was held before the first of the account’s own', () => {
    const history = [at(2, 'young', '1', buyLater), at(3, 'roll', '1', roll)]
    expect(openAfter([...history, at(4, 'out', '1', sellLater)], { [c(100)]: '1' })).toEqual(['young: 20270326-100C 1'])
  })

  it('it closes the first in the book, of two opened in the same ms', () => {
    const history = [
      at(1, 'a', '1', { [c(100)]: [1, '10'], [c(110)]: [-1, '5'] }),
      at(1, 'b', '1', { [c(100)]: [1, '10'], [p(90)]: [-1, '5'] }),
    ]
    expect(openAfter([...history, at(4, 'out', '1', { [c(100)]: [-1, '25'] })])).toEqual([
      'a: 20261225-110C -1',
      'b: 20261225-100C 1, 20261225-90P -1',
    ])
  })

  it('it goes on with the one that it began to close, even if an older one came into the instrument meanwhile', () => {
    const history = [
      at(1, 'old', '1', buy),
      at(2, 'young', '2', buyLater),
      at(3, 'out', '1', sellLater),
      at(4, 'roll', '1', roll),
      at(5, 'out', '1', sellLater),
    ]
    expect(openAfter(history)).toEqual(['old: 20270326-100C 1'])
  })
})
