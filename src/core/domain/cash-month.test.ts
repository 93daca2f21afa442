/**
 * Simulates a month on the sandbox in two-hour steps. An account trades by a seed, receives funding and settlements,
 * and moves no cash itself. Every day the result computed from what a client reads must match the exchange's ledger to
 * the cent.
 */
import { describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/sandbox/engine/create-exchange.ts'
import type { ExchangeEvent } from '../../exchange/sandbox/exchange.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import type { ListedInstrument } from '../../exchange/sandbox/market/market.ts'
import type { CashEvent } from './cash-event.ts'
import { cashEvents } from './cash-events.ts'
import { abs, add, dec, type Decimal, isZero, lt, mul, neg, sub, sum, zero } from './decimal.ts'
import { type Fill, fillsOfOrder } from './fill.ts'
import { clientOrderId } from './ids.ts'
import { bookLegs, isExplained, type LegBooking, type LegTrade } from './leg-bookings.ts'
import type { Execution, NewOrder } from './order.ts'
import { realisedOf } from './realised.ts'
import { type Sample, sampleOf } from './sample.ts'
import { hourMs, micros, microsFromMs } from './time.ts'

const startMs = Date.UTC(2026, 10, 2, 10)
const account = 'ann'
const cent = dec('0.01')

function* rolls(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

interface Traded {
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  readonly executions: readonly Execution[]
}

function month(seed: number) {
  const market = createMarket({ seed: `month ${seed}`, mode: 'live', instruments: 300 })
  const exchange = createExchange({ market })
  const random = rolls(seed)
  const next = (): number => random.next().value as number
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(next() * from.length)] as Value
  const events: ExchangeEvent[] = []
  const traded: Traded[] = []
  let serial = 0
  const at = (ms: number) => microsFromMs(ms)
  events.push(...exchange.apply({ kind: 'open_account', account }, at(startMs)).events)

  const sample = (atMs: number): Sample =>
    sampleOf({
      atMs,
      positions: exchange.positions(account, at(atMs)),
      balances: exchange.balances(account, at(atMs)),
      indexOf: asset => (asset === 'BTC' || asset === 'ETH' ? market.indexPrice(asset, atMs) : dec('1')),
    })
  const near = (atMs: number, product: ListedInstrument['product']): readonly ListedInstrument[] =>
    market.listing(atMs).all.filter(each => {
      const index = Number(market.indexPrice(each.base, atMs))
      const isNear = each.strike === undefined || Math.abs(Number(each.strike) / index - 1) < 0.1
      return each.product === product && (each.base === 'BTC' || each.base === 'ETH') && isNear
    })
  const place = (atMs: number, legs: Traded['legs'], quantity: string): void => {
    serial += 1
    const id = `order-${serial}`
    const side = next() < 0.5 ? 'buy' : 'sell'
    const order: NewOrder = {
      ...(legs.length === 1
        ? { symbol: legs[0]?.symbol }
        : { legs: legs.map(leg => ({ symbol: leg.symbol, ratio: leg.ratio })) }),
      market_id: '0',
      side,
      type: 'MARKET',
      time_in_force: 'IOC',
      quantity: dec(quantity),
      client_order_id: clientOrderId(id),
    }
    events.push(...exchange.apply({ kind: 'place', account, order, text: JSON.stringify(order) }, at(atMs)).events)
    const record = exchange.orderDetails(account, { client_order_id: clientOrderId(id) }, at(atMs))
    if (record !== undefined && record.executions.length > 0) {
      traded.push({ id, symbol: record.symbol, side, legs: record.legs ?? legs, executions: record.executions })
    }
  }
  /** Often trades an instrument that is already held, so that positions grow, shrink and turn. */
  const trade = (atMs: number): void => {
    const held = exchange.positions(account, at(atMs)).map(each => each.symbol)
    const options = near(atMs, 'option').map(each => each.instrument.symbol)
    const other = pick([...near(atMs, 'perpetual'), ...near(atMs, 'future')]).instrument.symbol
    if (next() < 0.3)
      return place(atMs, [{ symbol: next() < 0.5 && held.length > 0 ? pick(held) : other, ratio: 1 }], '0.1')
    const first = next() < 0.5 && held.length > 0 ? pick(held) : pick(options)
    const base = first.split('-')[0]
    const rest = [...options, ...held].filter(symbol => symbol !== first && symbol.startsWith(`${base}-`))
    const second = pick(rest)
    const third = pick(rest.filter(symbol => symbol !== second))
    const ratios = pick([
      [1, -1],
      [1, 1],
      [1, -2, 1],
      [2, -1],
    ] as const)
    const legs = [first, second, third]
      .slice(0, ratios.length)
      .map((symbol, index) => ({ symbol, ratio: ratios[index] ?? 1 }))
    place(atMs, legs, pick(['0.1', '0.2', '0.5']))
  }
  return { exchange, market, events, traded, sample, trade, next }
}

const tradesOf = (orders: readonly Traded[]): LegTrade[] =>
  orders.flatMap(order =>
    order.executions.map(each => ({
      id: `${order.id} ${each.trade_id}`,
      order: order.id,
      atMs: each.utc_timestamp / 1_000,
      quantity: order.side === 'buy' ? each.executed_quantity : neg(each.executed_quantity),
      price: each.executed_price,
      legs: order.legs,
    })),
  )
const heldOf = (sample: Sample) => new Map((sample.positions ?? []).map(each => [each.symbol, each]))

describe('a month of cash', () => {
  it.each([1, 2])(
    'ties to the exchange’s own ledger to the cent, every day: fills, settlements, funding (history %i)',
    seed => {
      const { exchange, market, events, traded, sample, trade, next } = month(seed)
      const bookings = new Map<string, readonly LegBooking[]>()
      const reported: CashEvent[] = []
      let last = sample(startMs)
      let seen = 0
      let packages = 0
      const ledgerOf = (now: Sample): Decimal => {
        const premiums = (now.positions ?? [])
          .filter(each => each.product === 'option')
          .map(each => mul(each.size, each.average_entry_price))
        return sub(add(now.cash['USD'] ?? zero, sum(premiums)), dec('1000000'))
      }
      for (let hour = 2; hour <= 30 * 24; hour += 2) {
        const atMs = startMs + hour * hourMs
        const trades = next() < 0.5 ? 1 : next() < 0.2 ? 2 : 0
        if (trades > 0) {
          const before = sample(atMs - 10_000)
          const from = traded.length
          for (let n = 0; n < trades; n += 1) trade(atMs - 9_000 + n * 1_000)
          const after = sample(atMs - 6_000)
          const fresh = tradesOf(traded.slice(from))
          expect(isExplained(heldOf(before), heldOf(after), fresh)).toBe(true)
          const span = { before: heldOf(before), after: heldOf(after), trades: fresh }
          for (const [id, booking] of bookLegs(span).bookings) bookings.set(id, booking)
          packages += fresh.filter(each => each.legs.length > 1).length
        }
        const now = sample(atMs + 2_000)
        const rates = new Map(['BTC', 'ETH'].map(base => [`${base}-USD-PERPETUAL`, market.fundingRate(base, atMs)]))
        const found = cashEvents({ from: last, to: now, trades: tradesOf(traded.slice(seen)), fundingRates: rates })
        expect(found, `step ${hour}`).toBeDefined()
        reported.push(...(found ?? []))
        expect(found?.filter(each => each.kind === 'moved')).toEqual([])
        last = now
        seen = traded.length
        if (hour % 24 !== 0) continue
        const fills: Fill[] = traded.flatMap(order => {
          const own = order.executions.flatMap(each => {
            const booked = bookings.get(`${order.id} ${each.trade_id}`)
            return booked === undefined ? [] : [[each.trade_id, booked] as const]
          })
          const legs = order.legs.length > 1 ? { legs: order.legs } : {}
          const ofOrder = {
            client_order_id: clientOrderId(order.id),
            symbol: order.legs[0]?.symbol ?? '',
            side: order.side,
            executions: order.executions,
            ...legs,
          }
          return fillsOfOrder({ ...ofOrder, bookings: Object.fromEntries(own) }, () => undefined)
        })
        const settlements = reported.flatMap(each =>
          each.kind === 'settlement' && each.symbol !== undefined && each.price !== undefined
            ? [{ symbol: each.symbol, price: each.price, atMs: each.atMs, isEstimated: each.isEstimated }]
            : [],
        )
        const fundings = reported.flatMap(each =>
          each.kind === 'funding' && each.symbol !== undefined
            ? [{ symbol: each.symbol, amount: each.amount, atMs: each.atMs }]
            : [],
        )
        const held = new Map((now.positions ?? []).map(each => [each.symbol, each.size]))
        const realised = realisedOf({ fills, settlements, fundings, held, nowMs: now.atMs })
        expect(
          realised.missing.filter(each => each.kind !== 'allotted' && each.kind !== 'estimated_settlement'),
        ).toEqual([])
        expect(
          lt(abs(sub(realised.total, ledgerOf(now))), cent),
          `day ${hour / 24}: ${realised.total} against ${ledgerOf(now)}`,
        ).toBe(true)
      }
      events.push(...exchange.apply({ kind: 'tick' }, micros(last.atMs * 1_000)).events)
      const settled = events.flatMap(each => (each.kind === 'settled' ? [each] : []))
      const funded = events.flatMap(each => (each.kind === 'funded' ? [each] : []))
      const ofKind = (kind: CashEvent['kind']): CashEvent[] => reported.filter(each => each.kind === kind)
      expect(settled.length, 'settlements').toBeGreaterThan(5)
      expect(funded.length, 'fundings').toBeGreaterThan(20)
      expect(packages, 'packages').toBeGreaterThan(40)
      expect(bookings.size).toBe(packages)
      const nameOf = (each: { readonly symbol: string | undefined; readonly size: Decimal | undefined }): string =>
        `${each.size} ${each.symbol}`
      expect(ofKind('settlement').map(nameOf).sort()).toEqual(settled.map(nameOf).sort())
      expect(
        ofKind('funding')
          .filter(each => !isZero(each.amount))
          .map(nameOf)
          .sort(),
      ).toEqual(
        funded
          .filter(each => !isZero(each.cash))
          .map(nameOf)
          .sort(),
      )
      // What was reported as the venue's word is what the venue did; an estimate is near it.
      for (const each of ofKind('settlement')) {
        const own = settled.find(one => one.symbol === each.symbol)
        const off = abs(sub(each.price ?? zero, own?.price ?? zero))
        expect(
          lt(off, each.isEstimated ? dec('500') : cent),
          `${each.symbol} at ${each.price}, by the ledger ${own?.price}`,
        ).toBe(true)
      }
      for (const each of ofKind('funding').filter(one => !one.isEstimated)) {
        const own = funded.find(one => one.at === each.atMs * 1_000 && one.symbol === each.symbol)
        expect(lt(abs(sub(each.amount, own?.cash ?? zero)), cent)).toBe(true)
      }
      expect(ofKind('funding').filter(each => !each.isEstimated).length).toBeGreaterThan(0)
    },
  )
})
