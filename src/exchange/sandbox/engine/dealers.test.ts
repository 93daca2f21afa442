import { describe, expect, test } from 'vitest'
import { add, dec, gt, lt } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { OrderBook } from '../../../core/domain/market-data.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import type { ExchangeEvent } from '../exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { createExchange } from './create-exchange.ts'
import { tempers } from './dealers.ts'

const legs = [
  [104, 1],
  [106, -1],
] as const
const spread = 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1'
const perpetual = 'BTC-USD-PERPETUAL'
const wide = (prices?: (nowMs: number) => Readonly<Record<string, string>>) =>
  new Desk(createTestMarket({ quoted: '5', apart: 40, ...(prices === undefined ? {} : { prices }) }))

const bookOf = (desk: Desk, symbol: string): OrderBook => {
  const book = desk.exchange.orderBook(symbol, 50, desk.now)
  if (book === undefined) throw new Error(`no book ${symbol}`)
  return book
}
/** The makers' best ask of the perpetual at 100,000: 40 steps of 0.5 above. */
const makersAsk = dec('100020')
const answers = (desk: Desk, symbol = perpetual) =>
  bookOf(desk, symbol).sell.filter(level => lt(level.price, makersAsk))
const ask = (desk: Desk, more: object = {}) =>
  desk.placed('ann', { market_id: 'none', side: 'buy', recv_window: 100, quantity: '2', ...more })
const answeredMs = 10_000

describe('dealers', () => {
  test('answer an RFQ across from it, better than the makers and above fair value, and leave the other side alone', () => {
    const desk = wide()
    const before = bookOf(desk, perpetual)
    ask(desk)
    desk.atMs = answeredMs
    const quoted = answers(desk)
    expect(quoted.length).toBeGreaterThan(0)
    for (const { price } of quoted) expect(gt(price, dec('100000'))).toBe(true)
    expect(bookOf(desk, perpetual).buy).toEqual(before.buy)
  })

  test('say nothing before the next life of quotes, and nothing after the RFQ has ended, no matter who looks', () => {
    const desk = wide()
    ask(desk, { id: 'r' })
    desk.atMs = 999
    expect(answers(desk)).toEqual([])
    desk.atMs = answeredMs
    // A resting order keeps the book with the dealers' quotes.
    desk.placed('bob', { price: '90000', recv_window: 100 })
    expect(answers(desk).length).toBeGreaterThan(0)
    desk.apply({ kind: 'cancel', account: 'ann', key: { client_order_id: clientOrderId('r') } })
    expect(answers(desk)).toEqual([])
    expect(desk.place('ann', { type: 'MARKET', time_in_force: 'IOC' })).toMatchObject({ kind: 'accepted' })
    const fills = desk.last?.events.flatMap(event => (event.kind === 'trade' ? [event.trade.price] : []))
    expect(fills).toEqual(['100020'])
  })

  test('are firm: an immediate order at their price executes a package as a whole, at its ratio', () => {
    const desk = wide()
    desk.placed('ann', { on: legs, market_id: 'none', quantity: '2', recv_window: 100 })
    desk.atMs = answeredMs
    const [best] = bookOf(desk, spread).sell
    if (best === undefined) throw new Error('nobody answered')
    expect(lt(best.price, dec('200'))).toBe(true)
    const taken = desk.placed('ann', { on: legs, price: best.price, quantity: best.quantity, time_in_force: 'IOC' })
    expect(desk.details('ann', taken)).toMatchObject({ order_state: 'filled' })
    const trades = desk.last?.events.flatMap(event => (event.kind === 'trade' ? [event.trade] : [])) ?? []
    for (const trade of trades) {
      expect(tempers.map(temper => temper.name)).toContain(trade.seller)
      expect(trade.legs.map(leg => leg.quantity)).toEqual([trade.quantity, `-${trade.quantity}`])
    }
    const sizes = ['BTC-20261225-100000C', 'BTC-20261225-110000C'].map(symbol => desk.position('ann', symbol)?.size)
    expect(sizes).toEqual([best.quantity, `-${best.quantity}`])
  })

  test('offer no more than is wanted and no less than the minimum', () => {
    for (const minimum of ['0.1', '1.7', '2']) {
      const desk = wide()
      desk.placed('ann', { on: legs, market_id: 'none', side: 'sell', quantity: '2', minimum, recv_window: 100 })
      desk.atMs = answeredMs
      const [best] = bookOf(desk, spread).buy
      expect(best !== undefined && !lt(best.quantity, dec(minimum))).toBe(true)
      for (const dealer of tempers) {
        const held = desk.exchange.positions(dealer.name, desk.now)
        expect(held).toEqual([])
      }
    }
  })

  test('see what is wanted, not by whom: the same request of another account gets the same answer', () => {
    const [one, other] = [wide(), wide()]
    one.placed('ann', { market_id: 'none', recv_window: 100, quantity: '2' })
    other.placed('bob', { market_id: 'none', recv_window: 100, quantity: '2' })
    one.atMs = answeredMs
    other.atMs = answeredMs
    expect(answers(one)).toEqual(answers(other))
    expect(answers(one).length).toBeGreaterThan(0)
  })

  test('move with the market, and pull what has become stale', () => {
    const rising = (nowMs: number) => ({ BTC: nowMs >= startMs + answeredMs ? '100100' : '100000' })
    const desk = wide(rising)
    ask(desk)
    desk.atMs = answeredMs - 1_000
    const before = answers(desk)
    expect(before.length).toBeGreaterThan(0)
    desk.atMs = answeredMs
    for (const { price } of bookOf(desk, perpetual).sell) expect(gt(price, dec('100100'))).toBe(true)
    desk.atMs = answeredMs + 25_000
    const later = bookOf(desk, perpetual).sell.filter(level => lt(level.price, add(makersAsk, dec('100'))))
    expect(later.length).toBeGreaterThan(0)
  })

  test('are no participants whose RFQs or orders anybody hears of', () => {
    const desk = wide()
    ask(desk)
    desk.placed('bob', { price: '90000', recv_window: 100 })
    desk.atMs = answeredMs
    desk.tick()
    expect(
      desk.last?.events.filter((event: ExchangeEvent) => 'account' in event && event.account.startsWith('@')),
    ).toEqual([])
    expect(desk.exchange.liveRfqs(desk.now)).toHaveLength(1)
  })

  test('meet what rests, at the resting price', () => {
    const desk = wide()
    const resting = desk.placed('ann', { price: '100019.5', recv_window: 100, quantity: '0.1' })
    ask(desk)
    desk.atMs = answeredMs
    desk.tick()
    expect(desk.fills('ann', resting)).toEqual(['100019.5 × 0.1'])
  })
})

describe('dealers of the sandbox market', () => {
  test.each(['0', '10'])('answer %s USD a unit away from the middle of the makers once that bias is planted', bias => {
    const market = createMarket({ seed: 'dealers', mode: 'frozen', frozenAtMs: startMs, instruments: 1_000 })
    market.bias.usd = dec(bias)
    const desk = new Desk(market)
    const [bid, askBefore] = [bookOf(desk, perpetual).buy[0], bookOf(desk, perpetual).sell[0]]
    if (bid === undefined || askBefore === undefined) throw new Error('no makers')
    const wanted = (Number(bid.price) + Number(askBefore.price)) / 2
    desk.placed('ann', { market_id: 'none', side: 'sell', quantity: '3', recv_window: 100 })
    desk.atMs += answeredMs
    const price = wanted - Number(bias)
    const answered = bookOf(desk, perpetual).buy.filter(level => Math.abs(Number(level.price) - price) <= 0.25)
    expect(answered.map(level => level.quantity)).toEqual(['15'])
    market.bias.usd = undefined
    desk.atMs += answeredMs
    expect(bookOf(desk, perpetual).buy[0]?.quantity).not.toBe('15')
  })

  test.each(['live', 'frozen'] as const)(
    'answer in a %s market, singles and packages, and looking changes nothing',
    mode => {
      const market = createMarket({ seed: 'dealers', mode, frozenAtMs: startMs, instruments: 1_000 })
      const desk = new Desk(market)
      const options = market
        .listing(startMs)
        .all.filter(listed => listed.base === 'BTC' && listed.product === 'option' && listed.right === 'call')
        .filter(listed => (listed.expiryMs ?? 0) > startMs + 20 * 86_400_000)
        .filter(listed => gt(listed.strike ?? dec('0'), dec('90000')) && lt(listed.strike ?? dec('0'), dec('115000')))
        .map(listed => Number(listed.instrument.tradeable_entity_id))
        .toSorted((a, b) => a - b)
      const contracts = [
        perpetual,
        [
          [options[0] ?? 0, 1],
          [options[2] ?? 0, -1],
        ] as const,
      ]
      for (const on of contracts) {
        const id = desk.placed('ann', { on, market_id: 'none', side: 'buy', quantity: '1', recv_window: 100 })
        const { symbol } = desk.details('ann', id)
        const before = bookOf(desk, symbol).sell
        desk.atMs += answeredMs
        const after = bookOf(desk, symbol).sell
        expect(after.length).toBeGreaterThan(before.length)
        const digest = desk.exchange.digest()
        bookOf(desk, symbol)
        expect(desk.exchange.digest()).toBe(digest)
      }
      const { ended, live } = desk.exchange.takeSnapshot()
      const restored = createExchange({ market, restore: { ended, live } })
      for (const exchange of [desk.exchange, restored]) exchange.apply({ kind: 'tick' }, desk.now)
      expect(restored.orderBook(perpetual, 50, desk.now)).toEqual(desk.exchange.orderBook(perpetual, 50, desk.now))
      expect(restored.digest()).toBe(desk.exchange.digest())
    },
  )
})
