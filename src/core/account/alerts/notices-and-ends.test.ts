import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { JournalKind, JournalRow } from '../../domain/journal-row.ts'
import { cycleMs, hourMs, minuteMs } from '../../domain/time.ts'
import { type EndInputs, endsOf, nearEnds } from './ends.ts'
import { plainText } from './figure-text.ts'
import { forcedFills, type NoticeFacts, noticesOf as noticesIn } from './notices.ts'

const noticesOf = (
  rows: readonly JournalRow[],
  facts: Omit<NoticeFacts, 'text'> = {},
  reported: readonly JournalRow[] = [],
) => noticesIn(rows, { ...facts, text: plainText }, reported)

const now = Date.UTC(2026, 11, 25, 7, 0)
const order = (id: string, more: Partial<EndInputs['orders'][number]>): EndInputs['orders'][number] => ({
  client_order_id: id,
  market_id: '0',
  title: '',
  symbol: `Order-${id}`,
  side: 'buy',
  acceptedAtMs: now,
  ...more,
})
const ends = (more: Partial<EndInputs>) =>
  endsOf({ orders: [], symbols: [], tokenEndsMs: undefined, nowMs: now, ...more })

describe('what ends next', () => {
  it('an RFQ ends by its interest’s time-out, calculated from its last refresh', () => {
    const rfq = { market_id: 'none', ioi_cache_timeout: 1_800 }
    const reported = ends({ orders: [order('a', rfq), order('b', { ...rfq, refreshedAtMs: now + minuteMs })] })
    expect(reported.map(end => [end.name, (end.atMs - now) / minuteMs])).toEqual([
      ['Buy · Order-a', 30],
      ['Buy · Order-b', 31],
    ])
  })
  it('an order is named with its size', () => {
    const sized = order('a', { market_id: 'none', ioi_cache_timeout: 60, quantity: dec('2.5') })
    expect(ends({ orders: [sized] }).map(end => end.name)).toEqual(['Buy 2.5 · Order-a'])
  })
  it('a resting order ends between two bounds; one that is immediate, or whose life nobody told, is not listed', () => {
    const reported = ends({
      orders: [
        order('a', { time_in_force: 'GTC', recv_window: 2 }),
        order('b', { time_in_force: 'IOC', recv_window: 2 }),
        order('c', { time_in_force: 'GTC' }),
        order('d', { time_in_force: 'GTC', recv_window: 2, acceptedAtMs: undefined }),
      ],
    })
    expect(reported).toMatchObject([{ kind: 'order', atMs: now + cycleMs, latestMs: now + 2 * cycleMs }])
  })
  it('positions of one expiry are one end, and what has ended is gone', () => {
    const reported = ends({
      symbols: [
        'BTC-20261225-100000C',
        'BTC-20261225-90000P',
        'ETH-20261225-4000C',
        'BTC-20261224-1C',
        'BTC-USD-PERPETUAL',
      ],
      tokenEndsMs: now + 3 * hourMs,
    })
    expect(reported.map(end => [end.kind, end.name])).toEqual([
      ['expiry', 'BTC 25DEC26, 2 positions'],
      ['expiry', 'ETH 25DEC26, 1 position'],
      ['token', 'Token of this session'],
    ])
  })
  it('a near end is told under one name until it moves', () => {
    const rfq = (refreshedAtMs?: number) =>
      ends({ orders: [order('a', { market_id: 'none', ioi_cache_timeout: 60, refreshedAtMs })] })
    const [first] = nearEnds(rfq(), now)
    expect(nearEnds(rfq(), now + 30_000).map(each => each.key)).toEqual([first?.key])
    expect(nearEnds(rfq(now + 50_000), now + 55_000).map(each => each.key)).not.toEqual([first?.key])
    expect(nearEnds(rfq(), now + minuteMs)).toEqual([])
  })
})

const condor = 'BTC-20261225-75000P@1/BTC-20261225-85000P@-1/BTC-20261225-110000C@-1/BTC-20261225-120000C@1'
const what = 'Buy · Iron condor 75/85 P 110/120 C · 25DEC26 BTC'
let count = 0
const row = (kind: JournalKind, what: string, more: Partial<JournalRow> = {}): JournalRow => {
  count += 1
  return {
    id: `r${count}`,
    atMs: now,
    kind,
    what,
    client_order_id: 'a',
    title: 'Iron condor',
    symbol: condor,
    market_id: '0',
    side: 'buy',
    ...more,
  }
}

describe('notices', () => {
  it('fills of one order are one notice, at their average', () => {
    const fill = (quantity: string, price: string) =>
      row('execution', 'fill', { quantity: dec(quantity), price: dec(price), trade_id: price })
    const reported = noticesOf([fill('1', '-100'), fill('3', '-104'), row('state', 'filled')])
    expect(reported.map(each => [each.kind, each.title, each.body])).toEqual([
      ['fill', 'Bought 4 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 412 (103 each)', 'Order a.'],
    ])
  })
  it('a fill joins the notice of its order, and of no other, while that is open', () => {
    const fill = (quantity: string, price: string, id = 'a') =>
      row('execution', 'fill', { quantity: dec(quantity), price: dec(price), trade_id: price, client_order_id: id })
    const earlier = [fill('1', '-100'), fill('2', '-90', 'b')]
    const reported = noticesOf([fill('3', '-104')], {}, earlier)
    expect(reported.map(({ title, group }) => [title, group])).toEqual([
      ['Bought 4 · Iron condor 75/85 P 110/120 C · 25DEC26 BTC, received 412 (103 each)', 'fill a'],
    ])
    expect(noticesOf([row('state', 'filled')], {}, earlier)).toEqual([])
  })
  it('what the venue closed by force is told as a liquidation, in red, with what was closed and at what loss', () => {
    const forced = (id: string, quantity: string, price: string) =>
      row('execution', 'fill', {
        client_order_id: id,
        title: '',
        symbol: 'BTC-USD-PERPETUAL',
        quantity: dec(quantity),
        price: dec(price),
        trade_id: id,
      })
    const rows = [
      forced('liquidation-4033', '3.02', '125009.5'),
      forced('liquidation-4034', '1', '125010'),
      row('state', 'filled', { client_order_id: 'liquidation-4033', title: '' }),
      row('state', 'ended', {
        client_order_id: 'liquidation-4034',
        title: '',
        detail: 'immediate_with_insufficient_liquidity',
      }),
    ]
    expect(noticesOf(rows, { entryOf: () => dec('98000') })).toMatchObject([
      {
        kind: 'liquidation',
        tone: 'danger',
        title: 'Liquidation: BTC PERP',
        body: 'The venue bought 4.02 at 125,009.6244 on average (125,009.5 to 125,010), realised −108,578.69 USD before fees. Your margin no longer covered the account.',
      },
    ])
    expect(noticesOf(rows)[0]?.body).not.toContain('realised')
    expect(
      noticesOf(
        rows.map(each => ({ ...each, side: 'sell' })),
        { entryOf: () => dec('98000') },
      )[0]?.body,
    ).toContain('+108,578.69')
  })
  it('a liquidation that goes on is one notice an instrument, with all that was closed so far', () => {
    const fill = (id: string, price: string, atMs: number) =>
      row('execution', 'fill', {
        id,
        client_order_id: `liquidation-${id}`,
        title: '',
        symbol: 'BTC-USD-PERPETUAL',
        quantity: dec('2'),
        price: dec(price),
        trade_id: id,
        atMs,
      })
    const [first, second, later] = [
      fill('1', '110000', now),
      fill('2', '112000', now + 1_000),
      fill('3', '90000', now + hourMs),
    ]
    const [reported] = noticesOf([second], { entryOf: () => dec('100000') }, forcedFills([], [first]))
    expect(reported?.body).toContain('bought 4 at 111,000 on average (110,000 to 112,000), realised −44,000.00 USD')
    expect(reported?.group).toBe(noticesOf([first])[0]?.group)
    // A row that several tabs reported counts once. Fills of another day start a new group.
    expect(forcedFills([first], [first, second]).map(each => each.id)).toEqual(['1', '2'])
    expect(forcedFills([first, second], [later]).map(each => each.id)).toEqual(['3'])
    expect(forcedFills([first], [row('execution', 'fill')]).map(each => each.id)).toEqual(['1'])
  })
  it('an order that a liquidation cancelled says so in red', () => {
    const [reported] = noticesOf([row('state', 'ended', { detail: 'liquidation' })])
    expect([reported?.tone, reported?.title]).toEqual(['danger', `Order cancelled by liquidation: ${what}`])
  })
  it('a rejection says why in plain words', () => {
    const [reported] = noticesOf([row('answer', 'rejected', { detail: 'trading_suspended' })])
    expect([reported?.kind, reported?.body]).toEqual(['rejected', 'Trading halted in an instrument.'])
  })
  it('an end is told unless the trader made it', () => {
    const reported = noticesOf([
      row('state', 'ended', { detail: 'timeout', market_id: 'none' }),
      row('state', 'ended', { detail: 'user_cancelled', client_order_id: 'b' }),
    ])
    expect(reported.map(each => each.title)).toEqual([`RFQ ended: ${what}`])
  })
  it('what was sent, answered well or quoted is no notice', () => {
    expect(
      noticesOf([
        row('intent', 'confirmed'),
        row('answer', 'accepted'),
        row('quote', 'quote'),
        row('command', 'cancel done'),
      ]),
    ).toEqual([])
  })
})
