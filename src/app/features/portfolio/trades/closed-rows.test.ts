import { describe, expect, it } from 'vitest'
import { dec, type Decimal } from '../../../../core/domain/decimal.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { closedTrades } from '../../../../core/domain/trades/closed-trades.ts'
import { tradeBook } from '../../../../core/domain/trades/trade-book.ts'
import type { ExecutedPackage } from '../../../../core/domain/fill.ts'
import { type ExecutedLegs, executedPackage } from '../../../../testing/executed-package.ts'
import { closedColumns } from './closed-columns.ts'
import { type ClosedRow, closedRows } from './closed-rows.ts'

const nowMs = Date.UTC(2026, 10, 22, 12)
const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const later = '20270326'
const executed = (order: string, daysAgo: number, ...rest: [quantity: string, legs: ExecutedLegs]): ExecutedPackage =>
  executedPackage(order, nowMs - daysAgo * dayMs, ...rest)
type Openings = readonly { symbol: string; size: Decimal; average_entry_price: Decimal }[]
const rowsOf = (
  executions: readonly ExecutedPackage[],
  opened: readonly string[] = [],
  openings: Openings = [],
): ClosedRow[] => closedRows(closedTrades(tradeBook({ executions, openings, held: undefined, nowMs })), new Set(opened))

const spread = executed('in', 10, '5', { [c(100)]: [1, '30'], [c(110)]: [-1, '20'] })
const rolled = executed('up', 4, '5', {
  [c(100)]: [-1, '35'],
  [c(110)]: [1, '22'],
  [c(100, later)]: [1, '60'],
  [c(110, later)]: [-1, '45'],
})
const ended = executed('out', 2.5, '5', { [c(100, later)]: [-1, '50'], [c(110, later)]: [1, '40'] })
const life = [spread, rolled, ended]
const lost = executed('lost', 30, '2', { [c(90, '20261113')]: [1, '5'] })

const columns = (isPhone = false) => closedColumns({ toggle: () => undefined, stepOf: () => dec('0.5'), isPhone })
const texts = (row: ClosedRow | undefined, ...ids: string[]): string[] =>
  ids.map(id =>
    row === undefined
      ? 'no row'
      : (columns()
          .find(column => column.id === id)
          ?.text(row) ?? 'no column'),
  )

describe('a closed trade', () => {
  it('has its first price, its last, what it made and how long it was held', () => {
    const [row] = rowsOf(life)
    expect(row).toMatchObject({
      depth: 0,
      quantity: '5',
      priceIn: '10',
      priceOut: '10',
      realised: '-10',
      daysHeld: 7.5,
      isOpen: false,
    })
    expect(row?.note).toBe('rolled')
    expect(texts(row, 'price-in', 'price-out', 'realised', 'days')).toEqual(['10.0', '10.0', '−10.00', '7.5'])
  })

  it('is called what it was opened as, not what a roll made of it', () => {
    const [row] = rowsOf(life)
    expect(row?.label).toBe('Bull call spread 100/110 C · 25DEC26 BTC')
  })

  it('shows the steps of its life while it is open, each with all that was realised until then', () => {
    const [row, ...steps] = rowsOf(life, ['in'])
    expect(row?.isOpen).toBe(true)
    expect(steps.map(step => [step.label, step.priceIn, step.priceOut, step.realised])).toEqual([
      ['Opened', '10', undefined, '0'],
      ['Rolled to Bull call spread 100/110 C · 26MAR27 BTC', '15', '13', '15'],
      ['Closed', undefined, '10', '-10'],
    ])
    expect(steps.map(step => step.tip)).toEqual([
      'Opened, order in',
      'Rolled to Bull call spread 100/110 C · 26MAR27 BTC, order up',
      'Closed, order out',
    ])
    expect(new Set([row, ...steps].map(each => each?.id)).size).toBe(4)
  })

  it('has no result and no last price where a settlement price is not known, and says why', () => {
    const [row] = rowsOf([lost])
    expect(row).toMatchObject({
      priceIn: '5',
      priceOut: undefined,
      realised: undefined,
      note: 'a settlement price is not known',
    })
    expect(texts(row, 'price-out', 'realised')).toEqual(['–', '–'])
  })

  it('that was held before recording has no time of opening, and no days', () => {
    const opening = { symbol: c(110), size: dec('2'), average_entry_price: dec('40') }
    const [row] = rowsOf([executed('sold', 1, '2', { [c(110)]: [-1, '44'] })], [], [opening])
    expect(row).toMatchObject({
      openedMs: undefined,
      daysHeld: undefined,
      priceIn: '40',
      priceOut: '44',
      realised: '8',
    })
    expect(row?.note).toBe('opened before recording')
    expect(texts(row, 'opened', 'days')).toEqual(['before', '–'])
  })
})

describe('columns of closed trades', () => {
  it('say nothing of a step that has no such thing, which is not that it is missing', () => {
    const [, opened, , closed] = rowsOf(life, ['in'])
    expect(texts(opened, 'opened', 'price-in', 'price-out', 'days')).toEqual(['', '10.0', '', ''])
    expect(texts(closed, 'price-in', 'price-out')).toEqual(['', '10.0'])
  })

  it('of a phone are what it was, how many, and what it made', () =>
    expect(columns(true).map(column => column.id)).toEqual(['trade', 'quantity', 'realised']))
})
