import { describe, expect, test } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import { must } from '../../domain/must.ts'
import { runSteps } from '../../domain/steps.ts'
import { call, farMs, lookup, nearMs, nowMs, put, quote, universe } from '../../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { chanceBelow } from '../chance.ts'
import { baseSurface } from '../market/base-surface.ts'
import { expiryLegs, packageShape } from '../package-legs.ts'
import { expiryPayoff, payoffAt } from '../payoff.ts'
import type { MarketView } from './view-legs.ts'
import { viewReason, viewSteps } from './view.ts'

const yearMs = 365 * 86_400_000
const priced = (symbol: string): [string, string] => {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return ['99990', '100010']
  const deviation = 0.5 * Math.sqrt((name.expiryMs - nowMs) / yearMs)
  const mid = blackPriceOf(100_000, toNumber(name.strike), deviation, name.right === 'call')
  return [Math.max(1, mid - 30).toFixed(1), (mid + 30).toFixed(1)]
}
const near = [90, 95, 100, 105, 110].flatMap(strike => [call(strike), put(strike)])
const far = [90, 100, 110].flatMap(strike => [call(strike, '20270326'), put(strike, '20270326')])
const linear = ['BTC-USD-PERPETUAL', 'BTC-20261225', 'BTC-20270326']
const quotesOf = (symbols: readonly string[]) => new Map(symbols.map(symbol => quote(symbol, ...priced(symbol))))
const all = quotesOf([...near, ...far, ...linear])

const view: MarketView = { low: 98_000, high: 108_000, byMs: nearMs, points: 2, loss: dec('5000') }
function answer(more: Partial<MarketView> = {}, quotes = all, on = universe) {
  const surface = baseSurface({ universe: on, base: 'BTC', quotes, atMs: nowMs })
  return { surface, found: runSteps(viewSteps({ ...view, ...more }, { universe: on, surface, quotes, lookup })) }
}

describe('structures for a view', () => {
  const { surface, found } = answer()
  const ranked = found.ok ? found.by : undefined

  test('are at most twenty for each ranking, best first, over many templates', () => {
    expect(ranked?.expected.length).toBeGreaterThan(5)
    for (const [order, list] of Object.entries(ranked ?? {})) {
      expect(list.length).toBeLessThanOrEqual(20)
      expect(new Set(list.map(each => each.name)).size).toBe(list.length)
      const scores = list.map(
        ({ expected, best, loss, spread }) =>
          (order === 'expected' ? expected : order === 'risk' ? best : -spread) / loss,
      )
      for (const [at, score] of scores.slice(1).entries()) expect(score).toBeLessThanOrEqual((scores[at] ?? 0) + 0)
    }
  })

  test('never lose more than allowed at any price, by the exact payoff at bids and asks', () => {
    for (const { legs, quantity, loss, cost } of ranked?.expected ?? []) {
      const paid = legs.reduce(
        (sum, leg) =>
          sum + leg.ratio * toNumber(must(all.get(leg.symbol)?.[leg.ratio > 0 ? 'best_ask' : 'best_bid'], 'a quote')),
        0,
      )
      expect(cost).toBeCloseTo(paid, 6)
      expect(loss).toBeLessThanOrEqual(5000 + 1e-6)
      const shape = packageShape(legs)
      if (shape.kind !== 'priced' || shape.expiries.length !== 1) continue
      const least = expiryPayoff(expiryLegs(shape.legs), paid).maxLoss.value
      expect(least === 'unlimited' ? Infinity : -least * toNumber(quantity)).toBeCloseTo(loss, 6)
    }
  })

  test('earn on average what their payoff earns over the range, as likely as the surface says', () => {
    const at = must(surface.expiries.get(nearMs), 'an expiry')
    const law = {
      forward: must(at.forward, 'a forward').price,
      deviation: must(at.atmVolatility, 'a volatility') * Math.sqrt((nearMs - nowMs) / yearMs),
    }
    const parts = 2000
    const width = (view.high - view.low) / parts
    const middles = Array.from({ length: parts }, (_, part) => view.low + width * (part + 0.5))
    const chances = middles.map(price => chanceBelow(price + width / 2, law) - chanceBelow(price - width / 2, law))
    const total = chances.reduce((sum, each) => sum + each, 0)
    for (const { legs, quantity, expected, cost } of ranked?.expected ?? []) {
      const shape = packageShape(legs)
      if (shape.kind !== 'priced' || shape.expiries.length !== 1 || shape.expiries[0] !== nearMs) continue
      const payoff = expiryPayoff(expiryLegs(shape.legs), cost)
      const mean = middles.reduce(
        (sum, price, part) => sum + payoffAt(payoff, price) * ((chances[part] ?? 0) / total),
        0,
      )
      // Tolerance for the discretisation of the range.
      expect(Math.abs(mean * toNumber(quantity) - expected)).toBeLessThan(30 * toNumber(quantity))
    }
  })

  test('the best bull call spread is the best of all its strikes, by trying them', () => {
    const best = must(
      ranked?.risk.find(each => each.name === 'bull call spread'),
      'a bull call spread',
    )
    const strikes = [90, 95, 100, 105, 110]
    const scores = strikes.flatMap((low, at) =>
      strikes.slice(at + 1).map(high => {
        const cost =
          toNumber(must(all.get(call(low))?.best_ask, 'ask')) - toNumber(must(all.get(call(high))?.best_bid, 'bid'))
        const top = Math.min(high * 1000, 108_000 - 10_000 / 48) - low * 1000
        return (Math.max(0, top) - cost) / cost
      }),
    )
    expect(best.best / best.loss).toBeGreaterThanOrEqual(Math.max(...scores) - 0.15)
  })

  test('say why they rank where they do', () => {
    const [first] = ranked?.expected ?? []
    expect(first && viewReason(first, 'expected')).toMatch(
      /^Earns [\d,]+ on average if you are right, [\d.,]+% of the [\d,]+ it can lose\.$/,
    )
    expect(first && viewReason(first, 'risk')).toMatch(/^Earns up to /)
    expect(first && viewReason(first, 'spread')).toMatch(/^Its quotes cost /)
  })
})

test('with one expiry only structures of one expiry are found', () => {
  const one: ListedUniverse = { ...universe, expiries: () => [nearMs] }
  const { found } = answer({}, quotesOf([...near, 'BTC-USD-PERPETUAL']), one)
  const dates = found.ok ? found.by.expected.flatMap(each => each.legs.map(leg => parseInstrumentName(leg.symbol))) : []
  expect(dates.length).toBeGreaterThan(0)
  expect(dates.every(name => name?.product !== 'option' || name.expiryMs === nearMs)).toBe(true)
})

test.each([
  ['bounds that contradict', { low: 108_000, high: 98_000 }, 'The lower price is not below the upper one.'],
  ['a price of nothing', { low: 0 }, 'A price is above zero.'],
  ['a day that has passed', { byMs: nowMs }, 'That day has passed.'],
  ['a day after all expiries', { byMs: farMs + 1 }, 'No options on BTC are listed that late.'],
  ['volatility below nothing', { points: -1 }, 'Volatility points are zero or more.'],
  ['no loss', { loss: dec('0') }, 'A loss is a number above zero.'],
  [
    'a loss that nothing keeps',
    { loss: dec('0.01') },
    'No quoted structure earns on average there and loses at most 0.01.',
  ],
  ['a range that the surface gives no chance', { low: 9e9, high: 9.1e9 }, 'The surface gives that range no chance.'],
])('%s is said in a sentence', (_, more, why) => expect(answer(more).found).toEqual({ ok: false, why }))

test('without quotes nothing is invented', () => {
  expect(answer({}, new Map()).found).toEqual({ ok: false, why: 'The price or the volatility of BTC is not known.' })
})
