import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, type Decimal, eq, mul, neg, sum, zero } from '../../../core/domain/decimal.ts'
import { type Fill, signedQuantity } from '../../../core/domain/fill.ts'
import { realisedOf } from '../../../core/domain/realised.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { journalDays } from './journal-days.ts'
import { gridRows } from './journal-rows.ts'
import { startOfDay } from '../../ui/format/zoned-days.ts'
import { partsOfDay, realisedByDay } from './realised-days.ts'

const start = Date.UTC(2026, 10, 1)
const perpetual = 'BTC-USD-PERPETUAL' as const
const expiring = 'BTC-20261110-100000C'
const expiryMs = Date.UTC(2026, 10, 10, 8)

const histories = fc.record({
  fills: fc.array(
    fc.record({
      symbol: fc.constantFrom(perpetual, expiring),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 300 }).map(each => dec(String(each / 100))),
      price: fc.integer({ min: 1, max: 999_999 }).map(each => dec(String(each / 100))),
      atMs: fc.integer({ min: 0, max: 9 * dayMs }).map(each => start + each),
      order: fc.constantFrom('a', 'b', 'c', 'd', 'liquidation-7'),
    }),
    { maxLength: 25 },
  ),
  fundings: fc.array(
    fc.record({
      symbol: fc.constant(perpetual),
      amount: fc.integer({ min: -9_999, max: 9_999 }).map(each => dec(String(each / 100))),
      atMs: fc.integer({ min: 0, max: 30 }).map(each => start + (each * dayMs) / 3),
    }),
    { maxLength: 10 },
  ),
  price: fc.integer({ min: 0, max: 999_999 }).map(each => dec(String(each / 100))),
})

const madeOf = ({ fills, fundings, price }: typeof histories extends fc.Arbitrary<infer Value> ? Value : never) => {
  const all = fills.map((each, at): Fill => ({ ...each, id: String(at), trade: String(at), isAllotted: false }))
  const settlements = [{ symbol: expiring, price, atMs: expiryMs, isEstimated: false }]
  const realised = realisedOf({ fills: all, fundings, settlements, nowMs: start + 12 * dayMs })
  const rows = [
    ...all.map(({ id, order: client_order_id, symbol, atMs }) => ({
      id,
      atMs,
      kind: 'execution' as const,
      what: 'fill' as const,
      client_order_id,
      symbol,
    })),
    ...fundings.map(({ symbol, atMs }, at) => ({
      id: `f${at}`,
      atMs,
      kind: 'cash' as const,
      what: 'funding' as const,
      symbol,
    })),
    { id: 's', atMs: expiryMs, kind: 'cash' as const, what: 'settlement' as const, symbol: expiring },
  ]
  return {
    all,
    realised,
    rows: gridRows(
      rows.sort((a, b) => b.atMs - a.atMs),
      new Map(),
    ),
  }
}

describe('what a day realised', () => {
  it('is one figure in the days, on the page of the day and in the calendar, and its parts add up to it', () =>
    fc.assert(
      fc.property(histories, given => {
        const { realised, rows } = madeOf(given)
        const calendar = realisedByDay(realised.closings)
        for (const day of journalDays(rows, realised.closings)) expect(day.realised).toEqual(calendar.get(day.startMs))
        for (const { total, trades, settlements, funding } of calendar.values())
          expect(sum([trades, settlements, funding])).toBe(total)
        expect(sum([...calendar.values()].map(day => day.total))).toBe(realised.total)
        expect(sum([...calendar.values()].map(day => day.funding))).toBe(realised.funding)
      }),
      { numRuns: 200 },
    ))

  it('is the cash of its fills and fundings where nothing is open at either end of the day', () =>
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 5 }), (given, day) => {
        const own = given.fills
          .filter(each => each.symbol === perpetual)
          .map(each => ({ ...each, atMs: start + day * dayMs + 1 }))
        const held = sum(own.map(signedQuantity))
        const flat: typeof own = held === '0' ? own : [...own, closing(held, start + day * dayMs + 2, given.price)]
        const { all, realised } = madeOf({ ...given, fills: flat, fundings: [] })
        const cash = sum(all.map(each => neg(mul(signedQuantity(each), each.price))))
        const shown = realisedByDay(realised.closings).get(start + day * dayMs)?.total ?? zero
        expect(eq(shown, cash)).toBe(true)
      }),
      { numRuns: 100 },
    ))

  it('names its parts only where it is not trades alone', () => {
    const sums = { total: dec('3'), trades: dec('3'), settlements: dec('0'), funding: dec('0') }
    expect(partsOfDay(sums)).toEqual([])
    expect(partsOfDay({ ...sums, funding: dec('-1') }).map(each => each.name)).toEqual(['trades', 'funding'])
    expect(partsOfDay({ ...sums, trades: dec('0'), settlements: dec('3') }).map(each => each.name)).toEqual([
      'settlements',
    ])
  })

  it('belongs to the UTC day of the closing', () => {
    expect(startOfDay(Date.UTC(2026, 10, 22, 23, 59, 59, 999))).toBe(Date.UTC(2026, 10, 22))
    expect(startOfDay(Date.UTC(2026, 10, 22))).toBe(Date.UTC(2026, 10, 22))
  })
})

const closing = (held: Decimal, atMs: number, price: Decimal) => ({
  symbol: perpetual,
  side: held.startsWith('-') ? ('buy' as const) : ('sell' as const),
  quantity: dec(held.replace('-', '')),
  price,
  atMs,
  order: 'd' as const,
})
