import { describe, expect, it } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import { type Side, sideSign } from '../../domain/order.ts'
import { call, nowMs, surfaceOf, spreadQuotes as quotes } from '../../../testing/universe.fixture.ts'
import { payoffBefore } from '../payoff-before.ts'
import { combinedPart, portfolioPart, viewShown } from './part-effect.ts'
import {
  type ChosenScenario,
  payoffCurves,
  type PayoffModel,
  payoffModel,
  presentScenario,
  withPortfolioCurve,
} from './payoff-model.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const surface = surfaceOf(quotes)

function model(
  legs: Readonly<Record<string, number>>,
  side: Side,
  price: string | undefined,
  scenario: ChosenScenario = presentScenario,
): PayoffModel {
  const sign = sideSign(side)
  return payoffModel({
    legs: Object.entries(legs).map(([symbol, ratio]) => ({ symbol, ratio: ratio * sign })),
    cost: price === undefined ? undefined : sign * toNumber(dec(price)),
    surface,
    nowMs,
    scenario,
  })
}

const spread = { [call(100)]: 1, [call(110)]: -1 }
const calendarLegs = { [call(100)]: -1, [call(100, '20270326')]: 1 }

describe('the payoff of a draft', () => {
  it.each([
    ['bought', 'buy', 7000, -3000],
    ['sold, turned, whose price is received', 'sell', 3000, -7000],
  ] as const)('is exact when all options expire together: %s', (_, side, maxProfit, maxLoss) => {
    expect(model(spread, side, '3000')).toMatchObject({
      kind: 'exact',
      breakEvens: [103000],
      payoff: { maxProfit: { value: maxProfit }, maxLoss: { value: maxLoss } },
    })
  })

  it('draws its kinks and break-evens as points of the curve', () => {
    const drawn = model(spread, 'buy', '3000')
    const [curve] = drawn.kind === 'exact' ? drawn.curves : []
    expect([...(curve?.xs ?? [])]).toEqual(expect.arrayContaining([100000, 103000, 110000]))
  })

  it('starts today at the price paid: the model takes its volatilities from the same quotes', () => {
    const drawn = model(spread, 'buy', '3025')
    const now = drawn.kind === 'exact' ? drawn.curves.find(curve => curve.id === 'now') : undefined
    const at = now?.xs.findIndex(x => x >= 98000) ?? -1
    expect(Math.abs(now?.ys[at] ?? Number.NaN)).toBeLessThan(60)
  })

  it('is a value by model at the first of several expiries, and says so', () => {
    const calendar = model(calendarLegs, 'buy', '5000')
    expect(calendar).toMatchObject({ kind: 'model', note: expect.stringContaining('25DEC26') })
    expect(calendar.kind === 'model' && calendar.breakEvens.length).toBe(2)
  })

  it('has none of a future spread, whose legs cancel, and takes those that do not at one price, with a note', () => {
    expect(model({ 'BTC-20261225': -1, 'BTC-20270326': 1 }, 'buy', '500')).toMatchObject({
      kind: 'none',
      why: expect.stringContaining('basis'),
    })
    expect(model({ 'BTC-20261225': -2, 'BTC-20270326': 1 }, 'buy', '-97500')).toMatchObject({
      kind: 'exact',
      note: expect.stringContaining('taken at the price of the underlying'),
    })
  })

  it('says why when there is nothing to draw', () => {
    expect(model({}, 'buy', '1')).toMatchObject({ kind: 'none', why: expect.stringContaining('Add legs') })
    expect(model({ [call(100)]: 1 }, 'buy', undefined)).toMatchObject({
      kind: 'none',
      why: expect.stringContaining('No net price'),
    })
    expect(model({ [call(100)]: 1, 'ETH-USD': 1 }, 'buy', '1')).toMatchObject({
      kind: 'none',
      why: expect.stringContaining('BTC and ETH'),
    })
    expect(model({ [call(100)]: -1, 'BTC-20280630-100000P': 1 }, 'buy', '1')).toMatchObject({
      kind: 'none',
      why: expect.stringContaining('no volatility for BTC-20280630-100000P'),
    })
  })

  it('draws the scenario chosen beside now, and nothing beside now when there is none', () => {
    const ids = (chosen: ChosenScenario) => {
      const drawn = model({ [call(100)]: 1 }, 'buy', '4000', chosen)
      return drawn.kind === 'none' ? [] : drawn.curves.map(curve => curve.id)
    }
    expect(ids(presentScenario)).toEqual(['expiry', 'now'])
    expect(ids({ timePart: 0.5, volatilityShift: 0 })).toEqual(['expiry', 'chosen', 'now'])
    expect(ids({ timePart: 0, volatilityShift: 0.1 })).toEqual(['expiry', 'chosen', 'now'])
  })

  it('gives the chance of profit with its bands; the seller’s is the rest', () => {
    const chance = (side: Side) => {
      const drawn = model({ [call(100)]: 1 }, side, '4000')
      return drawn.kind === 'none' ? undefined : drawn.outlook
    }
    expect((chance('buy')?.chanceOfProfit ?? 0) + (chance('sell')?.chanceOfProfit ?? 0)).toBeCloseTo(1, 9)
    expect(chance('buy')?.bands.map(band => band.label)).toEqual(['±2σ', '±1σ'])
  })
})

describe('several expiries', () => {
  const far = (thousand: number) => call(thousand, '20270326')
  const calendar = (more: ChosenScenario = presentScenario) => model(calendarLegs, 'buy', '5000', more)

  it('have break-evens to the cent, where the value itself is nothing', () => {
    const drawn = calendar()
    if (drawn.kind !== 'model' || drawn.scene === undefined) throw new Error('a calendar is drawn by model')
    const { scene } = drawn
    const at = Float64Array.from(drawn.breakEvens)
    const values = payoffBefore(scene.legs, scene.cost, { atMs: scene.firstMs ?? 0, volatilityShift: 0 }, at)
    for (const value of values) expect(Math.abs(value)).toBeLessThan(0.01)
  })

  it('have all break-evens, also those beyond the prices that are drawn', () => {
    const ratio = { [call(100)]: -1, [call(110, '20270326')]: 3 }
    const found = model(ratio, 'buy', '1000', { ...presentScenario, zoom: 0.05 })
    const whole = model(ratio, 'buy', '1000')
    if (found.kind !== 'model' || whole.kind !== 'model') throw new Error('no model')
    const [low, high] = found.scene?.range ?? [0, 0]
    expect(found.breakEvens.some(price => price < low || price > high)).toBe(true)
    expect(found.breakEvens.map(Math.round)).toEqual(whole.breakEvens.map(Math.round))
  })

  it('are looked at on any date to the last, on which every leg is settled', () => {
    const last = calendar({ timePart: 1, volatilityShift: 0 })
    const chosen = last.kind === 'none' ? undefined : last.curves.find(curve => curve.id === 'chosen')
    // A long and a short call at one strike cancel at settlement, leaving the cost.
    for (const value of chosen?.ys ?? []) expect(value).toBeCloseTo(-5000, 6)
    expect(last.kind === 'model' && last.scene?.expiries).toHaveLength(2)
  })

  it('say unlimited where coins are left when the price grows without end, carry being none', () => {
    expect(calendar()).toMatchObject({ extremes: { greatest: expect.any(Number), least: expect.any(Number) } })
    const ratio = model({ [call(100)]: -2, [far(100)]: 1 }, 'buy', '1000')
    expect(ratio).toMatchObject({ extremes: { least: 'unlimited', greatest: expect.any(Number) } })
  })
})

it('prices shown are as many times the usual as chosen, around the underlying', () => {
  const width = (zoom: number): number => {
    const drawn = model({ [call(100)]: 1 }, 'buy', '4000', { ...presentScenario, zoom })
    const xs = drawn.kind === 'none' ? [] : [...(drawn.curves[0]?.xs ?? [])]
    return (xs.at(-1) ?? 0) - 98_000
  }
  expect(width(2)).toBeCloseTo(2 * width(1), 6)
  expect(width(0.5)).toBeCloseTo(0.5 * width(1), 6)
})

describe('the curves alone', () => {
  const both = { [call(100)]: 1, [call(100, '20270326')]: -1 }
  const one = { [call(110)]: -2 }
  it('are those of the whole payoff, with what stands beside it', () => {
    for (const legs of [both, one, { 'BTC-USD-PERPETUAL': 1 }])
      for (const scenario of [
        presentScenario,
        { timePart: 0.4, volatilityShift: -0.3 },
        { timePart: 1, volatilityShift: 0.1, zoom: 2 },
      ]) {
        const inputs = {
          legs: Object.entries(legs).map(([symbol, ratio]) => ({ symbol, ratio })),
          cost: 1500,
          surface,
          nowMs,
          scenario,
        }
        const beside = {
          portfolio: { legs: [{ symbol: call(110), ratio: 2 }], cost: 2050, surface, nowMs },
          label: 'A pin',
          kind: 'pin1',
        } as const
        const whole = withPortfolioCurve(payoffModel(inputs), beside)
        expect(whole.kind).not.toBe('none')
        expect(payoffCurves(inputs, [beside])).toEqual(whole.kind === 'none' ? [] : whole.curves)
      }
  })

  it('are not there where there is no payoff', () => {
    expect(payoffCurves({ legs: [], cost: 0, surface, nowMs, scenario: presentScenario })).toBeUndefined()
  })
})

it('the book alone is drawn beside the book with the draft, at the same moment', () => {
  const book = { legs: [{ symbol: call(110), ratio: 2 }], cost: 2050 }
  const beside = { portfolio: { ...book, surface, nowMs }, label: 'Book alone', kind: 'book' } as const
  const drawn = withPortfolioCurve(model({ [call(100)]: 1 }, 'buy', '4000'), beside)
  const curve = drawn.kind === 'none' ? undefined : drawn.curves.find(each => each.id === 'book')
  const at = curve?.xs.indexOf(110_000) ?? -1
  expect(curve?.ys[at]).toBeCloseTo(-2050, 6)
  expect(withPortfolioCurve(drawn, { ...beside, portfolio: { legs: [], cost: 0, surface, nowMs } })).toBe(drawn)
})

describe('what is looked at', () => {
  const position = (symbol: string, side: string, size: string, mark: string) =>
    ({ symbol, side, size: dec(size), mark_price: dec(mark) }) as Parameters<typeof portfolioPart>[0][number]
  const book = portfolioPart(
    [
      position(call(100), 'short', '-2', '4000'),
      position('BTC-USD-PERPETUAL', 'long', '1.5', '98000'),
      position('ETH-USD', 'long', '9', '1'),
    ],
    'BTC',
  )

  it('the book is the positions of one base at their marks', () => {
    expect(book).toEqual({ legs: legsOf({ [call(100)]: -2, 'BTC-USD-PERPETUAL': 1.5 }), cost: 139000 })
  })

  it('book and draft together have the draft as often as its quantity says', () => {
    const draft = { legs: [{ symbol: call(100), ratio: 1 }], cost: 4000 }
    expect(combinedPart(book, draft, 2)).toEqual({ legs: [{ symbol: 'BTC-USD-PERPETUAL', ratio: 1.5 }], cost: 147000 })
    expect(combinedPart(book, { ...draft, cost: undefined }, 2).cost).toBeUndefined()
  })
})

it('the view of a closing is what it leaves of the book, and never the draft alone', () => {
  expect(viewShown('draft', true)).toBe('both')
  expect(viewShown('draft', false)).toBe('draft')
  expect([viewShown('book', true), viewShown('both', true)]).toEqual(['book', 'both'])
})
