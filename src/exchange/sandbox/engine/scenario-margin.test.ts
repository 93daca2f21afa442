/** The screens' margin (`pricing/margin`) equals the margin that the exchange enforces. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Position } from '../../../core/domain/account.ts'
import { dec, type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import { must } from '../../../core/domain/must.ts'
import { fillsOf } from '../../../core/domain/order-state.ts'
import { runSteps } from '../../../core/domain/steps.ts'
import {
  type LiquidationInputs,
  liquidationSteps,
  maintenanceExcess,
} from '../../../core/pricing/margin/liquidation-prices.ts'
import { affordableSteps, orderMargin } from '../../../core/pricing/margin/order-margin.ts'
import {
  initialRules,
  marginByBase,
  type MarginHolding,
  type MarginLeg,
  type MarginOrder,
  totalBound,
} from '../../../core/pricing/margin/scenario-margin.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import type { Market } from '../market/market.ts'

const names = [
  'BTC-USD-PERPETUAL',
  'BTC-20261225',
  'BTC-20261225-90000P',
  'BTC-20261225-90000C',
  'BTC-20261225-100000P',
  'BTC-20261225-110000C',
  'ETH-20261225-4000C',
] as const
const coins = ['BTC-USD', 'ETH-USD'] as const
const index = { BTC: '100000', ETH: '4000' } as const
const indexOf = (base: string): number | undefined =>
  base === 'BTC' || base === 'ETH' ? Number(index[base]) : undefined

function legOf(market: Market, symbol: string, ratio = 1): MarginLeg {
  const listed = must(market.find({ symbol }, startMs), 'an instrument')
  const kind = listed.product === 'spot' ? 'spot' : (listed.right ?? 'linear')
  const strike = listed.strike === undefined ? undefined : toNumber(listed.strike)
  return { symbol, base: listed.base, kind, strike, ratio, mark: toNumber(market.markPrice(listed, startMs)) }
}

function holdingOf(market: Market, { symbol, size, mark_price, upnl }: Position): MarginHolding {
  const { base, kind, strike } = legOf(market, symbol)
  if (kind === 'spot') throw new Error('spot is no position')
  return { symbol, base, kind, strike, size: toNumber(size), mark: toNumber(mark_price), upnl: toNumber(upnl) }
}

interface Try {
  readonly on: readonly string[]
  readonly ratios: readonly number[]
  readonly side: 'buy' | 'sell'
  readonly tenths: number
  readonly part: number | undefined
}

const tries: fc.Arbitrary<readonly Try[]> = fc.array(
  fc.record({
    on: fc.uniqueArray(fc.constantFrom(...names, ...coins), { minLength: 1, maxLength: 3 }),
    ratios: fc.array(fc.constantFrom(-2, -1, 1, 2), { minLength: 3, maxLength: 3 }),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    tenths: fc.integer({ min: 1, max: 60 }),
    part: fc.option(fc.double({ min: 0.5, max: 1.5, noNaN: true }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Places the affordable orders. Returns those still resting at the end, since later orders may match earlier ones. */
function live(desk: Desk, market: Market, all: readonly Try[]): MarginOrder[] {
  const accepted = new Map<string, MarginOrder>()
  for (const { on, ratios, side, tenths, part } of all) {
    const legs = on.map((symbol, at) => legOf(market, symbol, on.length === 1 ? 1 : (ratios[at] ?? 1)))
    const net = legs.reduce((total, leg) => total + leg.ratio * leg.mark, 0)
    const ids = on.map(
      (symbol, at) =>
        [Number(market.find({ symbol }, startMs)?.instrument.tradeable_entity_id), ratios[at] ?? 1] as const,
    )
    const target = on.length === 1 ? (on[0] ?? '') : ids
    const quantity = String(tenths / 10)
    if (part === undefined) {
      desk.place('ann', { on: target, side, type: 'MARKET', time_in_force: 'IOC', quantity })
      continue
    }
    const price = Math.round((net * part) / 5) * 5
    const outcome = desk.place('ann', { on: target, side, price: String(price), quantity })
    if (outcome.kind !== 'accepted') continue
    accepted.set(String(outcome.accepted.order_id), { side, quantity: Number(quantity), price, legs })
  }
  return desk.exchange.openOrders('ann', desk.now).flatMap(open => {
    const order = accepted.get(String(open.order_id))
    const { remaining } = fillsOf(open)
    return order === undefined || remaining === undefined ? [] : [{ ...order, quantity: toNumber(remaining) }]
  })
}

/** The sandbox uses decimals, pricing floats. */
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
const positionsOf = (desk: Desk, market: Market): MarginHolding[] =>
  desk.exchange.positions('ann', desk.now).map(position => holdingOf(market, position))
const number = (value: Decimal): number => toNumber(value)

describe('margin by scenario', () => {
  test('binds what the sandbox reserves for positions and open orders together, and asks of a position what it says', () => {
    fc.assert(
      fc.property(tries, all => {
        const market = createTestMarket({ quoted: '100000' })
        const desk = new Desk(market)
        const orders = live(desk, market, all)
        const holdings = positionsOf(desk, market)
        const margins = must(marginByBase(holdings, orders, indexOf, initialRules), 'indexes')
        expect(near(totalBound(margins), number(desk.balance('ann').reserved_balance))).toBe(true)
        for (const position of desk.exchange.positions('ann', desk.now)) {
          const alone = must(marginByBase([holdingOf(market, position)], [], indexOf, initialRules), 'indexes')
          expect(near(Math.max(0, totalBound(alone)), number(position.margin_value ?? dec('-1')))).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('says before it is sent what an order leaves, and whether and up to which size it is taken', () => {
    fc.assert(
      fc.property(
        tries,
        fc.constantFrom(...names),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 1, max: 999 }),
        (all, symbol, side, quantity) => {
          const market = createTestMarket({ quoted: '100000' })
          const desk = new Desk(market)
          const orders = live(desk, market, all)
          const account = { holdings: positionsOf(desk, market), orders, collateral: number(desk.cash('ann')), indexOf }
          const leg = legOf(market, symbol)
          // At the makers' price, so that it fills completely.
          const step = Number(market.find({ symbol }, startMs)?.instrument.price_step ?? 1)
          const order: MarginOrder = { side, quantity, price: leg.mark + (side === 'buy' ? step : -step), legs: [leg] }
          const received = must(orderMargin(account, order), 'indexes')
          const most = must(affordableSteps(account, order, 1, 2_000), 'indexes')
          if (most < 2_000)
            expect(
              desk.reason('ann', { on: symbol, side, price: String(order.price), quantity: String(most + 1) }),
            ).toBe('insufficient_account_balance')
          const outcome = desk.place('ann', {
            on: symbol,
            side,
            price: String(order.price),
            quantity: String(quantity),
          })
          expect([received.passes, quantity <= most]).toEqual([
            outcome.kind === 'accepted',
            outcome.kind === 'accepted',
          ])
          if (outcome.kind !== 'accepted' || orders.length > 0) return
          const { available_balance, cash_balance } = desk.balance('ann')
          expect(near(received.filled.available, number(available_balance))).toBe(true)
          // A perpetual's or future's gain is bound until closed and cash afterwards: available is equal.
          if (leg.kind !== 'linear') expect(near(received.filled.collateral, number(cash_balance))).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('prices of liquidation', () => {
  function standing(all: readonly Try[]) {
    let price = 100_000
    const market = createTestMarket({ quoted: '100000', prices: () => ({ BTC: String(price), ETH: '4000' }) })
    const desk = new Desk(market)
    live(
      desk,
      market,
      all.map(each => ({ ...each, part: undefined, tenths: each.tenths * 7 })),
    )
    const held = positionsOf(desk, market)
    const holdings = held.filter(each => each.base === 'BTC')
    const others = must(
      marginByBase(
        held.filter(each => each.base !== 'BTC'),
        [],
        indexOf,
        { shock: 0.15, shortOption: 0.015 },
      ),
      'indexes',
    )
    const worth = (each: MarginHolding, at: number): number =>
      each.kind === 'linear'
        ? at
        : 100 + Math.max(0, each.kind === 'call' ? at - (each.strike ?? 0) : (each.strike ?? 0) - at)
    const marksAt = (prices: Float64Array): Float64Array =>
      Float64Array.from(holdings.flatMap(each => [...prices].map(at => worth(each, at))))
    const inputs: LiquidationInputs = {
      holdings,
      index: 100_000,
      money: number(desk.cash('ann')) - totalBound(others),
      marksAt,
    }
    const closedAt = (to: number): boolean => {
      price = to
      desk.atMs += 1_000
      desk.tick()
      return (desk.last?.events ?? []).some(event => event.kind === 'order_accepted' && event.account === 'ann')
    }
    return { inputs, closedAt }
  }

  test('are where the sandbox begins to close, and not a thousandth nearer', () => {
    let found = 0
    fc.assert(
      fc.property(tries, fc.boolean(), (all, isUp) => {
        const { inputs, closedAt } = standing(all)
        const { below, above, isNow } = runSteps(liquidationSteps(inputs))
        const at = isUp ? above : below
        if (isNow || at === undefined) return
        found += 1
        const away = Math.round((at - 100_000) * 0.999) + 100_000
        expect(closedAt(away)).toBe(false)
        expect(closedAt(Math.round(at + (isUp ? 2 : -2)))).toBe(true)
      }),
      { numRuns: 160, seed: 14 },
    )
    expect(found).toBeGreaterThan(20)
  })

  test('leave the maintenance covered on the way there, and short of cover at them', () => {
    fc.assert(
      fc.property(tries, all => {
        const { inputs } = standing(all)
        const { below, above, isNow } = runSteps(liquidationSteps(inputs))
        for (const at of isNow ? [] : [below, above]) {
          if (at === undefined) continue
          const excessAt = (price: number): number => maintenanceExcess(inputs, Float64Array.of(price))[0] ?? Number.NaN
          expect(excessAt(at)).toBeLessThan(1)
          for (let part = 0; part < 1; part += 0.05)
            expect(excessAt(100_000 + (at - 100_000) * part)).toBeGreaterThan(-1)
        }
      }),
      { numRuns: 40 },
    )
  })
})
