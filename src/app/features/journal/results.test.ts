import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, type Decimal, sum } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalNote } from '../../../core/domain/journal-row.ts'
import type { Closing } from '../../../core/domain/realised.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { realisedByDay } from './realised-days.ts'
import {
  funding,
  heldBefore,
  holdingOf,
  liquidated,
  type ResultGrouping,
  type ResultRow,
  resultRows,
} from './results.ts'
import { journalOrder } from '../../../testing/journal.fixture.ts'

const sunday = Date.UTC(2026, 10, 1)
const spread = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'
const symbols: Readonly<Record<string, string>> = {
  a: spread,
  b: spread,
  c: 'BTC-20261225-100000P',
  d: 'BTC-USD-PERPETUAL',
}

const order = (id: string, firstFillMs?: number): [string, JournalOrder] => [
  id,
  journalOrder(id, {
    symbol: symbols[id] ?? 'BTC-USD-PERPETUAL',
    sentAtMs: 1,
    ...(firstFillMs === undefined ? {} : { firstFillMs }),
  }),
]
const orders = new Map([
  order('a', sunday),
  order('b', sunday + dayMs),
  order('c', sunday + hourMs),
  order('d'),
  order('liquidation-7'),
])

const closings: fc.Arbitrary<readonly Closing[]> = fc.array(
  fc.record({
    symbol: fc.constant('x'),
    closedBy: fc.constantFrom('z', 'a', 'liquidation-7', undefined),
    openedBy: fc.constantFrom('a', 'b', 'c', 'd', undefined),
    quantity: fc.constant(dec('1')),
    realised: fc
      .oneof(fc.constant(0), fc.integer({ min: -99_999, max: 99_999 }))
      .map((cents): Decimal => dec(String(cents / 100))),
    atMs: fc.integer({ min: 2 * dayMs, max: 40 * dayMs }).map(after => sunday + after),
    isFunding: fc.constantFrom(undefined, undefined, undefined, true as const),
  }),
  { maxLength: 30 },
)
const oneTag = new Map<string, JournalNote>([['a', { owner: 'o', subject: 'a', text: '', tags: ['roll'], atMs: 1 }]])
const rowsBy = (all: readonly Closing[], grouping: ResultGrouping): ResultRow[] =>
  resultRows(orders, all, oneTag, grouping)
const groupings: readonly ResultGrouping[] = ['structure', 'tag', 'weekday', 'held']
const closing = (more: Partial<Closing>): Closing => ({
  symbol: 'x',
  closedBy: 'z',
  openedBy: 'a',
  quantity: dec('1'),
  realised: dec('1'),
  atMs: sunday,
  ...more,
})

describe.each(groupings)('results by %s', grouping => {
  it('share out every closing: the rows add up to the calendar', () =>
    fc.assert(
      fc.property(closings, all => {
        const days = [...realisedByDay(all).values()].map(day => day.total)
        expect(sum(rowsBy(all, grouping).map(row => row.realised))).toBe(sum(days))
      }),
    ))

  it('have each name once, and a win rate of the trades that won or lost', () =>
    fc.assert(
      fc.property(closings, all => {
        const rows = rowsBy(all, grouping)
        expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
        for (const { closed, won, lost, winRate } of rows) {
          expect(won + lost).toBeLessThanOrEqual(closed)
          expect(winRate).toBe(won + lost === 0 ? undefined : won / (won + lost))
        }
      }),
    ))

  it('set apart what was funding and what the venue forced, in the same sums as every other grouping', () =>
    fc.assert(
      fc.property(closings, all => {
        const apart = (by: ResultGrouping, name: string): Decimal =>
          sum(
            rowsBy(all, by)
              .filter(row => row.name === name)
              .map(row => row.realised),
          )
        for (const name of [funding, liquidated]) expect(apart(grouping, name)).toBe(apart('structure', name))
        for (const row of rowsBy(all, grouping))
          if (row.name === funding) expect([row.closed, row.winRate]).toEqual([0, undefined])
      }),
    ))
})

describe('results by weekday', () => {
  it('stand at the weekday of the closing in UTC, to the last millisecond of it', () => {
    const midnight = sunday + dayMs
    const rows = rowsBy(
      [closing({ atMs: midnight - 1, realised: dec('5') }), closing({ atMs: midnight, realised: dec('-2') })],
      'weekday',
    )
    const found = rows.filter(row => row.closed > 0).map(row => [row.name, row.realised])
    expect(found).toEqual([
      ['Monday', '-2'],
      ['Sunday', '5'],
    ])
  })
  it('count an order once a day, however many parts of it were closed then', () => {
    const parts = [
      closing({ realised: dec('3') }),
      closing({ realised: dec('-1') }),
      closing({ openedBy: 'b', realised: dec('-7') }),
    ]
    expect(rowsBy(parts, 'weekday').find(row => row.name === 'Sunday')).toMatchObject({
      orders: 2,
      closed: 2,
      won: 1,
      lost: 1,
      realised: '-5',
    })
  })
})

describe('how long it was held', () => {
  it.each([
    [0, 'Under 1 h'],
    [hourMs - 1, 'Under 1 h'],
    [hourMs, '1 to 24 h'],
    [dayMs - 1, '1 to 24 h'],
    [dayMs, '1 to 7 d'],
    [7 * dayMs - 1, '1 to 7 d'],
    [7 * dayMs, 'Over 7 d'],
    [400 * dayMs, 'Over 7 d'],
  ])('%i ms is “%s”: a bound belongs to the longer', (ms, text) => expect(holdingOf(sunday, sunday + ms)).toBe(text))

  it('is not guessed: without a first fill it stands with what was opened before recording', () => {
    expect(holdingOf(undefined, sunday)).toBeUndefined()
    const rows = rowsBy(
      [closing({ openedBy: 'd', realised: dec('4') }), closing({ openedBy: undefined, realised: dec('2') })],
      'held',
    )
    expect(rows.find(row => row.name === heldBefore)?.realised).toBe('6')
  })
})
