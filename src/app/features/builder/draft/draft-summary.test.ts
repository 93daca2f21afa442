import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { summarise } from './draft-summary.ts'
import { call, lookup, nowMs, put, quote } from '../../../../testing/universe.fixture.ts'

const quotes = new Map([
  quote(call(100), '4000', '4100'),
  quote(call(110), '1000', '1050'),
  quote(put(90), undefined, '500', '450'),
])
const spread: Draft = {
  ...emptyDraft,
  legs: [
    { symbol: call(100), ratio: 1 },
    { symbol: call(110), ratio: -1 },
  ],
  quantity: '10',
}
const firm: Draft = { ...spread, mode: 'firm', price: '3000' }
const of = (draft: Draft) => summarise(draft, { lookup, quotes, nowMs })

describe('the summary of a draft', () => {
  it('prices the package at mids and at what it would cost to cross', () => {
    const { net } = of(spread)
    expect(net.mid).toEqual({ price: '3025', source: '2 mids' })
    expect(net.buyNatural?.price).toBe('3100')
    expect(net.sellNatural?.price).toBe('2950')
  })

  it('shows no price when one leg lacks its part: a last trade of an option, of which nothing says how old it is, is none', () => {
    const { net } = of({ ...spread, legs: [...spread.legs, { symbol: put(90), ratio: -1 }] })
    expect(net.buyNatural).toBeUndefined()
    expect(net.sellNatural?.price).toBe('2450')
    expect(net.mid).toBeUndefined()
  })

  it('sends legs ascending by id with the first positive, side and price turned with them', () => {
    const { order, sendable } = of(firm)
    expect(order).toEqual({
      legs: [
        { symbol: call(110), ratio: 1 },
        { symbol: call(100), ratio: -1 },
      ],
      market_id: '0',
      side: 'sell',
      type: 'LIMIT',
      time_in_force: 'GTC',
      quantity: '10',
      price: '-3000',
      recv_window: 3,
    })
    expect(sendable).toBe(true)
  })

  it('sends a one-leg structure as a single order, without a minimum quantity', () => {
    const { order } = of({ ...firm, legs: [{ symbol: call(100), ratio: -2 }], minimumQuantity: '1', price: '-8000' })
    expect(order).toMatchObject({ symbol: call(100), side: 'sell', quantity: '20', price: '4000' })
    expect(order).not.toHaveProperty('legs')
    expect(order).not.toHaveProperty('minimum_quantity')
  })

  it('sends no price with an RFQ or a MARKET order, whatever is typed', () => {
    expect(of({ ...firm, mode: 'rfq' }).order).not.toHaveProperty('price')
    const market = of({ ...firm, type: 'MARKET', tif: 'IOC' })
    expect(market.order).not.toHaveProperty('price')
    expect(market.order).not.toHaveProperty('recv_window')
    expect(market.sendable).toBe(true)
  })

  it('reads a price by its word, so that a credit stays a credit when the side is turned', () => {
    expect(of({ ...firm, price: '80 credit' }).price).toBe('-80')
    expect(of({ ...firm, price: '80 credit', side: 'sell' }).price).toBe('80')
  })

  it('says by field what is wrong', () => {
    expect(of({ ...firm, quantity: 'ten' }).errors.quantity).toContain('Not a number')
    expect(of({ ...firm, quantity: '0.25' }).errors.quantity).toContain('0.1')
    expect(of({ ...firm, price: '' }).errors.price).toContain('Enter a price')
    expect(of({ ...firm, price: 'cheap' }).errors.price).toContain('Not a price')
    expect(of({ ...firm, cycles: '' }).errors.cycles).toContain('cycles')
    expect(of({ ...firm, cycles: '70000' }).errors.cycles).toContain('65534')
    expect(of({ ...firm, minimumQuantity: '11' }).errors.minimumQuantity).toContain('above the quantity')
    expect(of(emptyDraft).errors.legs).toContain('No legs')
    expect(of({ ...firm, legs: [{ symbol: 'BTC-USD', ratio: 1 }] }).errors.legs).toContain('suspended')
  })

  it('offers the nearest prices when the common ratio does not divide', () => {
    const { errors } = of({ ...firm, legs: firm.legs.map(leg => ({ ...leg, ratio: leg.ratio * 3 })), price: '200' })
    expect(errors.price).toContain('199.5 or 201')
  })

  it('keeps an unlisted leg, and does not send', () => {
    const { unlisted, sendable, errors } = of({ ...firm, legs: [...firm.legs, { symbol: 'GONE', ratio: 1 }] })
    expect(unlisted).toEqual(['GONE'])
    expect(errors.legs).toContain('GONE')
    expect(sendable).toBe(false)
  })

  it('distinguishes an expired leg from one that never existed', () => {
    const gone = {
      ...emptyDraft,
      legs: [call(100), 'BTC-20201225-1000C', 'NEVER'].map(symbol => ({ symbol, ratio: 1 })),
    }
    const summary = summarise(gone, { lookup, quotes: new Map(), nowMs })
    expect(summary.errors.legs).toBe('Expired: BTC-20201225-1000C. The venue does not list NEVER. Remove or replace.')
    expect(summary.legs.map(leg => leg.expired)).toEqual([false, true, false])
  })
})
