/**
 * Every statistic of the journal over one random history: each filled order is in it exactly once, with the trade to
 * which it belongs.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, dec, type Decimal, sum, zero } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { isRfqMarket } from '../../../core/domain/order.ts'
import { type Closing, realisedOf } from '../../../core/domain/realised.ts'
import { dayMs, micros, minuteMs } from '../../../core/domain/time.ts'
import { cutOf, qualityGroupings } from '../../../core/pricing/quality/quality-cuts.ts'
import { startOfDay } from '../../ui/format/zoned-days.ts'
import { journalDays } from './journal-days.ts'
import { gridRows } from './journal-rows.ts'
import { fillsMade } from './quality-explain.tsx'
import { qualityRows } from './quality-rows.ts'
import { realisedByDay } from './realised-days.ts'
import { type ResultGrouping, resultRows } from './results.ts'
import { journalOrder } from '../../../testing/journal.fixture.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const startMs = Date.UTC(2026, 10, 2, 9)
const symbols = ['BTC-USD-PERPETUAL', 'ETH-USD-PERPETUAL', 'BTC-20261225-100000C'] as const

const histories = fc.array(
  fc.record({
    symbol: fc.constantFrom(...symbols),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    /** A take of one of the previous RFQs, of an RFQ unknown to this browser, or an order without an RFQ. */
    rfq: fc.constantFrom('own' as const, 'unknown' as const, undefined, undefined),
    parts: fc.integer({ min: 1, max: 3 }),
    minutes: fc.integer({ min: 1, max: 3_000 }),
    /** Minutes between two parts. */
    apart: fc.constantFrom<number>(0, 400),
  }),
  { minLength: 1, maxLength: 14 },
)
type History = typeof histories extends fc.Arbitrary<infer Given> ? Given : never

function made(history: History): readonly JournalOrder[] {
  let atMs = startMs
  return history.flatMap(({ symbol, side, quantity, rfq, parts, minutes, apart }, at): JournalOrder[] => {
    atMs += minutes * minuteMs
    const common = { symbol, side, quantity: dec(quantity), sentAtMs: atMs }
    const asked = journalOrder(`q${at}`, { ...common, market_id: 'none' })
    const executions = Array.from({ length: parts }, (_, part) => {
      const filledMs = atMs + part * (1 + apart * minuteMs) + 1
      return testExecution(quantity, 100 + ((at * 7 + part) % 13), `${at} ${part}`, micros(filledMs * 1_000))
    })
    const named = rfq === undefined ? {} : { rfq: rfq === 'own' ? asked.client_order_id : 'of another browser' }
    const filled = journalOrder(`f${at}`, { ...common, ...named, title: 'x', firstFillMs: atMs + 1, executions })
    return rfq === 'own' ? [asked, filled] : [filled]
  })
}

const closingsOf = (orders: readonly JournalOrder[]): readonly Closing[] =>
  realisedOf({
    nowMs: startMs + 60 * dayMs,
    fills: orders.flatMap(order =>
      order.executions.map(fill => ({
        id: fill.trade_id,
        order: order.client_order_id,
        trade: fill.trade_id,
        symbol: order.symbol,
        side: order.side as 'buy' | 'sell',
        quantity: fill.executed_quantity,
        price: fill.executed_price,
        atMs: fill.utc_timestamp / 1_000,
        isAllotted: false,
      })),
    ),
  }).closings

const filledOf = (orders: readonly JournalOrder[]): readonly string[] =>
  orders.flatMap(order => (order.executions.length > 0 ? [order.client_order_id] : []))

const overHistories = (check: (orders: readonly JournalOrder[], closings: readonly Closing[]) => void): void =>
  fc.assert(
    fc.property(histories, history => {
      const orders = made(history)
      check(orders, closingsOf(orders))
    }),
    { numRuns: 100 },
  )
const byId = (orders: readonly JournalOrder[]) =>
  new Map(orders.flatMap(order => (order.executions.length > 0 ? [[order.client_order_id, order] as const] : [])))

describe('each filled order is counted once', () => {
  it.each<ResultGrouping>(['structure', 'tag'])('in the results by %s, which add up to what was realised', grouping => {
    overHistories((orders, closings) => {
      const rows = resultRows(byId(orders), closings, new Map(), grouping)
      expect(rows.reduce((count, row) => count + row.orders, 0)).toBe(filledOf(orders).length)
      expect(sum(rows.map(row => row.realised))).toBe(sum(closings.map(each => each.realised)))
    })
  })

  it('with the trade that it closes: a row of results has no order that only closed something of another row', () => {
    const [perpetual] = symbols
    const trade = (side: 'buy' | 'sell') => ({
      symbol: perpetual,
      side,
      quantity: 1,
      rfq: undefined,
      parts: 1,
      minutes: 10,
      apart: 0,
    })
    const orders = made([trade('buy'), trade('sell')])
    const rows = resultRows(byId(orders), closingsOf(orders), new Map(), 'structure')
    expect(rows.map(row => [row.orders, row.closed])).toEqual([[2, 1]])
  })

  it.each<ResultGrouping>(['structure', 'tag', 'weekday', 'held'])(
    'in the results by %s: what was closed is among the orders of its row, also after an order that turned a position',
    grouping => {
      overHistories((orders, closings) => {
        for (const row of resultRows(byId(orders), closings, new Map(), grouping))
          expect(row.closed).toBeLessThanOrEqual(row.orders)
      })
    },
  )

  it('in Quality, as an order or under its RFQ, in whatever grouping and from whatever moment on', () => {
    overHistories(all => {
      for (const orders of [all, all.slice(Math.floor(all.length / 2))]) {
        const rows = qualityRows(orders, [])
        const counted = rows.flatMap(row => row.orders).filter(id => id.startsWith('f'))
        expect(counted.toSorted()).toEqual(filledOf(orders).toSorted())
        expect(rows.filter(row => row.isRfq).map(row => row.id)).toEqual(
          orders.flatMap(order => (isRfqMarket(order.market_id) ? [order.client_order_id] : [])),
        )
        for (const grouping of qualityGroupings)
          for (const isRfq of [true, false]) {
            const { whole, groups } = cutOf(rows, { isRfq }, grouping, () => [])
            expect(groups.flatMap(group => group.rows.map(row => row.id)).toSorted()).toEqual(
              whole.rows.map(row => row.id).toSorted(),
            )
          }
        expect(rows.reduce((count, row) => count + row.unpricedFills, 0)).toBe(
          orders.flatMap(order => order.executions).length,
        )
        // Beside Explain: nothing here has a fair value, so each fill is named as without one, once.
        expect(fillsMade(orders, 0, Number.POSITIVE_INFINITY).unpriced).toBe(
          orders.flatMap(order => order.executions).length,
        )
      }
    })
  })

  it('in the journal by day: one line an order, and what it closed under it and in its day', () => {
    overHistories((orders, closings) => {
      const rows = orders.flatMap(order =>
        order.executions.map((fill, at) => ({
          id: `${order.client_order_id} ${at}`,
          atMs: fill.utc_timestamp / 1_000,
          kind: 'execution' as const,
          what: 'fill',
          client_order_id: order.client_order_id,
          symbol: order.symbol,
          side: order.side,
          quantity: fill.executed_quantity,
          price: fill.executed_price,
        })),
      )
      const days = journalDays(
        gridRows(
          rows.toSorted((a, b) => b.atMs - a.atMs),
          new Map(),
        ),
        closings,
      )
      expect(days.flatMap(day => day.lines.map(line => line.id)).toSorted()).toEqual(filledOf(orders).toSorted())
      const total = closings.reduce<Decimal>((all, each) => add(all, each.realised), zero)
      expect(sum(days.flatMap(day => day.lines.flatMap(line => line.realised ?? [])))).toBe(total)
      // A page shows one day, whose lines add up to its result, also of an order filled on two days.
      for (const day of days) {
        const shown = rows.filter(row => startOfDay(row.atMs) === day.startMs).toSorted((a, b) => b.atMs - a.atMs)
        const [only] = journalDays(gridRows(shown, new Map()), closings)
        expect(sum(only?.lines.flatMap(line => line.realised ?? []) ?? [])).toBe(day.realised?.total ?? zero)
      }
      expect(sum([...realisedByDay(closings).values()].map(day => day.total))).toBe(total)
    })
  })
})
