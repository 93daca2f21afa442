import { describe, expect, test } from 'vitest'
import { type Draft, Desk } from '../../../testing/test-desk.ts'
import { createTestMarket } from '../../../testing/test-market.ts'

const reserved = (...held: Draft[]): string => {
  const desk = new Desk(createTestMarket())
  for (const draft of held) {
    desk.placed('ann', { ...draft, side: draft.side === 'sell' ? 'buy' : 'sell' })
    desk.placed('bob', draft)
  }
  return desk.balance('bob').reserved_balance
}
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
      'only the uncovered part of a hedged perpetual',
      '10000',
      [perpetual({ side: 'buy' }), put(90_000, { side: 'buy' })],
    ],
    [
      'nothing for a long and a short that cancel out',
      '0',
      [perpetual({ side: 'buy' }), { on: 'BTC-20261225', side: 'sell', price: '100000' }],
    ],
  ])('%s', (_, expected, held) => {
    expect(reserved(...held)).toBe(expected)
  })

  test('a short option beyond the range still binds the minimum and what closing it costs', () => {
    const desk = new Desk(createTestMarket({ prices: () => ({ BTC: '60000', ETH: '4000' }) }))
    desk.placed('ann', { ...call(110_000, { side: 'buy', quantity: '2' }) })
    desk.placed('bob', { ...call(110_000, { side: 'sell', quantity: '2' }) })
    expect(desk.balance('bob').reserved_balance).toBe('3800')
  })

  test('each position shows what it alone would bind', () => {
    const desk = new Desk(createTestMarket())
    for (const draft of [call(100_000, { side: 'sell' }), call(110_000, { side: 'buy' })]) {
      desk.placed('ann', { ...draft, side: draft.side === 'sell' ? 'buy' : 'sell' })
      desk.placed('bob', draft)
    }
    expect(desk.exchange.positions('bob', desk.now).map(position => position.margin_value)).toEqual(['30000', '0'])
  })
})

describe('what open orders bind', () => {
  const open = (...drafts: Draft[]): string => {
    const desk = new Desk(createTestMarket())
    for (const draft of drafts) desk.placed('bob', draft)
    return desk.balance('bob').reserved_balance
  }
  test.each<[string, string, Draft[]]>([
    ['the premium of an option to buy', '200', [call(100_000, { quantity: '2', price: '100' })]],
    ['what a sold option could lose beyond its premium', '29900', [call(100_000, { side: 'sell' })]],
    [
      'an order to buy and one to sell: the worse of the two',
      '30000',
      [perpetual({ price: '100000' }), perpetual({ side: 'sell', price: '100000.5' })],
    ],
    ['two on one side: both', '60000', [perpetual({}), perpetual({})]],
    [
      'the debit of a spread',
      '30',
      [
        {
          on: [
            [104, 1],
            [106, -1],
          ],
          price: '30',
        },
      ],
    ],
    [
      'width less credit of a spread sold',
      '9970',
      [
        {
          on: [
            [104, 1],
            [106, -1],
          ],
          side: 'sell',
          price: '30',
        },
      ],
    ],
    ['nothing for an RFQ', '0', [perpetual({ market_id: 'none', price: undefined })]],
  ])('%s', (_, expected, drafts) => {
    expect(open(...drafts)).toBe(expected)
  })

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
    const legs = [
      [5, 1],
      [106, -1],
    ] as const
    desk.placed('ann', { on: legs, side: 'sell', quantity: '10', minimum: '10', price: '120000' })
    const buy: Draft = { on: legs, type: 'MARKET', time_in_force: 'IOC', quantity: '10' }
    expect(desk.reason('bob', buy)).toBe('insufficient_account_balance')
  })

  test('a fill at the order’s price leaves as much available as before', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('bob', {
      on: [
        [104, 1],
        [106, -1],
      ],
      side: 'sell',
      price: '30',
      quantity: '3',
    })
    const before = desk.balance('bob').available_balance
    desk.placed('ann', {
      on: [
        [104, 1],
        [106, -1],
      ],
      price: '30',
      quantity: '2',
    })
    expect(desk.balance('bob').available_balance).toBe(before)
  })
})
