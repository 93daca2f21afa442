import { describe, expect, test } from 'vitest'
import { type Draft, Desk } from '../../../testing/test-desk.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { createTestMarket } from '../../../testing/test-market.ts'
import { initialRules, maintenanceRules } from './risk.ts'

const over = (bought: number, sold: number) =>
  [
    [bought, 1],
    [sold, -1],
  ] as const
const spread = over(104, 106)
function holding(drafts: readonly Draft[], BTC = '100000'): Desk {
  const desk = new Desk(createTestMarket({ prices: () => ({ BTC, ETH: '4000' }) }))
  for (const draft of drafts) {
    desk.placed('ann', { ...draft, side: draft.side === 'sell' ? 'buy' : 'sell' })
    desk.placed('bob', draft)
  }
  return desk
}
const reserved = (...held: Draft[]): string => holding(held).balance('bob').reserved_balance
const call = (strike: number, more: Draft): Draft => ({ on: `BTC-20261225-${strike}C`, price: '100', ...more })
const put = (strike: number, more: Draft): Draft => ({ on: `BTC-20261225-${strike}P`, price: '100', ...more })
const perpetual = (more: Draft): Draft => ({ on: 'BTC-USD-PERPETUAL', price: '100000', ...more })

describe('what positions bind', () => {
  test.each<[string, string, Draft[]]>([
    ['30 % of a perpetual, long', '30000', [perpetual({ side: 'buy' })]],
    ['30 % of a perpetual, short', '30000', [perpetual({ side: 'sell' })]],
    ['nothing for a long option: its premium is paid', '0', [call(100_000, { side: 'buy' })]],
    ['what a short call loses at +30 %', '30000', [call(100_000, { side: 'sell' })]],
    ['what a short put loses at -30 %', '30000', [put(100_000, { side: 'sell' })]],
    ['the larger side of a short straddle', '30000', [call(100_000, { side: 'sell' }), put(100_000, { side: 'sell' })]],
    ['the width of a call spread sold', '10000', [call(100_000, { side: 'sell' }), call(110_000, { side: 'buy' })]],
    ['nothing for a call spread bought', '0', [call(100_000, { side: 'buy' }), call(110_000, { side: 'sell' })]],
    [
      'the wider side of an iron condor, not both',
      '10000',
      [
        put(90_000, { side: 'buy' }),
        put(100_000, { side: 'sell' }),
        call(100_000, { side: 'sell' }),
        call(110_000, { side: 'buy' }),
      ],
    ],
    [
      'the body of a butterfly sold, though it lies between the ends',
      '10000',
      [
        call(90_000, { side: 'sell', price: '10100' }),
        call(100_000, { side: 'buy', quantity: '2' }),
        call(110_000, { side: 'sell' }),
      ],
    ],
    [
      'the same, sold in another order',
      '10000',
      [
        call(110_000, { side: 'sell' }),
        call(90_000, { side: 'sell', price: '10100' }),
        call(100_000, { side: 'buy', quantity: '2' }),
      ],
    ],
    [
      'only the uncovered part of a hedged perpetual',
      '10000',
      [perpetual({ side: 'buy' }), put(90_000, { side: 'buy' })],
    ],
    [
      'nothing for a long and a short that cancel out',
      '0',
      [perpetual({ side: 'buy' }), { on: 'BTC-20261225', side: 'sell', price: '100000' }],
    ],
  ])('%s', (_, expected, held) => expect(reserved(...held)).toBe(expected))

  test('a short option beyond the range still binds the minimum and what closing it costs', () => {
    const desk = holding([call(110_000, { side: 'sell', quantity: '2' })], '60000')
    expect(desk.balance('bob').reserved_balance).toBe('3800')
  })

  test.each([
    ['60000', call(90_000, { side: 'sell' }), call(110_000, { side: 'buy' })],
    ['160000', put(110_000, { side: 'sell' }), put(90_000, { side: 'buy' })],
  ])('at an index of %s a strike beyond the range is no price at which it is tried', (BTC, sold, bought) => {
    expect(holding([sold, bought], BTC).balance('bob').reserved_balance).toBe('0')
  })

  test('each position shows what it alone would bind', () => {
    const desk = holding([call(100_000, { side: 'sell' }), call(110_000, { side: 'buy' })])
    expect(desk.exchange.positions('bob', desk.now).map(position => position.margin_value)).toEqual(['30000', '0'])
  })
})

test('positions are closed at half of what opening them binds', () => {
  expect(maintenanceRules).toEqual({ shock: dec('0.15'), shortOption: dec('0.015') })
  expect(initialRules).toEqual({ shock: dec('0.3'), shortOption: dec('0.03') })
})

describe('what open orders bind', () => {
  const opened = (drafts: readonly Draft[], BTC = '100000'): Desk => {
    const desk = new Desk(createTestMarket({ prices: () => ({ BTC, ETH: '4000' }) }))
    for (const draft of drafts) desk.placed('bob', draft)
    return desk
  }
  const open = (...drafts: Draft[]): string => opened(drafts).balance('bob').reserved_balance

  test('an option to sell beyond the range binds the minimum, whichever its right, and one to buy covers it only once it is filled', () => {
    const bound = (BTC: string, ...drafts: Draft[]) => opened(drafts, BTC).balance('bob').reserved_balance
    expect([
      bound('60000', call(110_000, { side: 'sell', quantity: '2' })),
      bound('60000', call(110_000, { quantity: '2' })),
      bound('160000', put(90_000, { side: 'sell', quantity: '2' })),
      bound('60000', call(110_000, { side: 'sell' }), call(90_000, {})),
    ]).toEqual(['3600', '200', '9600', '1800'])
  })

  test('coins bind what they cost in all, or are bound themselves if they are delivered', () => {
    const pair = over(5, 7)
    const bound = (draft: Draft, ...assets: string[]) => {
      const desk = opened([draft])
      return assets.map(asset => desk.balance('bob', asset).reserved_balance)
    }
    expect([
      bound({ on: 'BTC-USD', price: '99000', quantity: '2' }, 'USD', 'BTC'),
      bound({ on: 'BTC-USD', side: 'sell', price: '110000', quantity: '2' }, 'USD', 'BTC'),
      bound({ on: pair, price: '96000', quantity: '2' }, 'USD', 'BTC', 'ETH'),
      bound({ on: pair, side: 'sell', price: '96000', quantity: '2' }, 'USD', 'BTC', 'ETH'),
      bound({ on: pair, side: 'sell', price: '-100', quantity: '2' }, 'USD', 'BTC', 'ETH'),
    ]).toEqual([
      ['198000', '0'],
      ['0', '2'],
      ['192000', '0', '2'],
      ['0', '2', '0'],
      ['200', '2', '0'],
    ])
  })

  test('a package over two underlyings binds the worst of each, at the net price in the first', () => {
    const legs = over(104, 110)
    const bound = ['0', '300'].map(price => [open({ on: legs, price }), open({ on: legs, side: 'sell', price })])
    expect(bound).toEqual([
      ['1200', '30000'],
      ['1500', '29700'],
    ])
  })

  test('a coin in a package has no USD value at the marks either', () => {
    const legs = over(5, 106)
    expect(opened([{ on: legs, price: '60000' }], '60000').balance('bob').reserved_balance).toBe('61900')
  })

  test('an order at a strike between those of the positions changes nothing of their worst case', () => {
    const desk = holding([call(90_000, { side: 'sell' }), call(110_000, { quantity: '2' })])
    desk.placed('bob', call(100_000, {}))
    expect(desk.balance('bob').reserved_balance).toBe('20000')
  })

  test.each<[string, string, Draft[]]>([
    ['the premium of an option to buy', '200', [call(100_000, { quantity: '2', price: '100' })]],
    ['what a sold option could lose beyond its premium', '29900', [call(100_000, { side: 'sell' })]],
    [
      'an order to buy and one to sell: the worse of the two',
      '30000',
      [perpetual({ price: '100000' }), perpetual({ side: 'sell', price: '100000.5' })],
    ],
    ['two on one side: both', '60000', [perpetual({}), perpetual({})]],
    ['the debit of a spread', '30', [{ on: spread, price: '30' }]],
    ['width less credit of a spread sold', '9970', [{ on: spread, side: 'sell', price: '30' }]],
    ['nothing for an RFQ', '0', [perpetual({ market_id: 'none', price: undefined })]],
  ])('%s', (_, expected, drafts) => expect(open(...drafts)).toBe(expected))

  test('an order that closes a position binds nothing more, and is taken from an account that has nothing left', () => {
    const desk = new Desk(createTestMarket(), ['ann', 'bob'])
    desk.placed('ann', perpetual({ side: 'sell', quantity: '33' }))
    desk.placed('bob', perpetual({ quantity: '33' }))
    expect(desk.balance('bob').available_balance).toBe('10000')
    expect(desk.reason('bob', perpetual({ quantity: '1' }))).toBe('insufficient_account_balance')
    expect(desk.reason('bob', perpetual({ side: 'sell', quantity: '33', price: '100000.5' }))).toBe('accepted')
    expect(desk.balance('bob').available_balance).toBe('10000')
  })

  test('a market order is held to the worst price it would reach', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('ann', { on: 'BTC-USD', side: 'sell', quantity: '5', price: '100000' })
    desk.placed('ann', { on: 'BTC-USD', side: 'sell', quantity: '5', price: '110000' })
    const buy = (quantity: string): Draft => ({ on: 'BTC-USD', type: 'MARKET', time_in_force: 'IOC', quantity })
    expect(desk.reason('bob', buy('10'))).toBe('insufficient_account_balance')
    expect(desk.reason('bob', buy('5'))).toBe('accepted')
    expect(desk.cash('bob')).toBe('500000')
  })

  test('a market order is checked against orders that wait for a minimum', () => {
    const desk = new Desk(createTestMarket())
    const legs = over(5, 106)
    desk.placed('ann', { on: legs, side: 'sell', quantity: '10', minimum: '10', price: '120000' })
    const buy: Draft = { on: legs, type: 'MARKET', time_in_force: 'IOC', quantity: '10' }
    expect(desk.reason('bob', buy)).toBe('insufficient_account_balance')
  })

  test('a fill at the order’s price leaves as much available as before', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('bob', { on: spread, side: 'sell', price: '30', quantity: '3' })
    const before = desk.balance('bob').available_balance
    desk.placed('ann', { on: spread, price: '30', quantity: '2' })
    expect(desk.balance('bob').available_balance).toBe(before)
  })
})
