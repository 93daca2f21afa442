import { describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { MarketSummary, OrderBook } from '../../domain/market-data.ts'
import type { NewOrder } from '../../domain/order.ts'
import { checkReview, faultWords } from './review-check.ts'

const option = (strike: number, right: 'C' | 'P') => `BTC-20261225-${strike}${right}`
const quote = (bid: string, ask: string): MarketSummary =>
  ({ best_bid: dec(bid), best_ask: dec(ask) }) as Partial<MarketSummary> as MarketSummary
const quotes = new Map([
  [option(85_000, 'P'), quote('1900', '1950')],
  [option(75_000, 'P'), quote('500', '520')],
  [option(110_000, 'C'), quote('2600', '2650')],
  [option(120_000, 'C'), quote('800', '830')],
])
const condor = [
  { symbol: option(75_000, 'P'), ratio: 1 },
  { symbol: option(85_000, 'P'), ratio: -1 },
  { symbol: option(110_000, 'C'), ratio: -1 },
  { symbol: option(120_000, 'C'), ratio: 1 },
]
const order = (more: Partial<NewOrder>): Omit<NewOrder, 'client_order_id'> => ({
  market_id: '0',
  side: 'buy',
  type: 'LIMIT',
  time_in_force: 'IOC',
  quantity: dec('2'),
  ...more,
})
const check = (more: Partial<NewOrder>, book?: OrderBook) => checkReview({ order: order(more), quotes, book, hasExtremes: false })
const factsOf = (found: ReturnType<typeof check>) => Object.fromEntries(found.facts.map(fact => [fact.term, fact.value]))

describe('a review', () => {
  test('blocks a debit typed for a credit, from whatever screen, and offers the credit', () => {
    const { faults } = check({ legs: condor, price: dec('3000') })
    expect(faults.map(fault => fault.kind)).toEqual(['wrong_way', 'sure_loss', 'beyond_legs'])
    const [first] = faults
    if (first === undefined) throw new Error('no fault')
    expect(faultWords(first, { side: 'buy', price: dec('3000') })).toEqual({
      title: 'Wrong way round: 3,000 debit, where the legs are worth 3,225 credit',
      mend: 'Make it 3,000 credit',
    })
  })
  test('passes the same as a credit, and says the best and the worst of an order that says none', () => {
    const found = check({ legs: condor, price: dec('-3000') })
    expect(found.faults).toEqual([])
    expect(factsOf(found)).toEqual({ 'Maximum profit': '+6,000.00 in total', 'Maximum loss': '−14,000.00 in total' })
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
      'Estimated fill': '10 at 2,550 on average, worst 2,500',
      'Beyond the depth seen': '490',
      'Maximum loss': 'unlimited',
    })
    expect(found.warnings).toEqual([
      'The order is larger than the depth seen: 490 may fill at any price or be cancelled.',
      'The loss is unlimited.',
    ])
  })
  test('of a package at the market goes by the quotes of its legs, and says so', () => {
    const found = check({ legs: condor, type: 'MARKET' })
    expect(factsOf(found)['Estimated fill']).toBe('credit 3,150 by the quotes of the legs; depth not known')
    expect(found.warnings).toContain('No order book to judge the price by.')
  })
  test('judges no price of an RFQ, which has none', () => {
    expect(check({ legs: condor, market_id: 'none' })).toEqual({ faults: [], facts: [], warnings: [], least: undefined })
  })
})
