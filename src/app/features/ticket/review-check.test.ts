import { describe, expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { MarketSummary, OrderBook } from '../../../core/domain/market-data.ts'
import type { BookOfOrder } from '../../../core/domain/market-estimate.ts'
import type { NewOrder, OrderBody } from '../../../core/domain/order.ts'
import { call, nowMs, quote as quoteOf, surfaceOf } from '../../../testing/universe.fixture.ts'
import { priceFaultText } from '../../ui/order/price-block.tsx'
import { checkReview } from './review-check.ts'
import { legsOf } from '../../../testing/legs-of.ts'
import { firmIoc } from '../../../testing/order.fixture.ts'

const option = (strike: number, right: 'C' | 'P') => `BTC-20261225-${strike}${right}`
const quote = (bid: string, ask: string): MarketSummary =>
  ({ best_bid: dec(bid), best_ask: dec(ask) }) as Partial<MarketSummary> as MarketSummary
const quotes = new Map([
  [option(85_000, 'P'), quote('1900', '1950')],
  [option(75_000, 'P'), quote('500', '520')],
  [option(110_000, 'C'), quote('2600', '2650')],
  [option(120_000, 'C'), quote('800', '830')],
])
const condor = legsOf({
  [option(75_000, 'P')]: 1,
  [option(85_000, 'P')]: -1,
  [option(110_000, 'C')]: -1,
  [option(120_000, 'C')]: 1,
})
const order = (more: Partial<NewOrder>): OrderBody => ({
  ...firmIoc,
  side: 'buy',
  quantity: dec('2'),
  ...more,
})
const market = { quotes, surfaceOf: () => undefined, nowMs }
const check = (more: Partial<NewOrder>, book: BookOfOrder = 'none') =>
  checkReview({ order: order(more), market, book, hasExtremes: false, currency: 'USD' })
const factsOf = (found: ReturnType<typeof check>) =>
  Object.fromEntries(found.facts.map(fact => [fact.term, fact.value]))

describe('a review', () => {
  test('blocks a debit typed for a credit, from whatever screen, and offers the credit', () => {
    const { faults } = check({ legs: condor, price: dec('3000') })
    expect(faults.map(fault => fault.kind)).toEqual(['wrong_way', 'sure_loss', 'beyond_legs'])
    const [first] = faults
    if (first === undefined) throw new Error('no fault')
    expect(priceFaultText(first, { side: 'buy', price: dec('3000') })).toEqual({
      title: 'Wrong way round: you pay 3,000, where at the leg mid you receive 3,225',
      mend: 'Receive 3,000 instead',
    })
  })
  test('calls a price against a value near zero far worse, without a percentage', () => {
    const against = (percent: number) =>
      priceFaultText(
        { kind: 'beyond_model', modelValue: 0.001, percent, mended: undefined },
        { side: 'buy', price: dec('500') },
      ).title
    expect(against(981_420_911_969_987_600)).toBe('Far worse than the model, where you pay 0.00')
    expect(against(Number.POSITIVE_INFINITY)).toBe('Far worse than the model, where you pay 0.00')
    expect(against(250.4)).toBe('250 % worse than the model, where you pay 0.00')
  })
  test('passes the same as a credit, and says the best and the worst of an order that says none', () => {
    const found = check({ legs: condor, price: dec('-3000') })
    expect(found.faults).toEqual([])
    expect(factsOf(found)).toEqual({
      'Leg mid': 'receive 3,225 (4 mids)',
      'Maximum profit': '+6,000.00 USD in total',
      'Maximum loss': '−14,000.00 USD in total',
      'Break-even': '82,000.00, 113,000.00',
    })
  })
  test('says of a calendar what it makes at the near expiry, about, at today’s volatility, and no bound that nobody can reach', () => {
    const calendar = legsOf({ [call(100)]: -1, [call(100, '20270326')]: 1 })
    const marked = new Map([
      quoteOf('BTC-20261225', '99990', '100010'),
      quoteOf('BTC-20270326', '99990', '100010'),
      quoteOf('BTC-USD-PERPETUAL', '99990', '100010'),
      quoteOf(call(100), '7250', '7300'),
      quoteOf(call(100, '20270326'), '13900', '14000'),
      quoteOf(call(110, '20270326'), '9900', '10000'),
    ])
    const surface = surfaceOf(marked)
    const taken = order({ legs: calendar, price: dec('6700') })
    const found = checkReview({
      order: taken,
      market: { quotes: marked, surfaceOf: () => surface, nowMs },
      book: 'none',
      hasExtremes: false,
      currency: 'USD',
    })
    const profit = factsOf(found)['Maximum profit'] ?? ''
    expect(profit).toMatch(/^about \+[\d,.]+ USD in total, at today’s volatility$/)
    const amount = Number.parseFloat(profit.replaceAll(/[^\d.]/g, ''))
    // Twice the at-the-money far call with three months left, minus the cost.
    expect(amount).toBeGreaterThan(2 * (11_000 - 6700))
    expect(amount).toBeLessThan(2 * (14_000 - 6700))
    expect(
      factsOf(checkReview({ order: taken, market, book: 'none', hasExtremes: false, currency: 'USD' }))[
        'Maximum profit'
      ],
    ).toBe('not known: no volatility of a later leg')
  })
  test('has no best and worst of a future spread: they depend on the basis', () => {
    const spread = legsOf({ 'BTC-20261225': -1, 'BTC-20270326': 1 })
    const found = check({ legs: spread, price: dec('500') })
    const unknown = 'not known: the price of the underlying does not determine it'
    expect(factsOf(found)).toEqual({ 'Maximum profit': unknown, 'Maximum loss': unknown })
    expect(found.warnings).toEqual([])
  })
  test('names no unlimited loss of coins sold that the account owns', () => {
    const pair = order({ legs: legsOf({ 'BTC-USD': -1, 'ETH-USD': 25 }), price: dec('-100') })
    const inputs = { order: pair, market, book: 'none', hasExtremes: false, currency: 'USD' } as const
    const owned = checkReview({ ...inputs, deliversOwn: true })
    expect(factsOf(owned)['Maximum loss']).toBe('no more than what it delivers, which you own')
    expect(owned.warnings).toEqual([])
    const short = checkReview({ ...inputs, deliversOwn: false })
    expect(factsOf(short)['Maximum loss']).toBe('unlimited')
    expect(short.warnings).toEqual(['The loss is unlimited.'])
  })
  test('says the break-even of a cheap coin with the digits that it has', () => {
    const breakEven = (more: Partial<NewOrder>) => factsOf(check(more))['Break-even']
    expect(breakEven({ symbol: 'XRP-20261225-0.6C', price: dec('0.0123') })).toBe('0.6123')
    expect(breakEven({ symbol: 'PEPE-USDT', price: dec('0.0000123') })).toBe('0.0000123')
  })
  test('names the unlimited risk of a sale at the market, its estimated price and the depth left over', () => {
    const book = {
      buy: [
        { price: dec('2600'), quantity: dec('5') },
        { price: dec('2500'), quantity: dec('5') },
      ],
      sell: [],
    } as Partial<OrderBook> as OrderBook
    const found = check({ symbol: option(110_000, 'C'), side: 'sell', type: 'MARKET', quantity: dec('500') }, book)
    expect(factsOf(found)).toMatchObject({
      'Estimated fill': '10: receive 2,550 on average, by its order book',
      'Worst price': 'receive 2,500, as the book stands: a MARKET order has no limit',
      'Beyond the depth seen': '490',
      'Maximum loss': 'unlimited',
    })
    expect(found.warnings).toEqual(['The loss at expiry is unlimited.'])
    // What finds no price in the book goes only with the word typed.
    expect(found.faults).toEqual([{ kind: 'beyond_depth', unfilled: '490', mended: undefined }])
  })
  test('of a package at the market goes by the quotes of its legs, and says what that rests on', () => {
    const found = check({ legs: condor, type: 'MARKET' })
    expect(factsOf(found)).toMatchObject({
      'Estimated fill': 'receive 3,150, if it trades at the quotes of its 4 legs: the venue has no order book for it',
      'Worst price': 'not known: a MARKET order has no limit',
      Depth: 'not known',
      'Maximum loss': '−13,700.00 USD in total',
    })
    expect(found.warnings).toEqual([
      'It trades only with orders for the same package: it may find none, or fill at any price.',
    ])
    expect(found.faults).toEqual([])
    const empty = { buy: [], sell: [] } as Partial<OrderBook> as OrderBook
    expect(factsOf(check({ legs: condor, type: 'MARKET' }, empty))['Estimated fill']).toContain(
      'its order book is empty',
    )
  })
  test('blocks an order at the market where nothing can be estimated', () => {
    const legs = [...condor.slice(1), { symbol: option(70_000, 'P'), ratio: 1 }]
    const found = check({ legs, type: 'MARKET' })
    expect(found.faults.map(fault => fault.kind)).toEqual(['no_estimate'])
    expect(factsOf(found)['Estimated fill']).toBe(
      'not known: the venue has no order book for it, and a leg has no quote',
    )
    expect(found.price).toBeUndefined()
  })
  test('of a package at the market goes by its own order book where it has one', () => {
    const book = { buy: [], sell: [{ price: dec('-3100'), quantity: dec('1.5') }] } as Partial<OrderBook> as OrderBook
    const found = check({ legs: condor, type: 'MARKET' }, book)
    expect(factsOf(found)).toMatchObject({
      'Estimated fill': '1.5: receive 3,100 on average, by its order book',
      'Beyond the depth seen': '0.5',
    })
    expect(found.faults.map(fault => priceFaultText(fault, { side: 'buy', price: found.judged }).title)).toEqual([
      'Larger than the depth seen: 0.5 may fill at any price, or be cancelled',
    ])
    const deep = { buy: [], sell: [{ price: dec('-3100'), quantity: dec('8') }] } as Partial<OrderBook> as OrderBook
    expect(factsOf(check({ legs: condor, type: 'MARKET' }, deep))['Depth left after it']).toBe('6')
    expect(check({ legs: condor, type: 'MARKET' }, deep).faults).toEqual([])
  })
  test('blocks an order at the market whose book reaches a price that cannot be meant', () => {
    const levels = ['-3100', '-900'].map(price => ({ price: dec(price), quantity: dec('1') }))
    const found = check({ legs: condor, type: 'MARKET' }, { buy: [], sell: levels } as Partial<OrderBook> as OrderBook)
    expect(found.faults.map(fault => fault.kind)).toEqual(['beyond_legs'])
    expect(found.judged).toBe('-900')
  })
  test('judges no price of an RFQ, which has none, and says its best and worst at the mid of the legs', () => {
    expect(check({ legs: condor, market_id: 'none' })).toEqual({
      faults: [],
      facts: [
        { term: 'Leg mid', value: 'receive 3,225 (4 mids)' },
        { term: 'Maximum profit', value: '+6,450.00 USD in total' },
        { term: 'Maximum loss', value: '−13,550.00 USD in total' },
        { term: 'Break-even', value: '81,775.00, 113,225.00' },
      ],
      warnings: [],
      price: '-3225',
      judged: undefined,
    })
  })
  test('blocks a price over a tenth worse than the model where the legs have no quotes to judge it by', () => {
    const surfaceQuotes = new Map([
      quoteOf('BTC-USD-PERPETUAL', '97990', '98010'),
      quoteOf(call(100), '4000', '4100'),
      quoteOf(call(110), '1000', '1050'),
    ])
    const surface = surfaceOf(surfaceQuotes)
    const judged = (price: string) =>
      checkReview({
        order: order({ symbol: call(100), price: dec(price) }),
        market: { quotes: new Map(), surfaceOf: () => surface, nowMs },
        book: 'none',
        hasExtremes: false,
        currency: 'USD',
        step: dec('0.5'),
      }).faults
    const [fault, ...more] = judged('4600')
    expect([fault?.kind, more]).toEqual(['beyond_model', []])
    expect(fault?.mended).toMatch(/^40[45]\d(\.5)?$/)
    expect(judged('4300')).toEqual([])
  })
})
