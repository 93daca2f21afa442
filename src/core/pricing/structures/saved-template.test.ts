import { describe, expect, it } from 'vitest'
import { indexInstruments } from '../../domain/instrument-index.ts'
import { yearMs } from '../../domain/time.ts'
import { call, farMs, listed, lookup, nearMs, nowMs, put, quote } from '../../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { baseSurface } from '../market/base-surface.ts'
import { legsOfTemplate, templateOf } from './saved-template.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const all = [nearMs, farMs]
  .flatMap(ms => listed.chain('BTC', ms).flatMap(row => [row.call, row.put]))
  .flatMap(one => one ?? [])
const perpetual = lookup.bySymbol('BTC-USD-PERPETUAL')
const universe = indexInstruments(perpetual === undefined ? all : [...all, perpetual])
const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '97999', '98001'),
  ...all.map(({ symbol }) => {
    const [, date = '', strike = ''] = symbol.split('-')
    const years = ((date === '20261225' ? nearMs : farMs) - nowMs) / yearMs
    const value = blackPriceOf(98_000, Number.parseInt(strike, 10), 0.6 * Math.sqrt(years), symbol.endsWith('C'))
    return quote(symbol, String(Math.round(value) - 5), String(Math.round(value) + 5))
  }),
])
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })

describe('a saved template', () => {
  it.each([
    [
      'condor',
      [put(90), put(95), call(105), call(110)].map((symbol, at) => ({ symbol, ratio: [1, -1, -1, 1][at] ?? 1 })),
    ],
    ['straddle with a hedge', legsOf({ [put(100)]: 2, [call(100)]: 2, 'BTC-USD-PERPETUAL': -1 })],
    ['calendar', legsOf({ [call(100)]: -1, [call(100, '20270326')]: 1 })],
  ])('of a %s gives the same legs back in the same market', (_, legs) => {
    const template = templateOf(legs, surface)
    expect(template).toBeDefined()
    expect(legsOfTemplate(template ?? [], universe, surface, nearMs)).toEqual({ ok: true, legs })
  })
  it('of one expiry moves to another by its deltas', () => {
    const template = templateOf([{ symbol: call(110), ratio: 1 }], surface) ?? []
    const moved = legsOfTemplate(template, universe, surface, farMs)
    expect(moved).toEqual({ ok: true, legs: [{ symbol: call(110, '20270326'), ratio: 1 }] })
  })
  it('is none where a leg has no delta, and says why where nothing fits', () => {
    expect(templateOf([{ symbol: 'BTC-20300101-1C', ratio: 1 }], surface)).toBeUndefined()
    const two = templateOf(legsOf({ [call(105)]: 1, [call(110)]: -1 }), surface) ?? []
    const squeezed = two.map(leg => (leg.kind === 'linear' ? leg : { ...leg, delta: 0.01 }))
    expect(legsOfTemplate(squeezed, universe, surface, nearMs)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/together/),
    })
    expect(legsOfTemplate(two, universe, { ...surface, expiries: new Map() }, nearMs)).toMatchObject({ ok: false })
  })
})
