import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { emptyDraft } from './draft.ts'
import { summarise } from './draft-summary.ts'
import { type PayoffModel, payoffModel } from './payoff-model.ts'
import { call, lookup, nowMs, put, quote } from './universe.fixture.ts'

const quotes = new Map([quote(call(100), '4000', '4100'), quote(call(110), '1000', '1050'), quote(call(100, '20270326'), '9000', '9100')])

function model(legs: readonly (readonly [string, number])[], side: Side, price: string | undefined): PayoffModel {
  const { legs: views } = summarise({ ...emptyDraft, legs: legs.map(([symbol, ratio]) => ({ symbol, ratio })) }, { lookup, quotes, nowMs })
  return payoffModel({ legs: views, side, price: price === undefined ? undefined : dec(price), reference: dec('98000'), nowMs })
}

describe('the payoff of a draft', () => {
  it('is exact when all options expire together', () => {
    const bought = model(
      [
        [call(100), 1],
        [call(110), -1],
      ],
      'buy',
      '3000',
    )
    expect(bought).toMatchObject({ kind: 'exact', breakEvens: [103000], payoff: { maxProfit: { value: 7000 }, maxLoss: { value: -3000 } } })
  })

  it('is that of the side chosen: selling turns the legs and receives the price', () => {
    const sold = model(
      [
        [call(100), 1],
        [call(110), -1],
      ],
      'sell',
      '3000',
    )
    expect(sold).toMatchObject({ kind: 'exact', breakEvens: [103000], payoff: { maxProfit: { value: 3000 }, maxLoss: { value: -7000 } } })
  })

  it('says unlimited where there is no end', () => {
    expect(model([[call(100), 1]], 'buy', '4000')).toMatchObject({ payoff: { maxProfit: { value: 'unlimited' } } })
    expect(model([[call(100), 1]], 'sell', '4000')).toMatchObject({ payoff: { maxLoss: { value: 'unlimited' } } })
  })

  it('draws its kinks and break-evens as points of the curve', () => {
    const drawn = model(
      [
        [call(100), 1],
        [call(110), -1],
      ],
      'buy',
      '3000',
    )
    const [curve] = drawn.kind === 'exact' ? drawn.curves : []
    expect([...(curve?.xs ?? [])]).toEqual(expect.arrayContaining([100000, 103000, 110000]))
  })

  it('starts today at the price paid: the model takes its volatilities from the same quotes', () => {
    const drawn = model(
      [
        [call(100), 1],
        [call(110), -1],
      ],
      'buy',
      '3025',
    )
    const now = drawn.kind === 'exact' ? drawn.curves.find(curve => curve.id === 'now') : undefined
    const at = now?.xs.findIndex(x => x >= 98000) ?? -1
    expect(Math.abs(now?.ys[at] ?? Number.NaN)).toBeLessThan(60)
  })

  it('is a value by model at the first of several expiries, and says so', () => {
    const calendar = model(
      [
        [call(100), -1],
        [call(100, '20270326'), 1],
      ],
      'buy',
      '5000',
    )
    expect(calendar).toMatchObject({ kind: 'model', note: expect.stringContaining('25DEC26') })
    expect(calendar.kind === 'model' && calendar.breakEvens.length).toBe(2)
  })

  it('says why when there is nothing to draw', () => {
    expect(model([], 'buy', '1')).toMatchObject({ kind: 'none', why: expect.stringContaining('Add legs') })
    expect(model([[call(100), 1]], 'buy', undefined)).toMatchObject({ kind: 'none', why: expect.stringContaining('No net price') })
    expect(
      model(
        [
          [call(100), 1],
          ['ETH-USD', 1],
        ],
        'buy',
        '1',
      ),
    ).toMatchObject({ kind: 'none', why: expect.stringContaining('BTC and ETH') })
    expect(
      model(
        [
          [call(100), -1],
          [put(100, '20270326'), 1],
        ],
        'buy',
        '1',
      ),
    ).toMatchObject({ kind: 'none', why: expect.stringContaining('no volatility') })
  })
})
