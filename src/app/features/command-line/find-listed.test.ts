import { describe, expect, it } from 'vitest'
import { findInstruments, findOrders, findPositions, matcher } from './find-listed.ts'
import { call, listed, lookup, nearMs, put } from '../../../testing/universe.fixture.ts'

const all = [
  ...listed.chain('BTC', nearMs).flatMap(row => [row.call, row.put]),
  ...listed.futures('BTC'),
  lookup.bySymbol('BTC-USD-PERPETUAL'),
].flatMap(one => one ?? [])
const names = (query: string) => findInstruments(query, all, 5).map(one => one.symbol)

describe('instruments are found by', () => {
  it.each([
    ['100000C', [call(100)]],
    ['100k call', [call(100)]],
    ['100,000 put', [put(100)]],
    ['25dec26 95000p', [put(95)]],
    ['dec 95k put', [put(95)]],
    ['PERP', ['BTC-USD-PERPETUAL']],
    [call(110).toLowerCase(), [call(110)]],
    ['mar 95k', []],
    ['b', []],
    ['no such', []],
    ['10000c', []],
    ['-100C', []],
  ])('%s', (query, expected) => expect(names(query)).toEqual(expected))
  it('an expiry: futures before options', () => {
    expect(names('25DEC26')[0]).toBe('BTC-20261225')
    expect(names('25DEC26')).toHaveLength(5)
  })
  it('what an expression would mean is text', () => {
    expect(matcher('.*')('BTC-USD', 'BTC-USD')).toBe(false)
    expect(matcher('(')('BTC-USD', 'BTC-USD')).toBe(false)
  })
})

it('positions by name, or all of them', () => {
  const positions = [{ symbol: call(100) }, { symbol: 'BTC-USD-PERPETUAL' }] as unknown as Parameters<
    typeof findPositions
  >[1]
  expect(findPositions('perp', positions, 5)).toHaveLength(1)
  expect(findPositions('positions', positions, 5)).toHaveLength(2)
})

it('orders by what they are called, their side or id, or all of them', () => {
  const orders = [
    { id: 'a1', title: 'Iron condor BTC 25DEC26', detail: 'RFQ, buy 2' },
    { id: 'b2', title: 'BTC PERP', detail: 'firm, sell 1' },
  ]
  expect(findOrders('condor', orders, 5).map(order => order.id)).toEqual(['a1'])
  expect(findOrders('sell perp', orders, 5).map(order => order.id)).toEqual(['b2'])
  expect(findOrders('b2', orders, 5).map(order => order.id)).toEqual(['b2'])
  expect(findOrders('orders', orders, 5)).toHaveLength(2)
})
