// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, zero } from '../domain/decimal.ts'
import { equityOf } from '../domain/equity.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { must } from '../domain/must.ts'
import { type Sample, sampleOf } from '../domain/sample.ts'
import { microsFromMs, minuteMs } from '../domain/time.ts'
import { testOwner } from '../../testing/journal.fixture.ts'
import { figuresOf } from '../../testing/past-figures.ts'
import { anyCash, anyHeld, balancesOf, cents, positionsOf } from '../../testing/portfolio.fixture.ts'
import { gapText } from './gap.ts'
import { stateAt, type StoredHistory } from './past-state.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const beganMs = Date.UTC(2026, 10, 27, 7, 30)
const minutes = 50
const symbols = ['BTC-USD-PERPETUAL', 'BTC-20261225-90000P', 'ETH-20261225-4000C']
const index = { BTC: dec('100000'), ETH: dec('4000') }

const moment = fc.integer({ min: 0, max: minutes * minuteMs - 1 })

const anySample = fc
  .record({
    minute: fc.integer({ min: 0, max: minutes - 1 }),
    late: fc.integer({ min: 0, max: 59_999 }),
    held: anyHeld,
    cash: anyCash,
  })
  .map(({ minute, late, held, cash }): Sample => {
    const indexOf = (asset: string) => (asset === 'BTC' ? index.BTC : asset === 'ETH' ? index.ETH : undefined)
    return sampleOf({
      atMs: beganMs + minute * minuteMs + late,
      positions: positionsOf(held),
      balances: balancesOf(cash),
      indexOf,
    })
  })

const anyDelay = fc.option(fc.integer({ min: 1, max: 5 * minuteMs }), { nil: undefined })

type AnyFill = { readonly at: number; readonly delay: number | undefined }
const knownTimes = (fills: readonly AnyFill[]): Record<string, number> =>
  Object.fromEntries(
    fills
      .toSorted((a, b) => a.at - b.at)
      .flatMap(({ at, delay }, place) =>
        delay === undefined ? [] : [[`t${at} ${place}`, beganMs + at + delay] as const],
      ),
  )

const anyOrder = fc
  .record({
    symbol: fc.constantFrom(...symbols),
    side: fc.constantFrom('buy', 'sell'),
    sent: moment,
    ended: fc.option(moment, { nil: undefined }),
    fills: fc.array(fc.record({ at: moment, delay: anyDelay, quantity: cents(1, 500), price: cents(1, 900_000) }), {
      maxLength: 4,
    }),
  })
  .map(
    ({ symbol, side, sent, ended, fills }): Omit<JournalOrder, 'client_order_id'> => ({
      owner: testOwner,
      title: '',
      market_id: '0',
      symbol,
      side,
      type: 'LIMIT',
      quantity: dec('20'),
      sentAtMs: beganMs + sent,
      acceptedAtMs: beganMs + sent,
      order_state: 'accepted',
      cancel_state: ended === undefined ? 'none' : 'user_cancelled',
      endedAtMs: ended === undefined ? undefined : beganMs + ended,
      fillsKnownMs: knownTimes(fills),
      steps: [`${beganMs + sent} confirmed`],
      executions: fills
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, quantity, price }, place) =>
          testExecution(quantity, price, `t${at} ${place}`, microsFromMs(beganMs + at)),
        ),
    }),
  )

const anyCashRow = fc
  .record({ at: moment, delay: anyDelay, symbol: fc.constantFrom(...symbols), amount: cents(-1_000, 1_000) })
  .map(
    ({ at, delay, symbol, amount }): JournalRow => ({
      id: `cash ${symbol} ${at}`,
      atMs: beganMs + at,
      ...(delay === undefined ? {} : { knownAtMs: beganMs + at + delay }),
      kind: 'cash',
      what: 'funding',
      symbol,
      amount,
      asset: 'USD',
    }),
  )

const anyStored = fc
  .record({
    samples: fc.uniqueArray(anySample, {
      selector: sample => Math.floor(sample.atMs / minuteMs),
      minLength: 1,
      maxLength: 30,
    }),
    orders: fc.array(anyOrder, { maxLength: 8 }),
    cash: fc.array(anyCashRow, { maxLength: 8 }),
  })
  .map(({ samples, orders, cash }): StoredHistory => {
    const full = samples.toSorted((a, b) => a.atMs - b.atMs)
    const first = must(full[0], 'a sample')
    return {
      samples: full,
      full,
      first: { atMs: first.atMs, positions: first.positions ?? [] },
      orders: orders.map((order, place) => ({ ...order, client_order_id: `o${place}` })),
      cash,
      find: () => undefined,
    }
  })

const storedBy = (stored: StoredHistory, atMs: number): StoredHistory => {
  const past = ({ atMs: of }: { readonly atMs: number }): boolean => of <= atMs
  return {
    ...stored,
    samples: stored.samples.filter(past),
    full: stored.full.filter(past),
    first: stored.first !== undefined && past(stored.first) ? stored.first : undefined,
    cash: stored.cash.filter(row => (row.knownAtMs ?? row.atMs) <= atMs),
    orders: stored.orders.flatMap((order): JournalOrder[] => {
      const executions = order.executions.filter(
        each => (order.fillsKnownMs?.[each.trade_id] ?? each.utc_timestamp / 1_000) <= atMs,
      )
      if (order.sentAtMs > atMs && executions.length === 0) return []
      const isOver = order.endedAtMs !== undefined && order.endedAtMs <= atMs
      return [{ ...order, executions, ...(isOver ? {} : { endedAtMs: undefined, cancel_state: 'none' }) }]
    }),
  }
}

const shown = (state: ReturnType<typeof stateAt>) => ({
  ...figuresOf(state),
  atMs: state.atMs,
  gap: state.gap,
  missing: state.realised?.missing,
})

describe('the account at a past minute', () => {
  test('is the same whatever is stored later', () => {
    fc.assert(
      fc.property(anyStored, moment, (stored, at) => {
        const atMs = beganMs + at
        expect(shown(stateAt(atMs, stored))).toEqual(shown(stateAt(atMs, storedBy(stored, atMs))))
      }),
      { numRuns: 200 },
    )
  })

  test('has the figures of the sample of its minute, equity to the last digit', () => {
    fc.assert(
      fc.property(anyStored, stored => {
        for (const sample of stored.full) {
          const state = stateAt(sample.atMs, stored)
          expect(state.totals.equity.value.value).toBe(equityOf(sample.equity, 'value'))
          expect(state.totals.cash.value).toBe(sample.equity.cash)
          expect(state.rows?.map(row => [row.symbol, row.size, row.mark, row.upnl]).sort()).toEqual(
            sample.positions?.map(each => [each.symbol, each.size, each.mark_price, each.upnl]).sort(),
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  test('has no figure where its minute was not recorded, and says so', () => {
    fc.assert(
      fc.property(anyStored, moment, (stored, at) => {
        const isRecorded = stored.samples.some(
          each =>
            Math.floor(each.atMs / minuteMs) === Math.floor((beganMs + at) / minuteMs) && each.atMs <= beganMs + at,
        )
        fc.pre(!isRecorded)
        const state = stateAt(beganMs + at, stored)
        expect(state.rows).toBeUndefined()
        expect(state.realised).toBeUndefined()
        expect(state.totals.equity.value.value).toBeUndefined()
        expect(state.totals.upnl.value).toBeUndefined()
        expect(gapText(must(state.gap, 'a gap'))).toBe('no sample is stored of this minute')
      }),
    )
  })

  test('has no greeks of an option whose volatility was not stored, and counts it', () => {
    const held = [{ symbol: 'BTC-20261225-100000C', size: dec('2'), entry: dec('1000'), mark: dec('1200') }]
    const sample = sampleOf({
      atMs: beganMs,
      positions: positionsOf(held),
      balances: balancesOf({ USD: zero }),
      indexOf: () => dec('100000'),
    })
    const stored: StoredHistory = {
      samples: [sample],
      full: [sample],
      first: undefined,
      orders: [],
      cash: [],
      find: () => undefined,
    }
    const state = stateAt(beganMs, stored)
    expect(state.rows?.map(row => [row.greeks, row.unit])).toEqual([
      [undefined, { isPriced: false, why: 'not_stored' }],
    ])
    expect([state.net?.priced, state.net?.of]).toEqual([0, 1])
  })
})
