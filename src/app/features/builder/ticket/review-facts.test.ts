import { describe, expect, it } from 'vitest'
import { dec, toNumber } from '../../../../core/domain/decimal.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import type { ClosingSize } from '../../../../core/domain/package/closing.ts'
import { payoffModel, presentScenario } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { call, lookup, nowMs, surfaceOf, spreadQuotes as quotes } from '../../../../testing/universe.fixture.ts'
import { summarise } from '../draft/draft-summary.ts'
import { type Draft, emptyDraft } from '../draft/draft.ts'
import { reviewFacts } from './review-facts.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const spread: Draft = {
  ...emptyDraft,
  legs: legsOf({ [call(100)]: 1, [call(110)]: -1 }),
  quantity: '10',
  mode: 'firm',
  price: '3000',
}

const surface = surfaceOf(quotes)

function facts(draft: Draft, closing?: ClosingSize) {
  const summary = summarise(draft, { lookup, quotes, nowMs })
  const price = summary.price ?? summary.net.mid?.price
  const sign = sideSign(draft.side)
  const model = payoffModel({
    legs: draft.legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign })),
    cost: price === undefined ? undefined : sign * toNumber(price),
    surface,
    nowMs,
    scenario: presentScenario,
  })
  return reviewFacts(draft, summary, model, 'USD', closing)
}

describe('what the builder says at the review', () => {
  it('is the worst and best case of the whole order', () => {
    expect(facts(spread)).toEqual({
      facts: [
        { term: 'Maximum profit', value: '+70,000.00 USD in total' },
        { term: 'Maximum loss', value: '−30,000.00 USD in total' },
        { term: 'Break-even', value: '103,000.00' },
      ],
      warnings: [],
    })
  })

  it('leaves to the review what moves with the market: the exact extremes of a draft without a price', () => {
    const rfq = facts({ ...spread, mode: 'rfq', price: '' })
    expect(rfq.facts).toEqual([])
    const calendar = facts({
      ...spread,
      mode: 'rfq',
      price: '',
      legs: legsOf({ [call(100)]: -1, [call(100, '20270326')]: 1 }),
    })
    for (const { term, value } of calendar.facts.filter(
      fact => /^Maximum (profit|loss)$/.test(fact.term) && fact.value !== 'unlimited',
    ))
      expect(`${term}: ${value}`).toMatch(/not known|at the mid when reviewed$/)
    expect(calendar.facts.map(fact => fact.term)).toContain('Maximum loss')
  })

  it('warns of a loss without end', () => {
    expect(facts({ ...spread, legs: [{ symbol: call(100), ratio: -1 }], price: '-4000' }).warnings).toContain(
      'The loss at expiry is unlimited.',
    )
  })

  it('leaves the risk of a spot order to the review, which knows whether its coins are owned', () => {
    const sold = { ...emptyDraft, quantity: '1', mode: 'firm' } as const
    const pair = facts({ ...sold, legs: legsOf({ 'BTC-USD': -1, 'ETH-USD': 25 }), price: '-100' })
    expect(pair).toEqual({ facts: [], warnings: [] })
    expect(facts({ ...sold, legs: legsOf({ 'BTC-USD': -1 }), price: '-98000' })).toEqual({ facts: [], warnings: [] })
  })

  it('judges a closing by what it leaves, and not as if nothing were held', () => {
    const sale: Draft = { ...spread, legs: [{ symbol: call(100), ratio: 1 }], side: 'sell', price: '4000' }
    const whole = { held: dec('10'), isBeyond: false, isWhole: true }
    expect(facts(sale).warnings).toContain('The loss at expiry is unlimited.')
    const closing = facts(sale, whole)
    expect(closing.warnings).toEqual([])
    expect(closing.facts).toContainEqual({ term: 'Closes', value: '10 of 10 held, nothing is left' })
    expect(closing.facts.map(fact => fact.term)).not.toContain('Maximum loss')
    const beyond = facts(sale, { held: dec('7'), isBeyond: true, isWhole: false })
    expect(beyond.warnings).toContain('The loss at expiry is unlimited.')
    expect(beyond.warnings).toContain('It closes only 7 of 10: the rest would open the opposite.')
  })

  it('warns of a price that is worse than the legs one by one', () => {
    expect(facts({ ...spread, price: '3101' }).warnings[0]).toContain('Legging in would cost you 3,100 now')
    expect(facts({ ...spread, price: '2949', side: 'sell' }).warnings[0]).toContain(
      'Legging in would pay you 2,950 now',
    )
    expect(facts({ ...spread, price: '3100' }).warnings).toEqual([])
  })

  it('warns of a price outside what the structure can be worth', () => {
    expect(facts({ ...spread, price: '10500' }).warnings).toContain(
      'Guaranteed loss: worth at most 10,000.00 at expiry and you pay 10,500.00.',
    )
    expect(facts({ ...spread, side: 'sell', price: '-10' }).warnings).toContain(
      'Guaranteed loss: worth at least 0.00 at expiry and you pay 10.00.',
    )
  })

  it('warns of sold puts that nothing covers, and not of those that something does', () => {
    const put = (ratio: number) => ({ symbol: call(100).replace(/C$/, 'P'), ratio })
    const sold = facts({ ...spread, legs: [put(-1)], price: '-5000' }).warnings
    expect(sold).toContain(
      'Sold puts are not covered: the loss grows to a price of zero, down to −950,000.00 in total.',
    )
    const covered = [put(-1), { symbol: call(95).replace(/C$/, 'P'), ratio: 1 }]
    expect(facts({ ...spread, legs: covered, price: '-2000' }).warnings.join()).not.toContain('not covered')
  })

  describe('with several expiries', () => {
    const far = call(100, '20270326').replace(/C$/, 'P')
    const near = call(90).replace(/C$/, 'P')
    const legs = legsOf({ [near]: 1, [far]: -2 })
    const calendar: Draft = { ...spread, legs, price: '-23540', quantity: '2' }
    const said = (draft: Draft): string =>
      facts(draft)
        .facts.map(({ term, value }) => `${term}: ${value}`)
        .join('\n')

    it('gives the extremes over every price by the model, about, at today’s volatility', () => {
      expect(said(calendar)).toContain(
        'Maximum loss: about −172,920.00 USD in total, at today’s volatility, at 25DEC26',
      )
      expect(said(calendar)).toContain(
        'Maximum profit: about +47,080.00 USD in total, at today’s volatility, at 25DEC26',
      )
    })

    it('warns of puts that are sold and not covered', () => {
      expect(facts(calendar).warnings).toContain(
        'Sold puts are not covered: the loss grows to a price of zero, down to −172,920.00 in total.',
      )
    })

    it('gives what the legs alone bound where a volatility is missing, which is a loss and no profit', () => {
      const summary = summarise(calendar, { lookup, quotes, nowMs })
      const unmodelled = { kind: 'none', why: 'no volatility' } as const
      expect(reviewFacts(calendar, summary, unmodelled, 'USD').facts).toContainEqual({
        term: 'Maximum loss',
        value: 'at most −352,920.00 USD in total, whatever the volatilities',
      })
      expect(reviewFacts(calendar, summary, unmodelled, 'USD').facts).toContainEqual({
        term: 'Maximum profit',
        value: 'not known: no volatility of a later leg',
      })
    })
  })

  it('says that the extremes are not known where there is no net price', () => {
    const priceless = facts({ ...spread, legs: [{ symbol: call(130), ratio: -1 }], mode: 'rfq', price: '' })
    expect(priceless.facts).toContainEqual({ term: 'Maximum loss', value: 'not known: no net price' })
  })

  it('says of a future spread that the price of the underlying does not determine them', () => {
    const spread = facts({
      ...emptyDraft,
      legs: legsOf({ 'BTC-20261225': -1, 'BTC-20270326': 1 }),
      quantity: '1',
      mode: 'firm',
      price: '500',
    })
    const value = 'not known: the price of the underlying does not determine it'
    expect(spread.facts).toEqual(['Maximum profit', 'Maximum loss'].map(term => ({ term, value })))
  })

  it('warns of a price far from the model', () => {
    expect(facts({ ...spread, price: '2000' }).warnings.join()).toMatch(
      /Model value \+3,0\d\d\.\d\d; your price is 1,0\d\d\.\d\d away/,
    )
    expect(facts({ ...spread, price: '3050' }).warnings).toEqual([])
  })
})
