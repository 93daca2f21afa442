import { describe, expect, test } from 'vitest'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'

const quiet = () => new Desk(createTestMarket())
const shownBook = (desk: Desk) => desk.exchange.orderBook('BTC-20261225-100000C@1/BTC-20261225-110000C@-1', 5, desk.now)

describe('one instrument', () => {
  test('the best price trades first, at one price the oldest, always at the resting price', () => {
    const desk = quiet()
    const late = desk.placed('ann', { side: 'sell', price: '100001', quantity: '1' })
    const first = desk.placed('ann', { side: 'sell', price: '100000', quantity: '1' })
    const second = desk.placed('ann', { side: 'sell', price: '100000.0', quantity: '2' })
    const taker = desk.placed('bob', { price: '100002', quantity: '3.5' })
    expect(desk.fills('bob', taker)).toEqual(['100000 × 1', '100000 × 2', '100001 × 0.5'])
    expect(desk.fills('ann', first)).toEqual(['100000 × 1'])
    expect(desk.fills('ann', second)).toEqual(['100000 × 2'])
    expect(desk.details('ann', late).order_state).toBe('partial_fill')
    expect(desk.openIds('ann')).toEqual([late])
    expect(desk.openIds('bob')).toEqual([])
    // Each execution event names the fill of its order that it reports.
    const reported = desk.last?.events.flatMap(event =>
      event.kind === 'execution' ? [[event.account, event.index, event.order.executions[event.index]?.trade_id]] : [],
    )
    expect(reported).toEqual([
      ['ann', 0, '1'],
      ['bob', 0, '1'],
      ['ann', 0, '2'],
      ['bob', 1, '2'],
      ['ann', 0, '3'],
      ['bob', 2, '3'],
    ])
  })

  test('executions carry ids, time and who added; acceptance comes before them and never carries them', () => {
    const desk = quiet()
    const resting = desk.placed('ann', { side: 'sell', price: '100000' })
    desk.atMs = 5
    const taker = desk.placed('bob', { price: '100000' })
    expect(desk.last?.events.map(event => event.kind)).toEqual(['order_accepted', 'trade', 'execution', 'execution'])
    const [added] = desk.details('ann', resting).executions
    const [taken] = desk.details('bob', taker).executions
    expect([added?.liquidity_flag, taken?.liquidity_flag]).toEqual(['added', 'taken'])
    expect(added?.trade_id).toBe(taken?.trade_id)
    expect(taken?.utc_timestamp).toBe(desk.now)
  })

  test('an account may trade with itself, and its position and cash stay', () => {
    const desk = quiet()
    desk.placed('ann', { side: 'sell', price: '100000' })
    const taker = desk.placed('ann', { price: '100000' })
    expect(desk.fills('ann', taker)).toEqual(['100000 × 1'])
    expect(desk.position('ann', 'BTC-USD-PERPETUAL')).toBeUndefined()
    expect(desk.cash('ann')).toBe('1000000')
  })
})

describe('makers', () => {
  test('their quotes trade, and come back with the next life of quotes', () => {
    const desk = new Desk(createTestMarket({ quoted: '1' }))
    const first = desk.placed('bob', { price: '100010', quantity: '3', time_in_force: 'IOC' })
    expect(desk.fills('bob', first)).toEqual(['100000.5 × 1'])
    const again = desk.placed('bob', { price: '100010', quantity: '3', time_in_force: 'IOC' })
    expect(desk.fills('bob', again)).toEqual([])
    desk.atMs = 1000
    const later = desk.placed('bob', { price: '100010', quantity: '3', time_in_force: 'IOC' })
    expect(desk.fills('bob', later)).toEqual(['100000.5 × 1'])
  })

  test('a resting order is met at its own price when quotes move through it', () => {
    const desk = new Desk(
      createTestMarket({ quoted: '1', prices: nowMs => ({ BTC: nowMs < startMs + 2000 ? '100000' : '99000' }) }),
    )
    const resting = desk.placed('ann', { price: '99500', quantity: '1.5' })
    desk.atMs = 1000
    desk.tick()
    expect(desk.fills('ann', resting)).toEqual([])
    desk.atMs = 2000
    expect(desk.exchange.orderBook('BTC-USD-PERPETUAL', 5, desk.now)).toMatchObject({
      buy: [{ price: '99500', quantity: '0.5' }, { price: '98999.5' }],
      sell: [],
    })
    desk.tick()
    expect(desk.fills('ann', resting)).toEqual(['99500 × 1'])
  })

  test('their fills are no execution events: only the client’s are', () => {
    const desk = new Desk(createTestMarket({ quoted: '1' }))
    desk.placed('bob', { price: '100010', time_in_force: 'IOC' })
    const events = desk.last?.events.map(event => ('account' in event ? `${event.kind} ${event.account}` : event.kind))
    expect(events).toEqual(['order_accepted bob', 'trade', 'execution bob'])
  })

  test('looking at a book changes nothing', () => {
    const desk = new Desk(createTestMarket({ quoted: '1' }))
    const before = desk.exchange.digest()
    expect(desk.exchange.orderBook('BTC-20261225-100000C', 5, desk.now)).toMatchObject({
      buy: [{ price: '95', quantity: '1' }],
      sell: [{ price: '105', quantity: '1' }],
    })
    expect(desk.exchange.orderBook('nonsense', 5, desk.now)).toBeUndefined()
    expect(desk.exchange.digest()).toBe(before)
  })

  test('makers stand behind an older order at the same price', () => {
    const desk = new Desk(createTestMarket({ quoted: '1' }))
    const resting = desk.placed('ann', { side: 'sell', price: '100000.5', quantity: '1' })
    desk.atMs = 1000
    const taker = desk.placed('bob', { price: '100000.5', quantity: '1' })
    expect(desk.fills('bob', taker)).toEqual(['100000.5 × 1'])
    expect(desk.fills('ann', resting)).toEqual(['100000.5 × 1'])
  })
})

describe('a package', () => {
  const spread = [
    [104, 1],
    [106, -1],
  ] as const

  test('trades only against the same legs, all at once at its ratio, for the net price', () => {
    const desk = quiet()
    desk.placed('ann', { on: 'BTC-20261225-100000C', side: 'sell', price: '100' })
    desk.placed('ann', { on: [...spread.slice(0, 1), [105, -1]], side: 'sell', price: '-50' })
    const maker = desk.placed('ann', { on: spread, side: 'sell', price: '30', quantity: '2' })
    const taker = desk.placed('bob', { on: spread, price: '35', quantity: '5' })
    expect(desk.last?.events.flatMap(event => (event.kind === 'trade' ? [event.trade] : []))).toEqual([
      {
        trade_id: '1',
        symbol: 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1',
        price: '30',
        quantity: '2',
        buyer: 'bob',
        seller: 'ann',
        legs: [
          { tradeable_entity_id: '104', symbol: 'BTC-20261225-100000C', quantity: '2', price: '130' },
          { tradeable_entity_id: '106', symbol: 'BTC-20261225-110000C', quantity: '-2', price: '100' },
        ],
      },
    ])
    expect(desk.fills('bob', taker)).toEqual(['30 × 2'])
    expect(desk.fills('ann', maker)).toEqual(['30 × 2'])
    expect(desk.details('bob', taker)).toMatchObject({
      symbol: 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1',
      order_state: 'partial_fill',
    })
    expect([
      desk.position('bob', 'BTC-20261225-100000C')?.size,
      desk.position('bob', 'BTC-20261225-110000C')?.size,
    ]).toEqual(['2', '-2'])
    expect([
      desk.position('ann', 'BTC-20261225-100000C')?.size,
      desk.position('ann', 'BTC-20261225-110000C')?.size,
    ]).toEqual(['-2', '2'])
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['1000060', '999940'])
  })

  test('may cost nothing or less', () => {
    const desk = quiet()
    desk.placed('ann', { on: spread, side: 'buy', price: '-10' })
    const taker = desk.placed('bob', { on: spread, side: 'sell', price: '-20' })
    expect(desk.fills('bob', taker)).toEqual(['-10 × 1'])
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['1000010', '999990'])
  })

  test('an incoming one that would fill less than its minimum fills nothing', () => {
    const desk = quiet()
    desk.placed('ann', { on: spread, side: 'sell', price: '30', quantity: '1' })
    const taker = desk.placed('bob', { on: spread, price: '30', quantity: '5', minimum: '2', time_in_force: 'IOC' })
    expect(desk.fills('bob', taker)).toEqual([])
    desk.placed('ann', { on: spread, side: 'sell', price: '30', quantity: '1' })
    const enough = desk.placed('bob', { on: spread, price: '30', quantity: '5', minimum: '2', time_in_force: 'IOC' })
    expect(desk.fills('bob', enough)).toEqual(['30 × 1', '30 × 1'])
  })

  test('a resting one is passed over by anyone who fills less than its minimum first, and shown all the same', () => {
    const desk = quiet()
    const waiting = desk.placed('ann', { on: spread, side: 'sell', price: '20', quantity: '5', minimum: '2' })
    const behind = desk.placed('ann', { on: spread, side: 'sell', price: '30', quantity: '5' })
    const book = () => shownBook(desk)?.sell.map(level => level.price)
    expect(book()).toEqual(['20', '30'])
    desk.placed('bob', { on: spread, price: '30', quantity: '1' })
    expect([desk.fills('ann', waiting), desk.fills('ann', behind)]).toEqual([[], ['30 × 1']])
    desk.placed('bob', { on: spread, price: '30', quantity: '2' })
    expect(desk.fills('ann', waiting)).toEqual(['20 × 2'])
    expect(book()).toEqual(['20', '30'])
    desk.placed('bob', { on: spread, price: '30', quantity: '1' })
    expect(desk.fills('ann', waiting)).toEqual(['20 × 2', '20 × 1'])
  })

  test('one that waits for its minimum at a crossing price is not shown, since nothing can trade with it there', () => {
    const desk = quiet()
    desk.placed('ann', { on: spread, side: 'sell', price: '20', quantity: '5', minimum: '2' })
    desk.placed('ann', { on: spread, price: '25', quantity: '1' })
    expect(shownBook(desk)).toMatchObject({ buy: [{ price: '25' }], sell: [] })
  })

  test('a resting one whose minimum is met takes at once what it was waiting across', () => {
    const desk = quiet()
    const waiting = desk.placed('ann', { on: spread, side: 'sell', price: '20', quantity: '5', minimum: '2' })
    const small = desk.placed('ann', { on: spread, price: '25', quantity: '1' })
    expect(desk.fills('ann', small)).toEqual([])
    desk.placed('bob', { on: spread, price: '20', quantity: '2', time_in_force: 'IOC' })
    expect([desk.fills('ann', waiting), desk.fills('ann', small)]).toEqual([['20 × 2', '25 × 1'], ['25 × 1']])
  })

  test('a spot leg changes hands like any other', () => {
    const desk = quiet()
    const covered = [
      [5, 1],
      [106, -1],
    ] as const
    desk.placed('ann', { on: covered, side: 'sell', price: '99000', quantity: '0.1' })
    desk.placed('bob', { on: covered, price: '99000', quantity: '0.1' })
    expect([desk.cash('bob', 'BTC'), desk.cash('bob'), desk.position('bob', 'BTC-20261225-110000C')?.size]).toEqual([
      '10.1',
      '990100',
      '-0.1',
    ])
  })
})
