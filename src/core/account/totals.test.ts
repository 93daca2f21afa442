/** Expected totals were computed by hand. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Balance, type Position, usdReference } from '../domain/account.ts'
import { dec, type Decimal, sum } from '../domain/decimal.ts'
import type { Summaries } from '../domain/equity.ts'
import type { Instrument } from '../domain/instrument.ts'
import { modelLeg } from '../pricing/portfolio/net-greeks.ts'
import { noGreeks } from '../pricing/portfolio/unit-greeks.ts'
import { heldPosition, heldBalance } from '../../testing/held-position.ts'
import { listedInstrument } from '../../testing/listed-instrument.ts'
import { balanceRows } from './balance-rows.ts'
import type { MissingInput } from './gap.ts'
import { bookLines } from './lines.ts'
import { marginAccount } from './margin-model.ts'
import { marginFraction, marginLevel, marginUse, usedOf, usedOfUsd } from './margin-use.ts'
import { type FindInstrument, positionRows } from './position-rows.ts'
import { equityTotal, portfolioTotals, upnlByBase } from './totals.ts'

const balance = (symbol: string, cash: string, available = cash): Balance =>
  heldBalance(symbol, cash, { available_balance: dec(available), withdrawable_balance: dec(available) })
const position = (
  symbol: string,
  product_type: string,
  size: string,
  entry: string,
  mark: string,
  upnl: string,
): Position => heldPosition(symbol, size, entry, mark, { product_type, upnl: dec(upnl) })
const perpetual = position('BTC-USD-PERPETUAL', 'perpetual_future', '-2', '17000', '16500', '1000')
const call = position('BTC-20261225-100000C', 'option', '-3', '2000', '2500', '-1500')
const put = position('ETH-20261225-4000P', 'option', '10', '150.5', '120.25', '-302.5')
const future = position('ETH-20261225', 'future', '4', '3400', '3450.5', '202')
const indexes: Summaries = new Map([
  ['BTC-USD', { index_price: dec('16520.5') }],
  ['ETH-USD-PERPETUAL', { index_price: dec('3450') }],
])
const balances = [
  balance('USD', '50000', '42000'),
  balance('BTC', '0.5', '0.25'),
  balance('ETH', '-2'),
  balance(usdReference, '49999'),
]
const unlisted: FindInstrument = () => undefined
const totalsOf = (held: readonly Position[], cash: readonly Balance[] | undefined = balances, find = unlisted) =>
  portfolioTotals({ rows: positionRows(held, find), balances: cash, summaries: indexes })
const held = [perpetual, call, put, future]

describe('an account of USD, coins, a short perpetual, a short call, a long put and a future', () => {
  const totals = totalsOf(held)
  test('has its cash with coins at the index, owed coins below zero, and the venue’s reference in no sum', () => {
    // 50,000 + 0.5 × 16,520.5 − 2 × 3,450
    expect(totals.cash).toEqual({ value: '51360.25', leftOut: [] })
    expect(totals.reference).toBe('49999')
  })
  test('is worth cash, the marks of its options and the uPnL of the rest, or cash and all uPnL', () => {
    // −3 × 2,500 + 10 × 120.25
    expect(totals.optionValue.value).toBe('-6297.5')
    expect(totals.futuresUpnl.value).toBe('1202')
    expect(totals.optionUpnl.value).toBe('-1802.5')
    expect(equityTotal(totals, 'value').value).toBe('46264.75')
    expect(equityTotal(totals, 'upnl').value).toBe('50759.75')
    expect(equityTotal(totals, 'venue').value).toBe('49999')
  })
  test('covers margin by its USD alone: a coin makes no more of it available', () => {
    expect(totals.marginAssets).toEqual(['USD'])
    expect([totals.collateral.value, totals.available.value]).toEqual(['50000', '42000'])
    // 0.25 × 16,520.5 − 2 × 3,450
    expect(totals.coins.value).toBe('-2769.875')
    expect(marginUse(totals)).toEqual({
      use: { assets: ['USD'], collateral: '50000', bound: '8000', available: '42000', fraction: 0.16, level: 'ok' },
      gap: undefined,
    })
  })
  test('reckons uPnL itself: (mark − entry) × size, short or long', () => {
    expect(totals.ourUpnl.value).toBe('-600.5')
    expect([totals.upnl.value, totals.differing]).toEqual(['-600.5', []])
    expect(upnlByBase(positionRows(held, unlisted), indexes)).toEqual([
      { base: 'BTC', count: 2, upnl: { value: '-500', leftOut: [] } },
      { base: 'ETH', count: 2, upnl: { value: '-100.5', leftOut: [] } },
    ])
  })
  test('names the position whose venue says another uPnL than mark and entry, by more than a cent where no step is known', () => {
    expect(totalsOf([{ ...perpetual, upnl: dec('1000.01') }]).differing).toEqual([])
    expect(totalsOf([{ ...perpetual, upnl: dec('1000.02') }]).differing).toHaveLength(1)
  })
})

describe('what cannot be valued', () => {
  test('is named beside the sum, and never counts as nothing', () => {
    const totals = totalsOf(held, [...balances, balance('DOGE', '1000')])
    expect(totals.cash).toEqual({ value: '51360.25', leftOut: ['DOGE'] })
    expect(equityTotal(totals, 'value').leftOut).toEqual(['DOGE'])
  })
  test('and with no position in it lacks nothing', () => {
    expect(totalsOf(held, [...balances, balance('DOGE', '0')]).cash.leftOut).toEqual([])
  })
  test('an index of zero is none: a coin of no known worth is no sum of nothing', () => {
    const zeroIndex: Summaries = new Map([['BTC-USD', { index_price: dec('0') }]])
    const totals = portfolioTotals({ rows: [], balances: [balance('BTC', '1')], summaries: zeroIndex })
    expect(totals.cash).toEqual({ value: undefined, leftOut: ['BTC'] })
  })
  test('a position of no product that equity knows is named', () => {
    const odd = position('ODD', 'swap', '1', '1', '2', '1')
    expect([totalsOf([odd]).others, equityTotal(totalsOf([odd]), 'value').leftOut]).toEqual([['ODD'], ['ODD']])
  })
  test('an option quoted in a coin counts at that coin’s index, and covers margin by it too', () => {
    const inCoin: Instrument = listedInstrument(call.symbol, 9, { quote_asset: 'BTC' })
    const coinCall = position(call.symbol, 'option', '2', '0.05', '0.0625', '0.025')
    const totals = totalsOf([coinCall], balances, symbol => (symbol === call.symbol ? inCoin : undefined))
    // 2 × 0.0625 BTC at 16,520.5, and 0.025 of them
    expect(totals.optionValue.value).toBe('2065.0625')
    expect(totals.optionUpnl.value).toBe('413.0125')
    expect(totals.marginAssets).toEqual(['USD', 'BTC'])
    // 50,000 + 0.5 × 16,520.5
    expect(totals.collateral.value).toBe('58260.25')
  })
})

describe('a position whose rule is not known', () => {
  const inverse = position('BTC-USD-PERPETUAL', 'perpetual_future', '-1000', '88000', '90900', '-0.00025253')
  const inBtc = listedInstrument('BTC-USD-PERPETUAL', 5, {
    quote_asset: 'BTC',
    tags: ['BTC', 'future', 'perpetual', 'inverse'],
  })
  const move = position('BTC-MOVE-20261225', 'move', '2', '100', '150', '100')
  const find: FindInstrument = symbol => (symbol === inBtc.symbol ? inBtc : undefined)
  const unit = { isPriced: true, greeks: { ...noGreeks, delta: 1 }, inputs: undefined } as const
  const units = new Map([inverse.symbol, move.symbol].map(symbol => [symbol, unit]))
  const rows = positionRows([inverse, move], find, units)
  test('has no delta, no value and no uPnL of ours', () => {
    expect(rows.map(row => [row.greeks, row.value, row.ourUpnl, row.differs])).toEqual([
      [undefined, undefined, undefined, false],
      [undefined, undefined, undefined, false],
    ])
    expect(bookLines(rows).map(line => modelLeg(line, 90_000))).toEqual([undefined, undefined])
  })
  test('is in no equity, and is named; the venue’s uPnL counts in its asset', () => {
    const totals = portfolioTotals({ rows, balances, summaries: indexes })
    expect(equityTotal(totals, 'value')).toEqual({ value: '51360.25', leftOut: rows.map(row => row.name) })
    expect(totals.ourUpnl).toEqual({ value: '0', leftOut: rows.map(row => row.name) })
    expect(totals.differing).toEqual([])
    // 100 and −0.00025253 BTC at 16,520.5
    expect(totals.upnl.value).toBe('95.828078135')
  })
  test('leaves no margin model', () => {
    const inputs = { orders: [], collateral: 1_000, markOf: () => 90_000, indexOf: () => 90_000 }
    expect(marginAccount({ ...inputs, rows })).toBeUndefined()
  })
})

test('the value of a position is what it adds to equity mark × size of an option, the uPnL of what is linear: a subtotal holds no notional', () => {
  const rows = positionRows([call, future], unlisted)
  expect(rows.map(row => row.value)).toEqual(['-7500', '202'])
})

describe('a figure whose inputs were not all read', () => {
  const gap: MissingInput = {
    kind: 'unread',
    what: 'positions',
    rows: [{ index: 0, path: 'size', message: 'not valid' }],
    of: 5,
    wholeMs: 7,
  }
  const rows = positionRows(held, unlisted)
  test('of balances: the venue’s own equity is unknown as well', () => {
    const totals = portfolioTotals({ rows, balances, summaries: indexes, gaps: { balances: gap } })
    expect([equityTotal(totals, 'venue').gap, totals.cash.gap, totals.available.gap]).toEqual([gap, gap, gap])
    expect(totals.upnl.value).toBe('-600.5')
    expect(marginUse(totals)).toEqual({ use: undefined, gap })
  })
  test('of indexes: only where one is needed and lacks', () => {
    const unread: MissingInput = { ...gap, what: 'market prices' }
    expect(portfolioTotals({ rows, balances, summaries: indexes, gaps: { indexes: unread } }).cash.value).toBe(
      '51360.25',
    )
    const none = portfolioTotals({ rows, balances, summaries: new Map(), gaps: { indexes: unread } })
    expect([none.cash.value, none.cash.gap]).toEqual([undefined, unread])
    expect(
      portfolioTotals({ rows, balances: [balance('USD', '5')], summaries: new Map(), gaps: { indexes: unread } }).cash
        .value,
    ).toBe('5')
    const old: MissingInput = { kind: 'old', what: 'market prices' }
    expect(portfolioTotals({ rows, balances, summaries: indexes, gaps: { indexes: old } }).cash.gap).toBe(old)
  })
  test('that nothing came of yet is waited for, not zero', () => {
    const totals = portfolioTotals({ rows: undefined, balances: undefined, summaries: undefined })
    expect([totals.cash.value, totals.upnl.value, totals.reference, totals.positions]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
    expect([equityTotal(totals, 'value').value, marginUse(totals).use]).toEqual([undefined, undefined])
  })
  test('collateral that the venue does not list is unknown: no USD is not a USD of zero', () => {
    const totals = totalsOf(held, [balance('BTC', '1')])
    expect(totals.collateral).toEqual({ value: undefined, leftOut: ['USD'] })
    expect(marginUse(totals).use).toBeUndefined()
  })
})

const cents = fc.integer({ min: -1e9, max: 1e9 }).map(value => dec(String(value / 100)))
test('sums do not hang on the order of rows, and of two halves they are the whole', () => {
  const any = fc.array(fc.tuple(cents, cents, cents, fc.constantFrom(...held)), { maxLength: 12 })
  fc.assert(
    fc.property(any, fc.nat(12), (drawn, at) => {
      const all = drawn.map(
        ([size, mark, upnl, like], index): Position => ({
          ...like,
          symbol: index % 2 === 0 ? like.symbol : `X${index}-USD-PERPETUAL`,
          size,
          side: size.startsWith('-') ? 'short' : 'long',
          mark_price: mark,
          upnl,
        }),
      )
      const value = (some: readonly Position[]): Decimal[] => {
        const { upnl, ourUpnl, optionValue } = totalsOf(some)
        return [upnl, ourUpnl, optionValue].map(each => each.value ?? dec('0'))
      }
      const [left, right] = [value(all.slice(0, at)), value(all.slice(at))]
      expect(value(all)).toEqual(left.map((each, index) => sum([each, right[index] ?? dec('0')])))
      expect(value(all.toReversed())).toEqual(value(all))
    }),
    { numRuns: 60 },
  )
})

describe('how much of the collateral is bound', () => {
  test.each([
    [0, 'ok'],
    [0.599_9, 'ok'],
    [0.6, 'high'],
    [0.849_9, 'high'],
    [0.85, 'critical'],
    [1, 'critical'],
    [1.000_1, 'uncovered'],
  ] as const)('a part of %s is %s', (fraction, level) => expect(marginLevel(fraction)).toBe(level))
  test('freed margin is no use below nothing', () => {
    expect(usedOf(dec('1000'), dec('1200'), ['USD'])).toMatchObject({ bound: '-200', fraction: 0, level: 'ok' })
  })
  test('without collateral anything bound is not covered, and nothing bound is', () => {
    expect([marginFraction(0, 1), marginFraction(0, 0), marginFraction(-1, 0)]).toEqual([Infinity, 0, Infinity])
    expect(usedOf(dec('-1'), dec('-1'), ['USD']).level).toBe('uncovered')
    expect(usedOf(dec('0'), dec('0'), ['USD']).level).toBe('ok')
  })
  test('whatever sign the venue gives to what it reserves, bound is cash less available', () => {
    const row = { ...balance('USD', '1000', '400'), reserved_balance: dec('-600') }
    expect(usedOfUsd([row], held, undefined)).toMatchObject({ bound: '600', fraction: 0.6, level: 'high' })
  })
  test('without an index it is told only where all is in USD, and USD is listed', () => {
    const inCoin: Instrument = listedInstrument(call.symbol, 9, { quote_asset: 'BTC' })
    expect(usedOfUsd(balances, [call], { bySymbol: () => inCoin })).toBeUndefined()
    expect(usedOfUsd([balance('BTC', '1')], [call], undefined)).toBeUndefined()
  })
})

test('rows of balances USD first, assets by name, the reference last; each at its index, and unknown without one', () => {
  const rows = balanceRows([...balances, balance('DOGE', '7')].toReversed(), indexes)
  expect(rows.map(row => [row.symbol, row.usdValue, row.rate?.source])).toEqual([
    ['USD', '50000', 'USD itself'],
    ['BTC', '8260.25', 'index of BTC-USD'],
    ['DOGE', undefined, undefined],
    ['ETH', '-6900', 'index of ETH-USD-PERPETUAL'],
    [usdReference, undefined, undefined],
  ])
})
