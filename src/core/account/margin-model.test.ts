/** Hand-computed: ±30 % initial, ±15 % maintenance; 3 % or 1.5 % of the index per net short option. */
import { describe, expect, test } from 'vitest'
import type { Position } from '../domain/account.ts'
import { dec } from '../domain/decimal.ts'
import { clientOrderId } from '../domain/ids.ts'
import type { OrderRecord } from '../domain/order.ts'
import { heldPosition } from '../../testing/held-position.ts'
import { quote } from '../../testing/universe.fixture.ts'
import { affordableSteps } from '../pricing/margin/order-margin.ts'
import { testRecord } from '../../testing/journal.fixture.ts'
import { cautiousLegs, legMargins, marginAccount, marginLegs, marginModel } from './margin-model.ts'
import { positionRows } from './position-rows.ts'
import { legsOf } from '../../testing/legs-of.ts'

const perpetual = 'BTC-USD-PERPETUAL'
const option = (strike: number, right: 'C' | 'P'): string => `BTC-20261225-${strike}${right}`
const indexes: Readonly<Record<string, number>> = { BTC: 100_000, ETH: 4_000 }
const marks: Readonly<Record<string, number>> = {
  [perpetual]: 100_000,
  [option(100_000, 'C')]: 5_000,
  [option(120_000, 'C')]: 1_000,
}
const markOf = (symbol: string): number | undefined => marks[symbol]
const atMs = Date.UTC(2026, 10, 22)

function weighed(positions: readonly Position[], collateral: number, orders: readonly OrderRecord[] = []) {
  const rows = positionRows(positions, () => undefined)
  const account = marginAccount({ rows, orders, collateral, markOf, indexOf: base => indexes[base] })
  if (account === undefined) throw new Error('cannot be weighed')
  const model = marginModel(account, rows, atMs)
  if (model === undefined) throw new Error('no index')
  return { account, rows, model }
}
const boundsOf = (positions: readonly Position[], orders: readonly OrderRecord[] = []) => {
  const { model } = weighed(positions, 1e9, orders)
  return [model.initial, model.maintenance].map(each => Math.round(each * 100) / 100)
}
const buying = (symbol: string, quantity: string, price: string): OrderRecord => ({
  ...testRecord('a', 0),
  client_order_id: clientOrderId('a'),
  symbol,
  quantity: dec(quantity),
  price: dec(price),
})

describe('margin of positions', () => {
  test.each([
    // Largest loss in the range, from the entry mark.
    ['one perpetual, bought', [heldPosition(perpetual, '1', '100000', '100000')], 30_000, 15_000],
    ['two perpetuals, sold', [heldPosition(perpetual, '-2', '100000', '100000')], 60_000, 30_000],
    ['one that has gained 10,000 needs so much less', [heldPosition(perpetual, '1', '90000', '100000')], 20_000, 5_000],
    [
      'a call bought: nothing more than its premium, which is paid',
      [heldPosition(option(100_000, 'C'), '1', '5000', '5000')],
      0,
      0,
    ],
    // At 130,000: 10,000 more than the mark, and 3 %. At 115,000 it is worthless: the mark and 1.5 %.
    ['a call sold far out', [heldPosition(option(120_000, 'C'), '-1', '1000', '1000')], 10_000, 2_500],
    [
      'a call sold against the perpetual: 4,000 to close it, and the fall of the perpetual where it is worth nothing',
      [heldPosition(perpetual, '1', '100000', '100000'), heldPosition(option(120_000, 'C'), '-1', '1000', '1000')],
      30_000,
      15_000,
    ],
    [
      'a spread bought covers what it sold',
      [
        heldPosition(option(100_000, 'C'), '1', '5000', '5000'),
        heldPosition(option(120_000, 'C'), '-1', '1000', '1000'),
      ],
      0,
      0,
    ],
    // At 130,000 the whole width of 10,000 is lost, at 115,000 half of it.
    [
      'a spread sold needs its width',
      [
        heldPosition(option(110_000, 'C'), '-1', '2500', '2500'),
        heldPosition(option(120_000, 'C'), '1', '1000', '1000'),
      ],
      10_000,
      5_000,
    ],
  ] as const)('%s', (_, positions, initial, maintenance) => expect(boundsOf(positions)).toEqual([initial, maintenance]))

  test('of two underlyings are added: one does not cover the other', () => {
    const ether = { ...heldPosition('ETH-USD-PERPETUAL', '-10', '4000', '4000') }
    expect(boundsOf([heldPosition(perpetual, '1', '100000', '100000'), ether])).toEqual([42_000, 21_000])
  })
})

describe('margin of orders', () => {
  test('counts one that would add, filled or not, whichever is worse; one that closes asks for nothing', () => {
    const long = heldPosition(perpetual, '1', '100000', '100000')
    expect(boundsOf([long], [buying(perpetual, '1', '100000')])).toEqual([60_000, 15_000])
    expect(boundsOf([long], [{ ...buying(perpetual, '1', '100000'), side: 'sell' }])).toEqual([30_000, 15_000])
  })
  test('counts what is left of one that was filled in part, and no request for quotes', () => {
    const order = buying(perpetual, '4', '100000')
    expect(boundsOf([], [{ ...order, executions: testRecord('a', 3).executions }])[0]).toBe(30_000)
    expect(boundsOf([], [{ ...order, market_id: 'none' }])[0]).toBe(0)
  })
  test('bought above the mark counts what it would lose at once', () => {
    expect(boundsOf([], [buying(perpetual, '1', '101000')])[0]).toBe(31_000)
  })
  test('that cannot be weighed leaves the account unknown, never lighter', () => {
    const input = { rows: [], collateral: 1, markOf, indexOf: (base: string) => indexes[base] }
    for (const order of [
      buying('odd name', '1', '1'),
      buying(option(90_000, 'P'), '1', '1'),
      { ...buying(perpetual, '1', '1'), price: undefined },
      { ...buying(perpetual, '1', '1'), side: 'both' },
      { ...buying(perpetual, '1', '1'), order_state: 'partial_fill' },
    ]) {
      expect([order.symbol, marginAccount({ ...input, orders: [order] })]).toEqual([order.symbol, undefined])
    }
    const odd = positionRows([{ ...heldPosition('ODD', '1', '1', '1'), product_type: 'swap' }], () => undefined)
    expect(marginAccount({ ...input, rows: odd, orders: [] })).toBeUndefined()
    expect(marginLegs(legsOf({ [perpetual]: 1, [option(90_000, 'P')]: 1 }), markOf)).toBeUndefined()
  })
})

describe('the price of liquidation', () => {
  const near = (price: number | undefined): number => Math.round(price ?? Number.NaN)
  test('of a perpetual bought is where its maintenance is no longer covered, and there is none above', () => {
    // 50,000 covers 100,000 − 0.85 × price down to a price of 50,000 ÷ 0.85.
    const [base] = weighed([heldPosition(perpetual, '1', '100000', '100000')], 50_000).model.bases
    expect([near(base?.liquidation.below), base?.liquidation.above, base?.liquidation.isNow]).toEqual([
      58_824,
      undefined,
      false,
    ])
  })
  test('of one sold is above: 1.15 × price − 100,000 is 50,000 there', () => {
    const [base] = weighed([heldPosition(perpetual, '-1', '100000', '100000')], 50_000).model.bases
    expect([base?.liquidation.below, near(base?.liquidation.above)]).toEqual([undefined, 130_435])
  })
  test('comes nearer by what another underlying must keep', () => {
    const ether = { ...heldPosition('ETH-USD-PERPETUAL', '-10', '4000', '4000') }
    // 6,000 of the 50,000 are bound for the ether.
    const { bases } = weighed([heldPosition(perpetual, '1', '100000', '100000'), ether], 50_000).model
    expect(near(bases.find(each => each.base === 'BTC')?.liquidation.below)).toBe(65_882)
  })
  test('is now where the cash does not cover maintenance already', () => {
    const [base] = weighed([heldPosition(perpetual, '1', '100000', '100000')], 14_999).model.bases
    expect(base?.liquidation).toEqual({ below: undefined, above: undefined, isNow: true })
  })
})

test('what each position needs is by how much less would be bound without it: the one that covers others frees less than nothing', () => {
  const { account, rows } = weighed(
    [heldPosition(option(110_000, 'C'), '-1', '2500', '2500'), heldPosition(option(120_000, 'C'), '1', '1000', '1000')],
    1e9,
  )
  // Both: 10,000. Without the short: zero. Without the long: 130,000 − 110,000.
  expect(legMargins(account, rows)?.map(each => [each.symbol, Math.round(each.frees)])).toEqual([
    [option(110_000, 'C'), 10_000],
    [option(120_000, 'C'), -10_000],
  ])
})

test('the largest size counts a future at the worse quote, unless a position has the mark of the venue', () => {
  const quotes = new Map([quote(perpetual, '99990', '100010')])
  const largest = (side: 'buy' | 'sell', positions: readonly Position[] = []) => {
    const { account } = weighed(positions, 300_000)
    const order = { side, quantity: 1, price: 100_000, legs: marginLegs(legsOf({ [perpetual]: 1 }), markOf) ?? [] }
    return affordableSteps(account, { ...order, legs: cautiousLegs(order, account.holdings, quotes) }, 1, 100)
  }
  // 30,000 a coin at the mid, 30,010 at the bid or ask.
  expect([largest('buy'), largest('sell')]).toEqual([9, 9])
  expect(largest('buy', [heldPosition(perpetual, '1', '100000', '100000')])).toBe(9)
  expect(largest('sell', [heldPosition(perpetual, '-1', '100000', '100000')])).toBe(9)
})
