import { describe, expect, it } from 'vitest'
import { dec, type Decimal } from '../../../../core/domain/decimal.ts'
import type { ChainStrike, ListedUniverse } from '../../../../core/domain/instrument-index.ts'
import type { MarketSummary } from '../../../../core/domain/market-data.ts'
import { baseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { type PlaceInputs, placeStructure } from '../../../../core/pricing/structures/place-structure.ts'
import { farMs, listed, nearMs, nowMs, quote, universe as small } from '../../../../testing/universe.fixture.ts'
import { recogniseLegs } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { galleryEntries } from './gallery-entries.ts'

const example = listed.chain('BTC', nearMs)[0]?.call
const stamps = new Map([
  [nearMs, '20261225'],
  [farMs, '20270326'],
])
const chainOf = (expiryMs: number): ChainStrike[] =>
  Array.from({ length: 41 }, (_, index) => {
    const strike = dec((80 + index) * 1000)
    const one = (letter: string) => ({
      ...(example as NonNullable<typeof example>),
      symbol: `BTC-${stamps.get(expiryMs)}-${strike}${letter}`,
    })
    return { strike, call: one('C'), put: one('P') }
  })
const chains = new Map([nearMs, farMs].map(expiryMs => [expiryMs, chainOf(expiryMs)]))
const universe: ListedUniverse = { ...small, chain: (_base, expiryMs) => chains.get(expiryMs) ?? [] }
const quotes = new Map<string, MarketSummary>([quote('BTC-USD-PERPETUAL', '99990', '100010')])
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
const inputs: PlaceInputs = { universe, surface, expiryMs: nearMs, distance: { by: 'width', size: 0.05 } }

describe('a structure of the gallery', () => {
  it.each(galleryEntries.map(entry => [entry.id, entry] as const))(
    '%s is recognised by its name once placed, bought and sold',
    (_, entry) => {
      for (const direction of ['long', 'short'] as const) {
        const placed = placeStructure(entry.form, direction, inputs)
        if (!placed.ok) throw new Error(placed.why)
        expect(placed.legs.length).toBe(entry.form.legs.length)
        const recognition = recogniseLegs(placed.legs)
        expect(recognition?.kind).toBe('structure')
        if (direction === 'long') expect(recognition).toMatchObject({ number: entry.number })
      }
    },
  )

  it('stands around the money, further away for a smaller delta', () => {
    const condor = galleryEntries.find(entry => entry.number === 36)?.form
    if (condor === undefined) throw new Error('no condor')
    const strikes = (size: number): Decimal[] => {
      const placed = placeStructure(condor, 'long', { ...inputs, distance: { by: 'width', size } })
      return placed.ok ? placed.legs.map(leg => dec(leg.symbol.slice(13, -1))) : []
    }
    expect(strikes(0.05)).toEqual(['92000', '95000', '105000', '108000'])
    expect(strikes(0.1)).toEqual(['84000', '90000', '110000', '116000'])
  })

  // Signs of the bought legs: puts below and calls above the money; a diagonal's later leg is nearer to the money.
  it.each([
    ['double diagonal', ['-95000P near', '+92000P far', '-105000C near', '+108000C far']],
    ['call diagonal', ['+100000C far', '-105000C near']],
    ['put diagonal', ['+100000P far', '-95000P near']],
  ])('a %s stands as it is usually built', (name, expected) => {
    const form = galleryEntries.find(entry => entry.name('long').toLowerCase() === name)?.form
    const placed = form === undefined ? undefined : placeStructure(form, 'long', inputs)
    const reported = placed?.ok === true ? placed.legs : []
    const words = reported.map(
      ({ symbol, ratio }) =>
        `${ratio > 0 ? '+' : '-'}${symbol.slice(13)} ${symbol.includes('20261225') ? 'near' : 'far'}`,
    )
    expect(words.toSorted()).toEqual(expected.toSorted())
  })

  it('is refused with the reason where the listing does not make it', () => {
    const butterfly = galleryEntries.find(entry => entry.number === 29)?.form
    const calendar = galleryEntries.find(entry => entry.number === 43)?.form
    if (butterfly === undefined || calendar === undefined) throw new Error('no such structure')
    const few = { ...universe, chain: () => chainOf(nearMs).slice(20, 22) }
    expect(placeStructure(butterfly, 'long', { ...inputs, universe: few })).toMatchObject({ ok: false })
    expect(placeStructure(calendar, 'long', { ...inputs, expiryMs: farMs })).toEqual({
      ok: false,
      why: 'There is no later expiry.',
    })
    expect(placeStructure(butterfly, 'long', { ...inputs, expiryMs: undefined })).toEqual({
      ok: false,
      why: 'No options are listed.',
    })
  })
})
