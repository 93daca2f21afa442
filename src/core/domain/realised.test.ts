import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, dec, type Decimal, eq, mul, neg, sum, zero } from './decimal.ts'
import { type Fill, fillsOfOrder, signedQuantity } from './fill.ts'
import { clientOrderId } from './ids.ts'
import { realisedOf } from './realised.ts'
import { microsFromMs } from './time.ts'
import { testExecution, testFill } from '../../testing/execution.fixture.ts'

const nowMs = Date.UTC(2026, 5, 1)
let next = 0
const fill = (symbol: string, side: 'buy' | 'sell', quantity: string, price: string, order = 'o'): Fill => {
  next += 1
  const id = `t${String(next).padStart(6, '0')}`
  return testFill(symbol, side, quantity, price, { id, order, trade: String(next), atMs: next })
}
const perpetual = 'BTC-USD-PERPETUAL'
const option = 'BTC-20261225-100000C'
const expired = 'BTC-20260501-100000C'
const total = (fills: readonly Fill[]): Decimal => realisedOf({ fills, nowMs }).total

describe('realised P&L', () => {
  it('short 2 from 17,000 bought back at 16,500 realises 1,000', () => {
    const fills = [fill(perpetual, 'sell', '2', '17000'), fill(perpetual, 'buy', '2', '16500')]
    expect(total(fills)).toBe('1000')
  })
  it('a part closed is held against the average of all that is open, as the venue’s entry is', () => {
    const fills = [fill(option, 'buy', '1', '100'), fill(option, 'buy', '1', '200'), fill(option, 'sell', '1', '250')]
    expect(total(fills)).toBe('100')
  })
  it('a trade through zero closes all and opens the rest', () => {
    const result = realisedOf({ fills: [fill(option, 'buy', '2', '100'), fill(option, 'sell', '5', '110')], nowMs })
    expect(result.total).toBe('20')
    expect(result.lines[0]).toMatchObject({ size: '-3', cost: '-330' })
  })
  it('what was closed was opened by the oldest orders first, and is shared out among them by size', () => {
    const fills = [
      fill(option, 'buy', '1', '100', 'a'),
      fill(option, 'buy', '1', '120', 'b'),
      fill(option, 'sell', '2', '130', 'c'),
    ]
    const closings = realisedOf({ fills, nowMs }).closings
    expect(closings.map(each => [each.openedBy, each.closedBy, each.realised])).toEqual([
      ['a', 'c', '20'],
      ['b', 'c', '20'],
    ])
  })

  const trades = fc.array(
    fc.record({
      symbol: fc.constantFrom(perpetual, option, 'ETH-20261225-4000P'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 500 }).map(each => `${each / 100}`),
      price: fc.integer({ min: 0, max: 9_999_999 }).map(each => `${each / 100}`),
    }),
    { maxLength: 30 },
  )
  it('closings are shared out among openers to the last digit: by order closed, opened or not, they are the total', () => {
    fc.assert(
      fc.property(trades, given => {
        const fills = given.map((each, at) => fill(each.symbol, each.side, each.quantity, each.price, `o${at % 5}`))
        const { closings, total: all, lines } = realisedOf({ fills, nowMs })
        expect(eq(sum(closings.map(each => each.realised)), all)).toBe(true)
        expect(closings.every(each => each.openedBy !== undefined)).toBe(true)
        for (const { symbol, size } of lines) {
          const traded = sum(fills.filter(each => each.symbol === symbol).map(each => each.quantity))
          const closed = sum(closings.filter(each => each.symbol === symbol).map(each => each.quantity))
          // What was traded either closed something, and so did its opener's, or is open.
          expect(eq(traded, add(mul(closed, dec('2')), size.startsWith('-') ? neg(size) : size))).toBe(true)
        }
      }),
    )
  })
  it('realised and cost add up to the cash of the fills to the last digit, and nothing flat has a cost', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 9_999 }), (given, closePrice) => {
        const fills = given.map(each => fill(each.symbol, each.side, each.quantity, each.price))
        const open = realisedOf({ fills, nowMs }).lines.filter(line => line.size !== '0')
        const closing = open.map(line =>
          fill(line.symbol, line.size.startsWith('-') ? 'buy' : 'sell', line.size.replace('-', ''), String(closePrice)),
        )
        for (const all of [fills, [...fills, ...closing]]) {
          const { total, lines } = realisedOf({ fills: all, nowMs })
          const paid = sum(all.map(each => mul(signedQuantity(each), each.price)))
          expect(eq(add(paid, total), sum(lines.map(line => line.cost)))).toBe(true)
          expect(lines.filter(line => line.size === '0' && line.cost !== '0')).toEqual([])
          if (all !== fills) expect(lines.every(line => line.size === '0')).toBe(true)
        }
      }),
    )
  })
})

describe('what realised P&L does not know is named', () => {
  it('positions held before start at the venue’s average', () => {
    const openings = [{ symbol: option, size: dec('2'), average_entry_price: dec('100') }]
    const result = realisedOf({ fills: [fill(option, 'sell', '1', '150')], openings, nowMs })
    expect(result.total).toBe('50')
    expect(result.missing).toEqual([{ kind: 'held_before', symbol: option, size: '2' }])
  })
  it('a size that the fills do not explain', () => {
    const held = new Map([[option, dec('5')]])
    const result = realisedOf({ fills: [fill(option, 'buy', '2', '1')], held, nowMs })
    expect(result.missing).toEqual([{ kind: 'unexplained', symbol: option, size: '3' }])
  })
  it('an expired position ends at its settlement price, or is left out by name', () => {
    const fills = [fill(expired, 'sell', '2', '300')]
    const bare = realisedOf({ fills, held: new Map(), nowMs })
    expect([bare.total, bare.missing]).toEqual(['0', [{ kind: 'no_settlement', symbol: expired, size: '-2' }]])
    const settlements = [{ symbol: expired, price: dec('120'), atMs: nowMs - 1, isEstimated: true }]
    const settled = realisedOf({ fills, settlements, held: new Map(), nowMs })
    expect([settled.total, settled.missing]).toEqual(['360', [{ kind: 'estimated_settlement', symbol: expired }]])
  })
  it('coins have no entry price', () => {
    expect(realisedOf({ fills: [fill('BTC-USD', 'sell', '1', '9')], nowMs })).toMatchObject({
      total: '0',
      missing: [{ kind: 'spot', symbol: 'BTC-USD' }],
    })
  })
})

it('the whole of an account: by instrument, closings by time, and each gap once, in whatever order the fills come', () => {
  const other = 'ETH-20261225-4000P'
  const fills = [
    { ...fill(option, 'buy', '2', '100', 'a'), isAllotted: true },
    { ...fill(other, 'sell', '3', '7', 'b'), isAllotted: true },
    { ...fill(option, 'sell', '1', '130', 'c'), isAllotted: true },
    { ...fill('ETH-USD', 'buy', '1', '9', 'd'), isAllotted: true },
    fill('BTC-USD', 'buy', '1', '9', 'd'),
    fill(other, 'buy', '4', '5', 'e'),
    fill('BTC-USD', 'sell', '1', '9', 'd'),
    fill(option, 'sell', '1', '90', 'f'),
    fill(expired, 'buy', '1', '4', 'g'),
    fill(perpetual, 'buy', '1', '50', 'h'),
  ]
  const [, , c, , , e, , f] = fills.map(each => each.atMs)
  const openings = [
    { symbol: perpetual, size: dec('0.0'), average_entry_price: dec('1') },
    { symbol: perpetual, size: dec('-2'), average_entry_price: dec('60') },
  ]
  const fundings = [
    { symbol: perpetual, amount: dec('-3'), atMs: 1 },
    { symbol: perpetual, amount: dec('1'), atMs: nowMs },
  ]
  const settlements = [
    { symbol: option, price: dec('1'), atMs: nowMs, isEstimated: true },
    { symbol: expired, price: dec('6'), atMs: nowMs - 5, isEstimated: false },
  ]
  const held = new Map(Object.entries({ 'BTC-USD': dec('70'), [other]: dec('1') }))
  const closed = { quantity: dec('1') }
  const funding = { symbol: perpetual, closedBy: undefined, openedBy: undefined, quantity: zero, isFunding: true }
  fc.assert(
    fc.property(fc.shuffledSubarray(fills, { minLength: fills.length }), shuffled => {
      expect(realisedOf({ fills: shuffled, openings, fundings, settlements, held, nowMs })).toEqual({
        total: '36',
        funding: '-2',
        lines: [
          { symbol: perpetual, realised: '10', funding: '-2', size: '-1', cost: '-60' },
          { symbol: option, realised: '20', funding: '0', size: '0', cost: '0' },
          { symbol: other, realised: '6', funding: '0', size: '1', cost: '5' },
          { symbol: expired, realised: '2', funding: '0', size: '0', cost: '0' },
        ],
        closings: [
          { ...funding, realised: '-3', atMs: 1 },
          { ...closed, symbol: option, closedBy: 'c', openedBy: 'a', realised: '30', atMs: c },
          { symbol: other, closedBy: 'e', openedBy: 'b', quantity: '3', realised: '6', atMs: e },
          { ...closed, symbol: option, closedBy: 'f', openedBy: 'a', realised: '-10', atMs: f },
          {
            ...closed,
            symbol: perpetual,
            closedBy: 'h',
            openedBy: undefined,
            realised: '10',
            atMs: fills.at(-1)?.atMs,
          },
          { ...closed, symbol: expired, closedBy: undefined, openedBy: 'g', realised: '2', atMs: nowMs - 5 },
          { ...funding, realised: '1', atMs: nowMs },
        ],
        missing: [
          { kind: 'held_before', symbol: perpetual, size: '-2' },
          { kind: 'allotted', symbol: option },
          { kind: 'allotted', symbol: other },
          { kind: 'spot', symbol: 'ETH-USD' },
          { kind: 'allotted', symbol: 'ETH-USD' },
          { kind: 'spot', symbol: 'BTC-USD' },
          { kind: 'unexplained', symbol: perpetual, size: '1' },
        ],
      })
    }),
    { numRuns: 20 },
  )
})

it('an expired position is open until the venue no longer holds it, and without an end it is no unexplained size', () => {
  const fills = [fill(expired, 'buy', '2', '300')]
  const settlements = [{ symbol: expired, price: dec('320'), atMs: nowMs - 1, isEstimated: false }]
  const still = realisedOf({ fills, settlements, held: new Map([[expired, dec('2')]]), nowMs })
  expect([still.total, still.lines[0]?.size, still.missing]).toEqual(['0', '2', []])
  const gone = realisedOf({ fills, settlements, held: undefined, nowMs })
  expect([gone.total, gone.lines[0]?.size, gone.missing]).toEqual(['40', '0', []])
})

describe('fills of a package', () => {
  const order = {
    client_order_id: clientOrderId('x'),
    symbol: 'A@1/B@-2',
    side: 'sell',
    executions: [testExecution('3', '-10.5', '9', microsFromMs(5))],
  }
  it('share the net price among the legs, exactly, on the sides that were executed', () => {
    const fills = fillsOfOrder(order, symbol => (symbol === 'A' ? dec('100') : dec('55')))
    expect(fills.map(each => [each.symbol, each.side, each.quantity])).toEqual([
      ['A', 'sell', '3'],
      ['B', 'buy', '6'],
    ])
    expect(sum(fills.map(each => neg(mul(signedQuantity(each), each.price))))).toBe(mul(dec('-10.5'), dec('3')))
    expect(fills.every(each => each.isAllotted)).toBe(true)
  })
  it('give the one leg without a mark what the net price leaves for it, so that a trade opened and closed between two samples counts', () => {
    const fills = fillsOfOrder(order, symbol => (symbol === 'A' ? dec('100') : undefined))
    expect(fills.map(each => each.price)).toEqual(['100', '55.25'])
    expect(sum(fills.map(each => neg(mul(signedQuantity(each), each.price))))).toBe(mul(dec('-10.5'), dec('3')))
  })
  it('have no prices of their own where several legs lack a mark, and add up to the net price all the same', () => {
    const fills = fillsOfOrder(order, () => undefined)
    expect(fills.map(each => each.isUnknown)).toEqual([true, true])
    expect(sum(fills.map(each => neg(mul(signedQuantity(each), each.price))))).toBe(mul(dec('-10.5'), dec('3')))
  })
})
