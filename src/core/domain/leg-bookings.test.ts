import { describe, expect, it } from 'vitest'
import { add, dec, mul, sum } from './decimal.ts'
import { type Fill, fillsOfOrder } from './fill.ts'
import { clientOrderId } from './ids.ts'
import { type PositionState, bookLegs, isExplained, type LegTrade } from './leg-bookings.ts'
import { realisedOf } from './realised.ts'
import { micros } from './time.ts'
import { legsOf } from '../../testing/legs-of.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const at = (size: string, entry: string, mark = entry): PositionState => ({
  size: dec(size),
  average_entry_price: dec(entry),
  mark_price: dec(mark),
})
const held = (of: Readonly<Record<string, PositionState>>): ReadonlyMap<string, PositionState> =>
  new Map(Object.entries(of))
const [p90, p95, c110, c120] = [
  'BTC-20261225-90000P',
  'BTC-20261225-95000P',
  'BTC-20261225-110000C',
  'BTC-20261225-120000C',
] as const
/** Sold: the inner strikes short, the outer long. */
const condor = [p90, p95, c110, c120].map((symbol, index) => ({ symbol, ratio: index === 1 || index === 2 ? 1 : -1 }))
const trade = (more: Partial<LegTrade>): LegTrade => ({
  id: 'o t',
  order: 'o',
  atMs: 1,
  quantity: dec(-1),
  price: dec('2685'),
  legs: condor,
  ...more,
})

describe('what the venue booked the legs of a package at', () => {
  it('realises a condor over held legs as the venue’s entries give it, to the cent', () => {
    // Long one of each short strike before: the condor closes those two and opens the outer ones.
    const before = held({ [p95]: at('1', '2930.4'), [c110]: at('1', '3310.6') })
    const after = held({ [p90]: at('1', '1203.27'), [c120]: at('1', '894.66') })
    const booked = bookLegs({ before, after, trades: [trade({})] }).bookings
    const prices = (booked.get('o t') ?? []).map(each => each.price)
    expect([prices[0], prices[3]]).toEqual(['1203.27', '894.66'])
    expect(sum(condor.map((leg, index) => mul(dec(leg.ratio), prices[index] ?? dec(0))))).toBe('2685')
    const execution = testExecution(1, 2685, 't', micros(5))
    const order = {
      client_order_id: clientOrderId('o'),
      symbol: '',
      side: 'sell',
      legs: condor,
      executions: [execution],
    }
    const fills: readonly Fill[] = fillsOfOrder({ ...order, bookings: { t: booked.get('o t') ?? [] } }, () => undefined)
    const openings = [p95, c110].map(symbol => ({ symbol, ...(before.get(symbol) as PositionState) }))
    const { total } = realisedOf({ fills, openings, nowMs: 10 })
    // Credit, less what the closed legs cost, plus what the opened legs stand at.
    expect(total).toBe(String(add(dec('2685'), add(dec('-6241'), dec('2097.93')))))
    expect(fills.filter(fill => fill.isAllotted).map(fill => fill.symbol)).toEqual([p95, c110])
  })

  it('tells a leg that grew by how its average moved, and one that turned by its new entry', () => {
    const grew = bookLegs({
      before: held({ [p90]: at('2', '100') }),
      after: held({ [p90]: at('3', '110'), [c110]: at('-1', '70') }),
      trades: [trade({ quantity: dec(1), price: dec(60), legs: legsOf({ [p90]: 1, [c110]: -1 }) })],
    }).bookings
    expect(grew.get('o t')).toEqual([{ price: '130' }, { price: '70' }])
    const turned = bookLegs({
      before: held({ [p90]: at('-1', '100'), [c110]: at('1', '50', '55') }),
      after: held({ [p90]: at('1', '90') }),
      trades: [trade({ quantity: dec(1), price: dec(125), legs: legsOf({ [p90]: 2, [c110]: -1 }) })],
    }).bookings
    expect(turned.get('o t')).toEqual([{ price: '90' }, { price: '55' }])
  })

  it('waits until the trades seen explain each size', () => {
    const buy = trade({ quantity: dec(1), legs: [{ symbol: p90, ratio: 1 }] })
    expect(isExplained(held({}), held({ [p90]: at('2', '5') }), [buy])).toBe(false)
    expect(isExplained(held({ [p90]: at('1', '5') }), held({ [p90]: at('2', '5') }), [buy])).toBe(true)
    expect(isExplained(held({ [p90]: at('-1', '5') }), held({}), [buy])).toBe(true)
  })

  it('does not take one entry for the prices of two packages', () => {
    const legs = legsOf({ [p90]: 1, [c110]: -1 })
    const two = ['a', 'b'].map(order => trade({ id: `${order} t`, order, quantity: dec(1), price: dec(10), legs }))
    const booked = bookLegs({
      before: held({}),
      after: held({ [p90]: at('2', '100', '99'), [c110]: at('-2', '90', '88') }),
      trades: two,
    }).bookings
    expect(booked.get('a t')?.every(each => each.isEstimated === true)).toBe(true)
  })
})
